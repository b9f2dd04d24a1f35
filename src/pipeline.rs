//! Pass names, options and registration.

#[allow(dead_code)]
mod ffi;

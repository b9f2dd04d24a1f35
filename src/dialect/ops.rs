//! Typed builders and accessors of the ops, made from the ODS definitions.

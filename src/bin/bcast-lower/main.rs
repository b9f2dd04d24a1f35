//! The command-line tool `bcast-lower`.

fn main() {}

"""What a release consists of, and how it is tried."""

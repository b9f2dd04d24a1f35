"""Passes that `bcast-lower --generate=pass` writes, compared with the tool's own lowering."""

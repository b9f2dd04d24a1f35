"""Compares what a program computes before and after its lowering, by calls of many sizes.

The command `bcast-lower compare` runs this package without the rest of `bcast_lower`: it uses the
tool through `tool.Tool` only. NumPy, JAX and IREE are imported when they are needed.
"""

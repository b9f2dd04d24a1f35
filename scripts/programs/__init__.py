"""Programs of broadcasting ops as frontends write them, for tests and benchmarks.

Everything except `reference` needs only Python's standard library.
"""

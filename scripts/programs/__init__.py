"""Programs of broadcasting ops as frontends write them, for tests and benchmarks.

Everything but `reference` needs Python's standard library only.
"""

"""Faults that are planted in the source of the tool, to see whether tests find them.

cargo-mutants lists the faults. All of a sample are compiled at once, each beside the function as it is,
and a variable of the environment chooses one for a run of the tests: so the source is compiled once, not
once for each fault.
"""

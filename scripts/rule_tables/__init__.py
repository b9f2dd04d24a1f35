"""Cases for the rule tables in `examples/rules`: frontends' ops, and what they compute.

A table's module defines each op in NumPy, as the frontend documents it.
"""

"""Cases for the built-in rule tables of frontends' ops: frontends' ops, and what they compute.

A table's module defines each op in NumPy, as the frontend documents it.
"""

"""Proofs that lowered programs accept the sizes that their inputs accept, and compute the same.

`reader` reads programs, `number` and `theory` are what sizes and tensors become in the
solver, `interpret` and the modules of ops beside it say what a program does, and `check`
asks the solver whether two programs do the same. README: docs/proof.md.
"""

"""Proofs that lowered programs accept the sizes that their inputs accept, and compute the same.

`reader` parses programs, `number` and `theory` represent sizes and tensors in the
solver, `interpret` and the modules of ops define the semantics of programs, and `check`
asks the solver whether two programs behave the same. README: docs/proof.md.
"""

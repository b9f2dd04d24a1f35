"""Compares lowered programs with NumPy.

A random program of broadcasting ops (`generate`) is lowered by bcast-lower
(`tool`), made concrete by StableHLO's own passes, compiled by XLA and run
(`peer`), and compared with NumPy (`reference`) for each assignment of sizes (`assign`,
`check`). `mutate` introduces faults into lowered programs, to test that the comparison
detects them.
"""

"""Holds lowered programs against NumPy.

A random program of broadcasting ops (`generate`) is lowered by bcast-lower
(`tool`), made concrete by StableHLO's own passes, compiled by XLA and run
(`peer`), and compared with NumPy (`reference`), assignment of sizes by assignment
of sizes (`assign`, `check`). `mutate` breaks lowered programs, to see that the
comparison notices.
"""

"""The conformance kit for broadcasting: makes its files, and runs tools on its cases.

`source` reads `conformance/cases.toml`, and `files` makes `cases.json` and the programs of it. `programs` asks
a program for the outcomes of a case, `judge` compares them with the expected ones. The programs
in `tools` answer for one tool each, by `answers`.
"""

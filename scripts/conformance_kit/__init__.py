"""The conformance kit for broadcasting: makes its files, and runs tools on its cases.

`source` reads `conformance/cases.toml`, and `files` makes `cases.json` and the programs from it.
`programs` asks a program for the outcomes of a case, and `judge` compares them with the expected
ones. Each module in `tools` answers for one tool, through `answers`; `registry` lists them.
"""

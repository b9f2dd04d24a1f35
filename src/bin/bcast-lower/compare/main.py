"""Starts the command; the arguments are in JSON."""

import sys

if sys.version_info < (3, 9):
    sys.stderr.write("error: bcast-lower compare needs Python 3.9 or later; --python names another one\n")
    sys.exit(2)
sys.dont_write_bytecode = True

from _compare.command import main  # noqa: E402

sys.exit(main(sys.argv[1]))

"""`scripts/check-rule-tables`."""

import sys

from .check import main

if __name__ == "__main__":
    sys.exit(main())

"""Pages of the documentation whose Python runs from the first block to the last."""

import re
import runpy
from pathlib import Path

import missing
import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["frontends/jax.md"])
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    missing.module("jax")
    missing.module("iree.compiler")
    text = (DOCS / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    program = tmp_path / "page.py"
    program.write_text("".join(blocks))
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(program))

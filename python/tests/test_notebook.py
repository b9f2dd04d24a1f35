"""The notebook in `examples`."""

import pathlib

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def test_the_notebook_runs_and_shows_what_it_says():
    pytest.importorskip("jax")
    notebook = nbformat.read(EXAMPLES / "lower.ipynb", as_version=4)
    nbformat.validate(notebook)
    resources = {"metadata": {"path": str(EXAMPLES)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    pages = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert len(pages) == 2 and all('class="bcast-lower part"' in page for page in pages)
    texts = "\n".join(output.text for output in outputs if output.output_type == "stream")
    assert "0 guards remain" in texts and "as NumPy computes it" in texts
    assert "operands don't have broadcast-compatible shapes" in texts

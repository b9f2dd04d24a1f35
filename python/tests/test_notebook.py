"""The notebooks in `examples`."""

import pathlib
import subprocess

import missing
import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
# The exit code of scripts/check-page if there is no browser.
NO_CHROMIUM = 3


def run(name):
    missing.module("jax")
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    nbformat.validate(notebook)
    resources = {"metadata": {"path": str(EXAMPLES)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    return notebook


@pytest.fixture(name="notebook", scope="module")
def run_notebook():
    return run("lower.ipynb")


def test_the_notebook_that_compares_runs_and_shows_tables():
    missing.module("iree.compiler")
    outputs = [output for cell in run("compare.ipynb").cells for output in cell.get("outputs", [])]
    pages = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert len(pages) == 1 and pages[0].startswith("<table>") and "both refuse" in pages[0]
    texts = "\n".join(output.text for output in outputs if output.output_type == "stream")
    assert "8 calls are equal" in texts and "1 accepted, but wrong" in texts
    assert outputs[-1].data["text/plain"] == "True"


def test_the_notebook_runs_and_shows_what_it_says(notebook):
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    pages = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert len(pages) == 2 and all('class="bcast-lower part"' in page for page in pages)
    texts = "\n".join(output.text for output in outputs if output.output_type == "stream")
    assert "0 guards remain" in texts and "as NumPy computes it" in texts
    assert "exported, batch 5: as JAX computes it" in texts
    assert "operands don't have broadcast-compatible shapes" in texts
    assert "tensor<3xf32>) -> tensor<3xf32>\n       ^\n" in texts


@pytest.mark.parametrize("template", ["lab", "classic"])
def test_explanations_look_in_pages_of_notebooks_as_they_do_alone(notebook, tmp_path, template):
    page = tmp_path / f"{template}.html"
    text, _ = HTMLExporter(template_name=template).from_notebook_node(notebook)
    page.write_text(text)
    command = [ROOT / "scripts" / "check-page", page]
    checked = subprocess.run(command, capture_output=True, text=True)
    if checked.returncode == NO_CHROMIUM:
        missing.skip("browser", checked.stderr)
    assert (checked.returncode, checked.stdout) == (0, f"{template}.html: 2 parts\n"), checked.stderr

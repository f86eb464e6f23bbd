"""The notebooks of examples/notebooks run, what their texts say is so, and they draw pictures.

What a notebook says in words it asserts in its cells, so that a false word ends it.
"""

import asyncio
import os
import pathlib
import re

import pytest

import shufflecert

if os.environ.get("SHUFFLECERT_REQUIRE_ALL_TESTS") == "1":
    import ipykernel
    import matplotlib
    import nbclient
    import nbformat
else:
    for needed in ("ipykernel", "matplotlib"):
        pytest.importorskip(needed)
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def settings_folder(tmp_path_factory):
    """A folder for what Jupyter and Matplotlib keep, so that nothing is left in the user's own."""
    folder = tmp_path_factory.mktemp("notebooks")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR",
                     "MPLCONFIGDIR"):
            (folder / name).mkdir()
            patch.setenv(name, str(folder / name))
        patch.delenv("MPLBACKEND", raising=False)
        # The kernel is a process of its own, elsewhere; its debugger would print a warning.
        patch.setenv("PYTHONPATH", str(pathlib.Path(shufflecert.__file__).resolve().parents[1]))
        patch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
        yield folder


def read(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_of(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def run(notebook, folder):
    # No limit of time for a cell, and a long one for the start: a machine may be slow.
    client = nbclient.NotebookClient(notebook, timeout=None, startup_timeout=600, kernel_name="python3",
                                     resources={"metadata": {"path": str(folder)}})
    # client.execute() would leave its event loop open, and Python would say so at the end.
    asyncio.run(client.async_execute())


def test_there_are_notebooks_and_the_quick_start_names_each():
    page = (ROOT / "docs/start/python.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) >= 3
    for path in NOTEBOOKS:
        assert f"`{path.name}`" in page


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_of_a_notebook_lead_somewhere(path):
    for cell in read(path).cells:
        for target in re.findall(r"\]\(([^)\s]+)\)", cell.source if cell.cell_type == "markdown" else ""):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_what_it_printed(path):
    for cell in code_of(read(path)):
        assert cell.outputs == [] and cell.execution_count is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws(path, settings_folder):
    notebook = read(path)
    code = "\n".join(cell.source for cell in code_of(notebook))
    assert "\nassert " in code
    run(notebook, settings_folder)
    outputs = [output for cell in code_of(notebook) for output in cell.outputs]
    shown = [output.data for output in outputs if output.output_type in ("display_data", "execute_result")]
    assert any("image/png" in data for data in shown)
    if "sc.verify(" in code or "sc.account(" in code:
        assert any("<table>" in data.get("text/html", "") for data in shown)
    # A warning would be printed there, such as that of a letter that the font of a picture lacks.
    assert [output.text for output in outputs if output.get("name") == "stderr"] == []


def test_a_false_assertion_ends_a_notebook(settings_folder):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("assert 2 < 1")])
    with pytest.raises(nbclient.exceptions.CellExecutionError):
        run(notebook, settings_folder)

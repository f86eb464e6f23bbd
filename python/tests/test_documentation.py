"""The examples of the docstrings and of the pages are run, and print what they say."""

import doctest
import importlib
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["shufflecert", "shufflecert.values", "shufflecert.distributions", "shufflecert.commands",
           "shufflecert.adapters"]
PAGES = ["README.md", "docs/start/python.md", "docs/reference/python.md"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0 and found.attempted > 0


@pytest.mark.parametrize("page", PAGES)
def test_pages(page):
    found = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert found.failed == 0 and found.attempted > 0


def test_every_public_name_has_a_docstring_and_is_in_the_reference():
    import shufflecert

    page = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    for name in shufflecert.__all__:
        assert getattr(shufflecert, name).__doc__, name
        assert re.search(rf"`{name}\b", page), name

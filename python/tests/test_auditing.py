"""The commands that audit, each once: what they give is what the program says."""

import re

import pytest

import shufflecert as sc

OWN = """
format = 1
[paper]
key = "mine"
[[claim]]
id = "mine/one"
claim = "renyi(rr_pair(n, 1), 2) <= 1/n^2"
domain = ["n >= 2"]
check = { n = [10, 100] }
integers = ["n"]
"""


def results_in(folder):
    import subprocess

    from shufflecert.commands import _program

    (folder / "own.toml").write_text(OWN)
    subprocess.run([_program(), "verify", "own.toml", "--effort", "0", "--output", "own.json"],
                   cwd=folder, capture_output=True)
    return folder / "own.json"


def test_frontier_finds_the_logarithm_of_three():
    pieces = sc.frontier("exp(x) <= 3", over="x", start=0, end=2)
    assert [row["truth"] for row in pieces] == [True, False]
    assert float(pieces[0]["to"]) < 1.0986122886681098 < float(pieces[1]["from"])


def test_simulate_stays_below_the_certified_value():
    row = sc.simulate("rr", n=10, eps0=1, runs=1000, seed=3)[0]
    assert float(row["lower"]) <= float(row["certified_upper"]) and not row["exceeded"]
    assert sc.simulate("rr", n=10, eps0=1, runs=100000, fault="no-shuffle")[0]["exceeded"] in (True, False)


def test_results_are_rechecked_reported_shown_and_written_about(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = results_in(tmp_path)
    assert [row["outcome"] for row in sc.recheck(results)] == ["confirmed"]
    page = sc.report(results, tmp_path / "pages", plots=False)
    assert "mine/one" in page.read_text(encoding="utf-8")
    assert re.search(r"error bounds: .*\. It (does|fails|is)", sc.letter("mine", results=results))
    program = sc.show("mine/one", results=results)
    assert program.startswith("#!/usr/bin/env python3") and "mpmath" in program
    with pytest.raises(sc.Error, match="whole run"):
        sc.merge([results], tmp_path / "all.json")


def test_lists_of_rules_methods_and_coverage():
    assert {row["place"] for row in sc.rules("K.9")} == {"(K.9)"}
    assert len(sc.rules()) > 100
    assert "closed-form" in [row["method"] for row in sc.methods("renyi")]
    assert {row["paper"] for row in sc.coverage("girgis-2021")} == {"girgis-2021"}


@pytest.mark.parametrize("ask", [
    lambda: sc.rules("X.1"), lambda: sc.methods("none"), lambda: sc.coverage("none"),
    lambda: sc.letter("none", results="/does/not/exist"), lambda: sc.recheck("/does/not/exist"),
    lambda: sc.frontier("x <=", over="x", start=0, end=1), lambda: sc.simulate("none", n=2, eps0=1),
    lambda: sc.show("none/such"), lambda: sc.report(3, "x"),
])
def test_bad_input_is_one_clear_line(ask):
    with pytest.raises(sc.Error) as raised:
        ask()
    assert str(raised.value) and "\n" not in str(raised.value)

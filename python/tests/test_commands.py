from fractions import Fraction

import pytest

import shufflecert as sc

CATALOGUE = """
format = 1

[[claim]]
id     = "mine/too-small"
claim  = "renyi(gaussian_pair(mu), 2) <= mu^2/2"
domain = ["mu > 0"]
check  = { mu = [1, 2] }

[[claim]]
id     = "mine/right"
claim  = "renyi(gaussian_pair(mu), 2) <= mu^2"
domain = ["mu > 0"]
check  = { mu = [1, 2] }
"""


def test_account_has_the_exact_value():
    # Four rounds of N(1/4, 1) are one of N(1/2, 1).
    table = sc.account([(sc.gaussian_pair("1/4"), 4)], delta="1e-6")
    direct = sc.gaussian_pair("1/2").epsilon("1e-6", digits=6)
    assert table[0]["route"] == "direct"
    assert Fraction(table[0]["lower"]) <= Fraction(direct.upper)
    assert Fraction(direct.lower) <= Fraction(table[0]["upper"])
    assert len(table) == len(table.to_pandas()) > 2


def test_calibrate_brackets_the_root():
    row = sc.calibrate("renyi(gaussian_pair(mu), 2) <= c", over="mu", start="1/100", end=2, c="1/2")[0]
    assert Fraction(row["suffices"]) ** 2 <= Fraction(1, 2) < Fraction(row["does_not"]) ** 2


def test_compare_names_bounds():
    table = sc.compare(n=1000, eps0=1, **{"lambda": 2})
    assert {"upper", "lower"} <= {row["side"] for row in table}
    assert "<table>" in table._repr_html_()


def test_check_of_a_frame_and_of_a_dict():
    pandas = pytest.importorskip("pandas")
    columns = {"mu": [1.0, 0.1], "D": [1.0, 0.001], "note": ["a", "b"]}
    claim = "renyi(gaussian_pair(mu), 2) <= D"
    frame = sc.check(pandas.DataFrame(columns), claim, ignore=["note"])
    assert frame["verdict"].tolist() == ["holds", "fails"]
    assert list(frame.columns) == ["mu", "D", "note", "verdict", "message"]
    assert sc.check(columns, claim, ignore=["note"])["verdict"] == ["holds", "fails"]


def test_verify_of_a_text_and_of_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(CATALOGUE)
    for table in (sc.verify(CATALOGUE, effort=0), sc.verify(file, effort=0)):
        verdicts = {row["id"]: row["verdict"] for row in table}
        assert verdicts["mine/too-small"] == "refuted"
        assert verdicts["mine/right"] in ("proved", "verified")


def test_html_is_escaped():
    shown = sc.Table([{"message": "<script>1 & 2</script>"}], {})._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;1 &amp; 2" in shown


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda: sc.account(sc.gaussian_pair(1)), "--delta"),
        (lambda: sc.account(["x"], delta=0.1), "expected a Pair"),
        (lambda: sc.account(sc.gaussian_pair(1), delta=2), "between 0 and 1"),
        (lambda: sc.calibrate("mu <= 1", over="mu", start=2, end=1), "empty"),
        (lambda: sc.calibrate("--help", over="mu", start=1, end=2), "relation"),
        (lambda: sc.compare(), "needs a point"),
        (lambda: sc.check({"x": [1], "y": [1, 2]}, "x <= y"), "different lengths"),
        (lambda: sc.check({"x": [1, float("nan")]}, "x <= 1"), "NaN"),
        (lambda: sc.check({"x": [1], "z": [1]}, "x <= 1"), "'z'"),
        (lambda: sc.verify("no-such-paper"), "no-such-paper"),
        (lambda: sc.verify("\nformat = 2\n"), "format"),
    ],
)
def test_bad_input_is_one_clear_line(ask, words):
    with pytest.raises(sc.Error) as raised:
        ask()
    assert words in str(raised.value)
    assert "\n" not in str(raised.value) and "/tmp/" not in str(raised.value)


def test_a_program_that_is_not_there(monkeypatch):
    monkeypatch.setenv("SHUFFLECERT_PROGRAM", "/nowhere/shufflecert")
    with pytest.raises(sc.Error, match="cannot be run"):
        sc.compare(n=10)


def test_falsify_finds_a_mechanism_that_eval_confirms():
    relation = "hockey_stick(any_mechanism(n, eps0), 0.1) <= 0.24"
    row = sc.falsify(relation, n=3, eps0=1)[0]
    assert row["broken"] is True and Fraction(row["lower"]) > 1
    assert sc.eval(row["formula"], eps0=1) is False
    # At most what every mechanism on one user has, (e^eps0 - 1)/(e^eps0 + 1) < 0.5: nothing is found.
    kept = sc.falsify("total_variation(any_mechanism(n, eps0)) <= 0.5", n=2, eps0=1, tries=20)[0]
    assert kept["broken"] is False and Fraction(kept["upper"]) < 1
    assert sc.eval(kept["formula"], eps0=1) is True


def test_falsify_takes_lists_for_a_claim_and_refuses_a_pair():
    table = sc.falsify("chen-2024-icassp/corollary-2/mechanism", n=[2, 3], tries=10)
    assert table.data["claim"] and set(table[0]["point"]) == {"n", "eps0", "lambda"}
    with pytest.raises(sc.Error):
        sc.falsify("renyi(rr_pair(10, 1), 2) <= 1")


def test_tables_have_the_cautions_of_the_program():
    account = sc.account(sc.rr_pair(3, 1), delta="1/10", digits=2)
    assert [one.split(" ")[0] for one in account.cautions] == ["rr_pair"]
    assert repr(account).endswith("caution: " + account.cautions[0])
    assert account.cautions[0].replace("'", "&#x27;") in account._repr_html_()
    assert sc.account(sc.clone_pair(3, 1), delta="1/10", digits=2).cautions == []
    found = sc.verify('format = 1\n[[claim]]\nid = "my/claim"\n'
                      'claim = "hockey_stick(rr_pair(3, 1), x) <= 1"\ncheck = { x = [1] }\n')
    assert found.cautions[0] == "my/claim: " + account.cautions[0]
    assert [one.split(":")[1] for one in found.cautions[1:]] == [" rr_pair is taken in one direction"]
    with pytest.warns(sc.Caution, match="rr_pair"):
        assert sc.check({"d": [1]}, "hockey_stick(rr_pair(3, 1), 1) <= d")["verdict"] == ["holds"]

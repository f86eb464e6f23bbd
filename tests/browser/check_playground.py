#!/usr/bin/python3
"""Opens the playground in headless Chromium, from disk, and holds its answers against the program's.

  check_playground.py PAGE PROGRAM                     exit status 1 if something is wrong
  check_playground.py PAGE PROGRAM --screenshots DIR   besides takes pictures

Every digit must be the same, and so must every line of an error.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time
from decimal import Decimal

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from check_report import set_width, start_browser  # noqa: E402

# What a browser's machine could get wrong: numbers of more than 32 bits, doubles, long exponents.
FORMULAS = [
    ("1/3", 10),
    ("log(3)/sqrt(2)", 30),
    ("exp(1)^pi - gamma(1/3)*Phi(-3)", 200),
    ("10^18 + 1/7", 40),
    ("2^(1/4294967298)", 30),
    ("16^(1/4294967298)", 30),
    ("log(1e-3000)", 20),
    ("binomial(50, 25)", 20),
    ("binomial_cdf(5000, 10^4, 0.49)", 12),
    ("4^(-9223372036854775808)", 5),
    ("renyi(rr_pair(100, 1), 2)", 15),
    ("renyi(swap(rr_pair(1000, 2)), 16)", 12),
    ("renyi(clone_pair(10^6, 4), 8)", 10),
    ("renyi(clone_pair(10^12, 2), 2.5)", 10),
    ("renyi(krr_pair(3, 50, 1), 3)", 10),
    ("hockey_stick(clone_pair(1000, 1), 0.5)", 12),
    ("hockey_stick(clone_pair(10^6, 4), 0.0642)", 10),
    ("hockey_stick(rr_pair(4294967299, 1), 0.0001)", 8),
    ("epsilon(clone_pair(1000, 1), 1e-8)", 10),
    ("epsilon(clone_pair(10^6, 4), 1e-8)", 6),
    ("epsilon(clone_pair(10^9, 2), 1e-10)", 6),
    ("epsilon(rr_pair(10^6, 3), 1e-6)", 8),
    ("epsilon(compose(clone_pair(1000, 2), 1000), 1e-6)", 4),
    ("epsilon(gaussian_pair(1/3), 1e-5)", 20),
    ("rdp_epsilon(clone_pair(1000, 1), 1e-6)", 8),
    ("tradeoff(clone_pair(10, log(3)), 0.1)", 10),
    ("total_variation(variation_pair(1000, 3, 0.4, 2))", 8),
    ("repaired_leading_constant(1000, 1, 2)", 12),
    ("1/3 < 0.3333333333", 6),
    ("renyi(rr_pair(100, 1), 2) <= 2/100", 6),
    ("log(8)/log(2) == 3", 6),
]
# Beyond MPFR's exponents, which have 32 bits in a browser, ends are 0 and inf: wider, and never wrong.
BEYOND = ["exp(-10^10)", "exp(10^15)", "binomial(10^18, 4294967301)"]
WRONG = ["1/0", "renyi(", "renyi(clone_pair(0, 1), 2)", "epsilon(clone_pair(10, 1), 2)", "nothing(1)"]


class Program:
    def __init__(self, path):
        self.path = path

    def answer(self, formula, digits, **variables):
        settings = [part for name, value in variables.items() for part in ("--set", f"{name}={value}")]
        child = subprocess.run([self.path, "eval", formula, "--digits", str(digits), "--json", *settings],
                               capture_output=True, text=True, check=False)
        if not child.stdout.strip():
            return {"error": child.stderr.strip().removeprefix("shufflecert: ")}
        found = json.loads(child.stdout)
        if "truth" in found:
            return {"truths": [found["truth"]]}
        return {"lower": [found["lower"]], "upper": [found["upper"]]}


def ask(browser, question):
    return browser.execute_async_script(
        "const [question, done] = arguments; ask(question).then(done);", question)


def without_reason(answer):
    return {key: value for key, value in answer.items() if key != "reason"}


def compare_answers(browser, program, complain):
    for formula, digits in FORMULAS:
        start = time.monotonic()
        found = without_reason(ask(browser, {"formula": formula, "digits": digits, "columns": {}}))
        expected = program.answer(formula, digits)
        print(f"{formula}: {time.monotonic() - start:.1f} s")
        if found != expected:
            complain(f"{formula}: the page says {found}, the program {expected}")
    for formula in BEYOND:
        found = ask(browser, {"formula": formula, "digits": 8, "columns": {}})
        expected = program.answer(formula, 8)
        inner, outer = (tuple(Decimal(one[end][0]) for end in ("lower", "upper")) for one in (expected, found))
        if not outer[0] <= inner[0] <= inner[1] <= outer[1]:
            complain(f"{formula}: the page says {found}, which does not hold the program's {expected}")
    for formula in WRONG:
        found = ask(browser, {"formula": formula, "digits": 6, "columns": {}})
        expected = program.answer(formula, 6)
        if not expected.get("error") or found.get("error") != expected["error"]:
            complain(f"{formula}: the page says {found}, the program {expected}")


def wait_for(browser, expression, what, complain, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if browser.execute_script("return " + expression):
            return True
        time.sleep(0.1)
    complain(f"{what} did not come within {seconds} s")
    return False


def cells(browser, place):
    return browser.execute_script(
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))", "#" + place)


def use_forms(browser, program, complain):
    browser.execute_script("document.querySelector('#value button').click()")
    if wait_for(browser, "document.querySelector('#value-answer table')", "a value", complain):
        formula, digits = browser.execute_script(
            "return [document.forms.value.formula.value, Number(document.forms.value.digits.value)]")
        expected = program.answer(formula, digits)
        if cells(browser, "value-answer") != [[expected["lower"][0], expected["upper"][0]]]:
            complain(f"the form shows {cells(browser, 'value-answer')} for {formula}")

    for example in (0, 1):
        browser.execute_script(
            "const form = document.forms.curve; document.getElementById('curve-answer').replaceChildren();"
            "form.example.value = arguments[0]; form.example.onchange();"
            "form.querySelector('button').click()", example)
        if not wait_for(browser, "document.querySelector('#curve-answer svg')", "a curve", complain):
            return
        exact, bound, name = browser.execute_script(
            "const form = document.forms.curve;"
            "return [form.exact.value, form.bound.value, form.variable.value]")
        rows = cells(browser, "curve-answer")
        below = 0
        for x, exact_low, exact_high, bound_low, bound_high, truth in rows:
            wanted = [program.answer(formula, 6, **{name: x}) for formula in (exact, bound)]
            holds = program.answer(f"({exact}) <= ({bound})", 6, **{name: x})["truths"][0]
            below += holds is False
            shown = [{"lower": [exact_low], "upper": [exact_high]}, {"lower": [bound_low], "upper": [bound_high]}]
            if shown != wanted or truth != {True: "true", False: "false", None: "undecided"}[holds]:
                complain(f"example {example} at {name} = {x}: the page shows {shown}, {truth}; wanted {wanted}, {holds}")
        dots = browser.execute_script("return document.querySelectorAll('#curve-answer circle.below').length")
        if dots != below or len(rows) < 5:
            complain(f"example {example}: {dots} dots for {below} of {len(rows)} points below")
        if example == 0 and not 0 < below < len(rows):
            complain(f"the first example should show a bound that breaks: {below} of {len(rows)}")


def look_at_log(browser, page, complain):
    for entry in browser.get_log("browser"):
        complain(f"the browser says: {entry['message'][:300]}")
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] != "Network.requestWillBeSent":
            continue
        address = message["params"]["request"]["url"]
        if address != page and not address.startswith(("data:", "blob:")):
            complain(f"it asks for {address[:200]}")


def check(page, program, screenshots, complain):
    browser = start_browser()
    try:
        browser.get(page)
        if not wait_for(browser, "document.body.dataset.state === 'ready'", "the program", complain):
            return
        compare_answers(browser, program, complain)
        use_forms(browser, program, complain)
        for width in (400, 1400) if screenshots else ():
            set_width(browser, width, 1500)
            browser.save_screenshot(str(screenshots / f"playground-{width}.png"))
        for width in (400, 1400):
            set_width(browser, width)
            if browser.execute_script("return document.documentElement.scrollWidth > innerWidth"):
                wide = browser.execute_script(
                    "return [...document.querySelectorAll('body *')].filter((one) => !one.closest('.scroll') && "
                    "one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 80))")
                complain(f"the page is wider than {width} px: {wide}")
        look_at_log(browser, page, complain)
    finally:
        browser.quit()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    complaints = []

    def complain(text):
        complaints.append(text)
        print("WRONG:", text, file=sys.stderr)

    check(arguments.page.resolve().as_uri(), Program(arguments.program), arguments.screenshots, complain)
    print(f"{len(FORMULAS) + len(BEYOND) + len(WRONG)} formulas, 2 curves: {len(complaints)} complaints")
    return 1 if complaints else 0


sys.exit(main())

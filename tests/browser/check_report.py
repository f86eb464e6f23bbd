#!/usr/bin/python3
"""Opens every page of a report in headless Chromium, from disk, and tells what is wrong with it.

  check_report.py SITE                     checks every page; exit status 1 if something is wrong
  check_report.py SITE --sample K          every page as it opens, but only every K-th claim page at
                                           400 px, in dark colours and printed
  check_report.py SITE --hostile           the same for a report of hostile_catalogue.py, and that
                                           nothing of its texts was executed
  check_report.py SITE --screenshots DIR   only takes pictures, at 400 and 1400 px
  check_report.py --self-test              breaks a page in every way that is checked for, and
                                           sees that it is noticed

Needs Debian's chromium, chromium-driver, python3-selenium and poppler-utils. As root Chromium runs without its
sandbox, as it must there.
"""

import argparse
import base64
import fnmatch
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import UnexpectedAlertPresentException
from selenium.webdriver.chrome.service import Service

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
WIDTHS = (400, 1400)
VERDICTS = ("refuted", "contradicted", "supported", "invalid", "undecided", "proved", "verified")
# Every page is opened and checked; printing costs most. Of more claim pages than this every k-th
# is printed, and every one that shows a refutation.
MOST_PRINTED_CLAIMS = 60
PRINTED_WIDTH = 718  # A4 at 96 dpi without the margins
FEWEST_WORDS = 15  # behind the heading, on the first of several printed pages


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    arguments = [
        "--headless=new",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-extensions",
        "--disable-background-networking",
        "--no-first-run",
        "--hide-scrollbars",
        "--lang=en",
        # Nothing outside is reached, and whoever asks for it is seen in the log.
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    for argument in arguments:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.set_capability("unhandledPromptBehavior", "ignore")
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    browser.set_script_timeout(120)
    browser.set_page_load_timeout(120)
    return browser


def set_width(browser, width, height=900):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )


def set_media(browser, media="", scheme=""):
    features = [{"name": "prefers-color-scheme", "value": scheme}] if scheme else []
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})


def is_inside(url, root):
    """Whether a file:// address is one in the site."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return False
    path = pathlib.Path(urllib.parse.unquote(parts.path))
    return os.path.realpath(path).startswith(str(root) + os.sep)


class SiteCheck:
    """One check of a site, by one or more browsers at the same time."""

    def __init__(self, browsers, site, hostile=None, sample=1):
        self.browsers = browsers
        self.lock = threading.Lock()
        self.root = pathlib.Path(site).resolve()
        self.hostile = hostile
        self.sample = sample
        self.problems = []  # (page, code, what)
        self.links = []  # (page, as written, where to)
        self.ids = {}  # page: ids
        self.counts = {"pages": 0, "formulas": 0, "links": 0, "images": 0, "printed": 0}
        self.text = []
        # Looking at colours that are nowhere set would be a waste.
        styles = [p for kind in ("*.css", "*.html") for p in self.root.rglob(kind)]
        self.is_dark_styled = any(b"prefers-color-scheme" in p.read_bytes() for p in styles)

    def count(self, name, more=1):
        with self.lock:
            self.counts[name] += more

    def report(self, page, code, what):
        self.problems.append((page, code, what))

    def pages(self):
        return sorted(str(p.relative_to(self.root)) for p in self.root.rglob("*.html"))

    def run(self):
        pages = self.pages()
        if not pages:
            self.report(".", "empty", "no page")
        claims = [p for p in pages if p.startswith("claim/")]
        sample = claims[:: self.sample]
        every = max(1, -(-len(sample) // MOST_PRINTED_CLAIMS))
        in_all_ways = set(pages) - set(claims) | set(sample)
        printed = set(pages) - set(claims) | set(sample[::every])
        # The largest first: none of them is then left for the end.
        left = queue.SimpleQueue()
        for page in sorted(pages, key=lambda p: -(self.root / p).stat().st_size):
            left.put(page)

        def work(browser):
            while True:
                try:
                    page = left.get_nowait()
                except queue.Empty:
                    return
                try:
                    self.check_page(browser, page, page in printed, page in in_all_ways)
                except UnexpectedAlertPresentException as error:
                    self.report(page, "executed", f"a dialog opened: {error.alert_text}")
                    browser.switch_to.alert.dismiss()
                except Exception as error:  # a page that cannot be checked is one with a problem
                    self.report(page, "browser", str(error)[:300])

        workers = [threading.Thread(target=work, args=(b,)) for b in self.browsers]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if self.counts["pages"] != len(pages):
            self.report(".", "browser", f"{self.counts['pages']} of {len(pages)} pages were checked")
        self.problems.sort()
        self.check_links()
        if self.hostile:
            self.check_texts()
        return self.problems

    def check_page(self, browser, page, is_printed, is_seen_in_all_ways):
        # What the page before left behind.
        for log in ("browser", "performance"):
            browser.get_log(log)
        set_width(browser, 1400)
        browser.get((self.root / page).as_uri())
        # Dynamic parts have their say first.
        browser.execute_script((HERE / "page_checks.js").read_text(encoding="utf-8"))
        found = browser.execute_async_script(
            """
            const done = arguments[arguments.length - 1];
            const c = window.shufflecertChecks;
            (async () => {
              document.querySelectorAll("details").forEach((d) => { d.open = true; });
              await c.images();
              c.structure();
              const formulas = c.formulas();
              c.contrast();
              c.overflow();
              return { formulas, links: c.links(), ids: c.ids(), problems: c.take(),
                       images: document.images.length, text: document.body.textContent,
                       hacked: window.hacked !== undefined || document.title === "hacked" ||
                               document.querySelector("[data-hacked]") !== null,
                       refuted: document.querySelector(".badge.refuted") !== null };
            })().then(done, (error) => done({ failed: String(error) }));
            """
        )
        if "failed" in found:
            self.report(page, "browser", found["failed"])
            return
        self.count("pages")
        self.count("formulas", found["formulas"])
        self.count("images", found["images"])
        self.count("links", len(found["links"]))
        self.ids[page] = set(found["ids"])
        self.links += [(page, written, to) for written, to in found["links"]]
        for code, what in found["problems"]:
            self.report(page, code, what)
        if found["hacked"]:
            self.report(page, "executed", "text of the catalogue was executed")
        if self.hostile:
            self.text.append(found["text"])
        if is_seen_in_all_ways:
            set_width(browser, 400)
            self.take(browser, page, "c.overflow(); c.brokenIds();", " at 400 px")
            if self.is_dark_styled:
                set_media(browser, scheme="dark")
                self.take(browser, page, "c.contrast();", " in dark colours")
                set_media(browser)
            self.check_print(browser, page, is_printed or found["refuted"])
        self.check_log(browser, page)

    def take(self, browser, page, script, where):
        found = browser.execute_script(
            f"const c = window.shufflecertChecks; {script} return c.take();"
        )
        for code, what in found:
            self.report(page, code, what + where)

    def check_print(self, browser, page, is_printed):
        set_media(browser, media="print")
        seen = browser.execute_script(
            """
            const visible = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
                                   && e.getBoundingClientRect().height > 0;
            return { heading: [...document.querySelectorAll("h1")].some(visible),
                     header: document.querySelector("header")?.innerText || "",
                     hidden: [...document.querySelectorAll(".badge")]
                       .filter((e) => !visible(e)).length,
                     text: document.body.innerText };
            """
        )
        set_width(browser, PRINTED_WIDTH)
        self.take(browser, page, "c.contrast(); c.overflow(); c.brokenIds();", " in print")
        set_media(browser)
        if not seen["heading"]:
            self.report(page, "print", "the heading is not printed")
        if seen["hidden"]:
            self.report(page, "print", f"{seen['hidden']} verdicts are not printed")
        if page.startswith("claim/") and not any(v in seen["text"].lower() for v in VERDICTS):
            self.report(page, "print", "no verdict is printed")
        if not is_printed:
            return
        sheet = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
        data = base64.b64decode(sheet["data"])
        if not data.startswith(b"%PDF") or len(data) < 800:
            self.report(page, "print", f"printing gives {len(data)} bytes")
        self.count("printed")
        # Poppler ends each page with a form feed.
        text = subprocess.run(["pdftotext", "-", "-"], input=data, capture_output=True, check=True)
        words = [len(sheet.split()) for sheet in text.stdout.decode("utf-8").split("\f")[:-1]]
        if 0 in words:
            self.report(page, "print", f"page {words.index(0) + 1} of {len(words)} is blank")
        elif len(words) > 1 and words[0] < len(seen["header"].split()) + FEWEST_WORDS:
            self.report(page, "print", "the first page has the heading alone")

    def check_log(self, browser, page):
        for entry in browser.get_log("browser"):
            if entry["level"] == "SEVERE":
                self.report(page, "console", entry["message"])
        for entry in browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            if not url.startswith(("data:", "about:")) and not is_inside(url, self.root):
                self.report(page, "request", url)

    def check_links(self):
        for page, written, to in self.links:
            parts = urllib.parse.urlsplit(to)
            if parts.scheme in ("http", "https", "mailto"):
                continue  # a link may lead outside; nothing follows it
            if parts.scheme != "file" or not is_inside(to, self.root):
                self.report(page, "link", f"{written}: leads out of the report")
                continue
            target = pathlib.Path(os.path.realpath(urllib.parse.unquote(parts.path)))
            if not target.is_file():
                self.report(page, "link", f"{written}: no such file")
                continue
            name = str(target.relative_to(self.root))
            fragment = urllib.parse.unquote(parts.fragment)
            if fragment and name in self.ids and fragment not in self.ids[name]:
                self.report(page, "link", f"{written}: no such place in {name}")

    def check_texts(self):
        def plain(text):
            return " ".join(text.split())

        whole = plain(" ".join(self.text))
        for part in self.hostile:
            if plain(part) not in whole:
                self.report(".", "text", f"nowhere shown as text: {part!r}")


def describe(check, seconds):
    counts = check.counts
    return (
        f"{counts['pages']} pages, {counts['links']} links, {counts['images']} images, "
        f"{counts['formulas']} formulas, {counts['printed']} pages printed: "
        f"{len(check.problems)} problems ({seconds:.0f} s)"
    )


def take_screenshots(browser, site, target, patterns):
    root = pathlib.Path(site).resolve()
    target.mkdir(parents=True, exist_ok=True)
    pages = sorted(str(p.relative_to(root)) for p in root.rglob("*.html"))
    chosen = [p for p in pages if any(fnmatch.fnmatch(p, pattern) for pattern in patterns)]
    for page in chosen:
        for width in WIDTHS:
            set_width(browser, width)
            browser.get((root / page).as_uri())
            height = browser.execute_script("return document.scrollingElement.scrollHeight")
            shot = browser.execute_cdp_cmd(
                "Page.captureScreenshot",
                {
                    "format": "png",
                    "captureBeyondViewport": True,
                    "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 8000), "scale": 1},
                },
            )
            name = page.removesuffix(".html").replace("/", "_")
            (target / f"{name}-{width}.png").write_bytes(base64.b64decode(shot["data"]))
    print(f"{len(chosen)} pages at {' and '.join(map(str, WIDTHS))} px in {target}")


# --- the check itself is checked ---

GOOD_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>A page</title>
<style>body { margin: 0; color: #222; background: #fff } .wide { width: 900px }
.scroll { overflow-x: auto }</style></head>
<body>
<header><h1>Heading</h1></header>
<main>
<h2 id="part">Part</h2>
<p>A claim is <span class="badge refuted">refuted</span>.
<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>
<a href="other.html#there">there</a> <a href="#part">here</a> <a href="https://example.org/">out</a></p>
<div class="scroll"><table class="wide"><tr><th>a</th><td>b</td></tr></table></div>
<img src="dot.svg" alt="a dot" width="10" height="10">
<label>Search <input type="search"></label>
<details><summary>More</summary><p>Folded</p></details>
</main>
</body>
</html>
"""
OTHER_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Other</title></head>
<body><main><h1 id="there">Other</h1></main></body></html>
"""
DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle r="5"/></svg>'

# What is replaced in the good page, by what, and the code of the problem that must be seen.
FAULTS = {
    "dead link": ("other.html#there", "missing.html", "link"),
    "dead place in another page": ("other.html#there", "other.html#nowhere", "link"),
    "dead place in the page": ('href="#part"', 'href="#prat"', "link"),
    "link out of the report": ("other.html#there", "../elsewhere.html", "link"),
    "link that is a script": ("other.html#there", "javascript:void(0)", "link"),
    "link without text": (">there</a>", "></a>", "link-text"),
    "wide table": ('class="scroll"', 'class="plain"', "overflow"),
    "wide table, cut off": ("body { margin: 0;", "body { margin: 0; overflow-x: hidden;", None),
    "wide when unfolded": ("<p>Folded", '<p class="wide">Folded', "overflow"),
    "low contrast": ("<p>A claim", '<p style="color: #999">A claim', "contrast"),
    "low contrast by opacity": ("<p>A claim", '<p style="opacity: 0.5">A claim', "contrast"),
    "low contrast in a part": ("<main>", '<main style="background: #555">', "contrast"),
    "low contrast in the dark": (
        "</style>",
        "@media (prefers-color-scheme: dark) { body { background: #333 } }</style>",
        "contrast",
    ),
    "external image": ('src="dot.svg"', 'src="https://example.org/dot.png"', "request"),
    "external style": ("<title>", '<link rel="stylesheet" href="https://example.org/a.css"><title>', "request"),
    "file outside of the report": ('src="dot.svg"', 'src="../dot.svg"', "request"),
    "missing image": ('src="dot.svg"', 'src="tod.svg"', "image-load"),
    "missing image is an error of the console": ('src="dot.svg"', 'src="tod.svg"', "console"),
    "image without a description": (' alt="a dot"', "", "image-name"),
    "drawing without a description": ("<img", "<svg><circle r='5'/></svg><img", "image-name"),
    "message in the console": ("</body>", "<script>console.error('no')</script></body>", "console"),
    "script that throws": ("</body>", "<script>nothing.there()</script></body>", "console"),
    "formula without size": ("<math>", '<math style="display: none">', "formula-size"),
    "no language": (' lang="en"', "", "lang"),
    "no title": ("<title>A page</title>", "", "title"),
    "no heading": ("<h1>Heading</h1>", "<p>Heading</p>", "h1"),
    "two headings": ("</header>", "<h1>Another</h1></header>", "h1"),
    "skipped heading": ('<h2 id="part">Part</h2>', '<h3 id="part">Part</h3>', "heading-order"),
    "no main part": ("<main>", '<div class="main">', "main"),
    "table without header cells": ("<th>a</th>", "<td>a</td>", "table-header"),
    "an id twice": ("<header>", '<header id="part">', "double-id"),
    "control without a label": ("<label>Search ", "<label>", "control-label"),
    "verdict is not printed": (
        "</style>",
        "@media print { .badge { display: none } }</style>",
        "print",
    ),
    "id broken in a word": (
        "here</a>",
        'here</a> <a href="#part" style="display: block; width: 4em; word-break: break-all"><code>'
        "repaired-corollary</code></a>",
        "broken-id",
    ),
    "wide in print": ("</style>", "@media print { h2 { width: 900px } }</style>", "overflow"),
    "first printed page with the heading alone": (
        "</style>",
        "@media print { main { break-before: page } }</style>",
        "print",
    ),
    "low contrast in print": ("</style>", "@media print { p { color: #ccc } }</style>", "contrast"),
    "executed script": ("</body>", "<script>window.hacked = 1</script></body>", "executed"),
    "executed title": ("</body>", "<script>document.title = 'hacked'</script></body>", "executed"),
    "dialog": ("</body>", "<script>alert('hacked')</script></body>", "executed"),
    "text that is not shown": ("Folded", "Else", "text"),
}
ALLOWED = {
    "external link": ("", ""),
    "large text may be paler": ("<h2", '<h2 style="font-size: 32px; color: #888"'),
    "what stays folded is allowed to be absent": ("<details>", '<details class="more">'),
    "a picture without meaning": (' alt="a dot"', ' alt="" role="presentation"'),
}


def self_test(browser):
    failures = []

    def found_in(page):
        with tempfile.TemporaryDirectory() as outer:
            (pathlib.Path(outer) / "dot.svg").write_text(DOT, encoding="utf-8")
            (pathlib.Path(outer) / "elsewhere.html").write_text(OTHER_PAGE, encoding="utf-8")
            site = pathlib.Path(outer) / "site"
            site.mkdir()
            (site / "index.html").write_text(page, encoding="utf-8")
            (site / "other.html").write_text(OTHER_PAGE, encoding="utf-8")
            (site / "dot.svg").write_text(DOT, encoding="utf-8")
            return SiteCheck([browser], site, hostile=["Folded"]).run()

    for name, (old, new) in ALLOWED.items():
        if old not in GOOD_PAGE:
            failures.append(f"{name}: nothing to replace")
        problems = found_in(GOOD_PAGE.replace(old, new, 1))
        if problems:
            failures.append(f"{name}: seen although nothing is wrong: {problems}")
    for name, (old, new, code) in FAULTS.items():
        page = GOOD_PAGE.replace(old, new, 1)
        if name == "wide table, cut off":
            page, code = page.replace('class="scroll"', 'class="plain"'), "overflow"
        if page == GOOD_PAGE:
            failures.append(f"{name}: nothing to replace")
        problems = found_in(page)
        if code not in {seen for _, seen, _ in problems}:
            failures.append(f"{name}: no problem '{code}' was seen, only {problems}")
    for failure in failures:
        print(failure)
    print(f"{len(FAULTS)} faults and {len(ALLOWED)} pages without one: {len(failures)} judged wrongly")
    return not failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("site", nargs="?", help="directory of the report")
    parser.add_argument("--hostile", action="store_true", help="the report of hostile_catalogue.py")
    parser.add_argument("--sample", metavar="K", type=int, default=1, help="look at every K-th claim page in all ways")
    parser.add_argument("--screenshots", metavar="DIR", type=pathlib.Path, help="only take pictures")
    parser.add_argument(
        "--pages", action="append", metavar="GLOB", help="of these pages (default: all but claim/*)"
    )
    parser.add_argument("--self-test", action="store_true", help="see that every fault is noticed")
    given = parser.parse_args()
    if not given.self_test and not given.site:
        parser.error("name the directory of a report, or --self-test")
    if given.sample < 1:
        parser.error("--sample takes a whole number of at least 1")
    if given.site and not pathlib.Path(given.site).is_dir():
        parser.error(f"{given.site} is no directory")
    start = time.monotonic()
    is_whole_site = not given.self_test and not given.screenshots
    browsers = [start_browser() for _ in range(min(os.cpu_count() or 1, 4) if is_whole_site else 1)]
    browser = browsers[0]
    try:
        if given.self_test:
            return 0 if self_test(browser) else 1
        if given.screenshots:
            patterns = given.pages or ["[!c]*.html", "c[!l]*.html", "claims.html"]
            take_screenshots(browser, given.site, given.screenshots, patterns)
            return 0
        hostile = None
        if given.hostile:
            from hostile_catalogue import shown_parts

            hostile = list(shown_parts())
        check = SiteCheck(browsers, given.site, hostile, given.sample)
        problems = check.run()
    finally:
        for browser in browsers:
            browser.quit()
    for page, code, what in problems[:200]:
        print(f"{page}: {code}: {what}")
    if len(problems) > 200:
        print(f"... and {len(problems) - 200} more")
    print(describe(check, time.monotonic() - start))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Prints a catalogue whose texts try to be executed, or to spoil the page that shows them.

Whatever succeeds sets window.hacked, the title, or an attribute data-hacked; check_report.py looks
for these, and for every text on the pages.
"""

import json
import re
import unicodedata

TEXTS = [
    "<script>window.hacked = 1</script>",
    "</script><script>document.title = 'hacked'</script>",
    "<img src=x onerror=\"window.hacked = 2\">",
    "\" autofocus onfocus=\"window.hacked = 3\" data-hacked=\"",
    "' onmouseover='window.hacked = 4' data-hacked='",
    "</title></style></head><body data-hacked onload=\"window.hacked = 5\">",
    "<svg><script>window.hacked = 6</script></svg>",
    "<math><mtext><b data-hacked>bold</b></mtext></math>",
    "<!-- window.hacked = 7 --> --!> ]]> &lt;b&gt; &amp;amp; &#60;i&#62;",
    "{{{name}}} {{> head}} {{#claims}} ${window.hacked = 8} {% raw %}",
    "javascript:window.hacked=9",
    "<a href=\"javascript:window.hacked=10\">link</a> <form action=x><input name=q>",
    "`window.hacked = 11` \\\\u003cscript\\\\u003e \\u2028 window.hacked = 12",
    "</details></section></main></body></html><h1 data-hacked>After the end</h1>",
    "right \u202eto left\u202c and \u2067isolated\u2069, zero\u200bwidth\u200d\u2060, \ufeffmark",
    "four bytes \U0001f9ee\U0001f469\u200d\U0001f52c \U0001d4d0 \U0010fffd, Z\u0351\u036b\u0343a\u0321l\u0334go",
    "nothing: \u2400 \ufffd \u0085 \u2028 \u2029 \ufffc end",
    "مرحبا שלום 漢字 ｆｕｌｌ " + "\ufdfa",
    "</math><script>window.hacked = 14</script><math>",
    "=HYPERLINK(\"javascript:window.hacked=15\",\"x\")",
    "\\write18{touch hacked} \\input{/etc/passwd} ^^5c }{ $x$ %",
    "1\"/><x onload=\"window.hacked = 16\" data-hacked=\"",
    "[link](javascript:window.hacked=17) ![image](x) <https://evil.example>",
    "W" * 300,
    "line\nbreak\ttab <br> &nbsp; \u00a0end",
]
PAPER = 'x" onclick="window.hacked = 13'


def claims():
    # A refuted one, one that holds and one that stays open, with each text in every place.
    formulas = ["x < 1", "x > 0", "exp(x)*exp(-x) < 1", "x + 1 < x"]
    for i, text in enumerate(TEXTS):
        yield i, text, formulas[i % len(formulas)]


def catalogue():
    def quoted(text):
        # JSON's strings are TOML's, but for what lies beyond 16 bits.
        return json.dumps(text, ensure_ascii=False).replace("\x85", "\\u0085")

    lines = ["format = 1", "[paper]", 'key = "hostile"']
    lines += [f"title = {quoted(TEXTS[0] + PAPER)}", f"authors = {quoted(TEXTS[:6])}"]
    lines += [f"reference = {quoted(TEXTS[10])}"]
    lines += ["[[result]]", 'id = "other/lemma"', 'status = "erratum"', f"note = {quoted(TEXTS[2])}"]
    for i, text, formula in claims():
        lines += ["[[claim]]", f'id = "hostile/claim-{i}"', f"claim = {quoted(formula)}"]
        for key in ("says", "where", "reading", "transcription"):
            lines.append(f"{key} = {quoted(text)}")
        lines += ['depends = ["other/lemma"]', "[claim.check]", "x = [1, 2]"]
    for i, text, _ in claims():
        lines += ["[[coverage]]", f"statement = {quoted(f'Statement {i} ' + text)}", f"about = {quoted(text)}"]
        lines += [f'claims = ["hostile/claim-{i}"]', f"not_checkable = {quoted(text)}"]
    return "\n".join(lines) + "\n"


def shown_parts():
    """What must be found on the pages: the texts, cut at characters that are not seen."""
    unseen = {"Cc", "Cf", "Zl", "Zp"}
    for text in TEXTS:
        cut = "".join("\n" if unicodedata.category(c) in unseen else c for c in text)
        yield from (part for part in re.split(r"\n+", cut) if len(part.strip()) > 1)


if __name__ == "__main__":
    import sys

    sys.stdout.reconfigure(encoding="utf-8")
    print(catalogue(), end="")

"""What pages hold, as a browser and a reader see it: hostile pages do nothing, no syntax is left in the text, links are told of."""
from __future__ import annotations

import json
import re
import resource
from html.parser import HTMLParser

import pytest

from support import browser as chromium
from support import hostile
from support.program import environment, run, succeed
from support.vault_server import Vault, VaultServer, page

# Events that a reader, or a script of a page, might cause on any element.
PROVOKE = """() => {
  const names = ['click', 'mouseover', 'mouseenter', 'pointerenter', 'focus', 'blur', 'input', 'change', 'keydown', 'toggle', 'beforetoggle',
    'load', 'error', 'animationstart', 'transitionend', 'submit', 'begin', 'scroll', 'wheel', 'copy', 'paste', 'drop', 'cancel', 'close'];
  let count = 0;
  for (const element of document.querySelectorAll('.prose *, article:not(:has(.prose)) *')) {
    count += 1;
    if (element.localName !== 'a') for (const name of names) element.dispatchEvent(new Event(name, {bubbles: false}));
    for (const attribute of element.attributes) if (/^on/i.test(attribute.name)) document.title = 'a handler is left';
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml' && !element.closest('math')) document.title = 'another namespace';
  }
  for (const details of document.querySelectorAll('details')) details.open = !details.open;
  return count;
}"""


def articles(folder) -> list[str]:
    """The text of each page as it is written, in the order of the addresses."""
    found = []
    for path in sorted(folder.glob("hostile/*.html")):
        html = path.read_text()
        found.append(html[html.index("<article"):html.rindex("</article>") + len("</article>")])
    return found


@pytest.fixture(scope="module")
def hostile_bundles(tmp_path_factory):
    """The articles of all hostile pages, a hundred to a document, WITHOUT the site's policy: nothing but the sanitiser is between."""
    out = tmp_path_factory.mktemp("hostile")
    texts = hostile.pages()
    pages = [page(f"wiki/hostile/p{number:04}.md", f"Page {number}", text) for number, text in enumerate(texts)]
    with VaultServer(Vault(pages)) as server:
        succeed("build", server.url, "--out", out / "site", "--no-posters")
    written = articles(out / "site")
    assert len(written) == len(texts) > 2000
    bundles = out / "bundles"
    bundles.mkdir()
    for start in range(0, len(written), 100):
        body = "\n".join(written[start:start + 100])
        # The ids of a hundred pages in one document are no matter here.
        (bundles / f"{start:04}.html").write_text(f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>quiet</title></head><body>{body}</body></html>")
    return bundles


def test_nothing_of_the_hostile_corpus_runs(hostile_bundles, browser):
    elements = 0
    with chromium.serve(hostile_bundles) as url:
        for bundle in sorted(hostile_bundles.iterdir()):
            with chromium.visit(browser, f"{url}/{bundle.name}") as seen:
                elements += seen.page.evaluate(PROVOKE)
                seen.page.wait_for_timeout(50)
                assert seen.page.title() == "quiet", bundle.name
                assert seen.dialogs == [] and seen.errors == [], bundle.name
                elsewhere = [asked for asked in seen.requests if not asked.startswith((url, "data:image/"))]
                assert elsewhere == [], bundle.name
                assert seen.page.evaluate("document.querySelectorAll('script, style, iframe, object, embed, form, base, meta[http-equiv], link, template').length") == 0
                assert seen.page.url == f"{url}/{bundle.name}"
    assert elements > 3_000


def test_the_run_over_the_corpus_can_fail(browser, tmp_path):
    """The same look at pages as they are, with no sanitiser between, sees what they do."""
    run_ones = [text for text in hostile.pages() if text.startswith("<img src=x onerror=")][:1]
    (tmp_path / "a.html").write_text(f"<!DOCTYPE html><html lang=en><head><title>quiet</title></head><body><article>{run_ones[0]}</article></body></html>")
    with chromium.serve(tmp_path) as url, chromium.visit(browser, f"{url}/a.html") as seen:
        seen.page.evaluate(PROVOKE)
        assert seen.page.title() != "quiet"


class _Text(HTMLParser):
    """Text outside of code and formulas, with a line feed for each block, and what is said in attributes."""
    HIDDEN = {"code", "pre", "math", "script", "style"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.depth, self.parts = 0, []

    def handle_starttag(self, tag, attributes):
        self.depth += tag in self.HIDDEN
        if tag in ("p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "div", "br", "dt", "dd", "summary", "figcaption", "section"):
            self.parts.append("\n")
        self.parts += [f"\n{value}\n" for name, value in attributes if name in ("title", "alt", "aria-label", "content") and value]

    def handle_endtag(self, tag):
        self.depth -= tag in self.HIDDEN

    def handle_data(self, data):
        if self.depth == 0:
            self.parts.append(data)


SYNTAX = {"a wikilink": r"\[\[", "an embed": r"!\[\[", "a callout": r"\[![a-zA-Z-]+\]", "a comment": r"%%[^%\n]*%%|<!--|-->",
          "a highlight": r"==(?=\S)[^=\n]+(?<=\S)==", "a formula": r"\$\$[^$\n]+\$\$", "strong text": r"\*\*(?=\S)[^*\n]+(?<=\S)\*\*|(?<!\w)__(?=\w)[^_\n]+__(?!\w)",
          "a struck text": r"~~(?=\S)[^~\n]+~~", "metadata": r"(?m)^[ \ufeff]*-{3,} |^(?:tags|sources|related|aliases|created|updated|type): ", "a fence": r"(?m)^ *(?:```|~~~|:::)",
          "a table": r"\|[ :]*-{3,}[ :]*\|", "a footnote": r"\[\^[\w-]+\]", "a block's name": r"(?m)[^\s] \^[a-z][\w-]*$", "a heading": r"(?m)^ {0,3}#{1,6} ",
          "a link": r"\]\([^)\s]+\)", "a task": r"(?m)^ *(?:[-*] )?\[[ xX]\] ", "a mark of bytes": r"[\ufeff\ufffd\x00-\x08\x0e-\x1f]", "an entity": r"&(?:amp|lt|gt|quot|nbsp|#\d+);",
          "an element": r"</?(?:div|span|p|br|img|a|b|i|em|strong|sup|sub|table|tr|td|details|summary|script)\b[^>\n]*>"}


def left_over(html: str) -> list[str]:
    reader = _Text()
    reader.feed(html)
    text = "".join(reader.parts)
    return [f"{name}: {match.group(0)[:60]!r}" for name, pattern in SYNTAX.items() for match in re.finditer(pattern, text)]


def test_left_over_syntax_is_seen():
    for text in ("[[a]]", "x [[a…", "![[a", "<p>[!note] x", "%%x%%", "==x==", "$$x$$", "**x**", "__x__", "~~x~~", "--- tags: [a]", "<br>tags: [a]", "```js",
                 "::: note", "|---|", "x [^1]", "x ^name", "## x", "[x](y.md)", "[ ] x", "\ufeff", "&amp;amp;", "&lt;br&gt;", "&lt;!-- x"):
        assert left_over(f"<p>{text}</p>"), text
    assert left_over("<p title='x [[a]]'>x</p>")
    assert left_over("<p>a == b and c == d, Vec&lt;T&gt;, 2 ^ 3, <code>[[x]] ==y==</code></p><pre>%%x%%</pre>") == []


def test_no_syntax_is_left_in_the_sample(site):
    found = [f"{name}: {fault}" for name, path in site.pages.items() for fault in left_over(path.read_text())]
    assert found == [], "\n".join(found[:20])


@pytest.mark.shared
def test_no_syntax_is_left_in_real_vaults(recorded):
    found = [f"{name}: {fault}" for name, path in recorded.output.pages.items() for fault in left_over(path.read_text())]
    assert found == [], "\n".join(found[:20])


def test_a_baseline_lets_only_what_is_new_fail(tmp_path):
    pages = [page("wiki/a.md", "Alpha", "See [[Betta]] and [[beta]]."), page("wiki/b.md", "Beta", "See [[Alpha]].")]
    known = tmp_path / "known.json"
    with VaultServer(Vault(pages)) as server:
        succeed("check", server.url, "--report", known)
        told = json.loads(known.read_text())["findings"]
        dangling = next(f for f in told if f["code"] == "dangling-link")
        assert (dangling["path"], dangling["column"], dangling["suggestion"]) == ("wiki/a.md", 5, "Beta") and dangling["line"] > 1
        assert next(f for f in told if f["code"] == "case-only-link")["candidates"] == ["wiki/b.md"]
        same = run("check", server.url, "--baseline", known)
        assert same.code == 0 and "Betta" not in same.said and "0 findings not in the baseline" in same.out
    pages[1] = page("wiki/b.md", "Beta", "See [[Alpha]] and [[Gone]].")
    pages[0] = page("wiki/a.md", "Alpha", "A line more.\n\nSee [[Betta]] and [[beta]].")
    with VaultServer(Vault(pages)) as server:
        more = run("check", server.url, "--baseline", known, "--json")
        answer = json.loads(more.out)
        assert more.code == 1 and [f["path"] for f in answer["newFindings"]] == ["wiki/b.md"]
        assert {(link["target"], link.get("rule"), link.get("leadsTo")) for link in answer["links"]} == {
            ("Betta", None, None), ("beta", "without-case", "wiki/b.md"), ("Alpha", "exact-title", "wiki/a.md"), ("Gone", None, None)}
    assert run("check", "sample", "--baseline", tmp_path / "nothing.json").code == 66


def test_names_without_a_link_are_counted_apart(tmp_path):
    pages = [page("wiki/a.md", "Alpha", "The Beta engine is here, and [[Gamma ray]]."), page("wiki/b.md", "Beta engine", "Nothing."),
             page("wiki/c.md", "Gamma ray", "A beta engine, and a gamma ray.")]
    with VaultServer(Vault(pages)) as server:
        counted = succeed("check", server.url)
        assert "1 page named without a link, in 2 places (--mentions lists them)" in counted.out and "wiki/b.md" not in counted.out
        listed = succeed("check", server.url, "--mentions")
        assert "wiki/b.md (Beta engine)\n    named on wiki/a.md\n    named on wiki/c.md" in listed.out
        assert "mention" not in counted.err
        told = json.loads(succeed("check", server.url, "--json").out)
        assert told["unlinkedMentions"] == [{"page": "wiki/b.md", "title": "Beta engine", "namedBy": ["wiki/a.md", "wiki/c.md"]}]
        assert succeed("check", server.url, "--quiet").out == ""


FENCE = "Before.\n\n```mermaid\ngraph TD; A-->B\n```\n"


def test_diagrams_are_pictures_by_the_users_command(tmp_path):
    with VaultServer(Vault([page("wiki/a.md", "Alpha", FENCE)]), token="secret-token") as server:
        def built(name: str, *options: str) -> tuple[str, str]:
            out = tmp_path / name
            done = succeed("build", server.url, "--out", out, "--no-posters", *options, env=environment(SYNAPSE_TOKEN="secret-token"))
            return (out / "a.html").read_text(), done.said

        plain, _ = built("plain")
        assert "graph TD; A--&gt;B" in plain and "data:image/svg+xml" not in plain
        drawn, _ = built("drawn", "--mermaid", "grep -q 'A-->B' && test -z \"$SYNAPSE_TOKEN\" && echo \"<svg xmlns='http://www.w3.org/2000/svg'/>\"")
        assert "<img src=\"data:image/svg+xml;base64,PHN2ZyB4" in drawn and "graph TD; A--&gt;B" in drawn
        failed, said = built("failed", "--mermaid", "echo no shapes today >&2; exit 1")
        assert failed == plain and "diagram-failed" in said and "no shapes today" in said


def test_every_command_that_renders_pages_draws_diagrams(tmp_path):
    """One option for all: a gallery has the picture, a check tells of a command that fails."""
    vault = Vault([page(f"wiki/p{number}.md", f"Page {number}", FENCE) for number in range(3)])
    with VaultServer(vault) as server:
        succeed("gallery", server.url, "--out", tmp_path / "gallery", "--mermaid", "echo \"<svg xmlns='http://www.w3.org/2000/svg'/>\"")
        assert any("data:image/svg+xml;base64,PHN2ZyB4" in path.read_text() for path in (tmp_path / "gallery").rglob("*.html"))
        checked = succeed("check", server.url, "--mermaid", "echo no shapes today >&2; exit 1")
        assert "diagram-failed" in checked.said and "no shapes today" in checked.said


MEGABYTES = {"links to one page": "[[a]]\n\n", "links with labels": "[x](a.md)\n\n", "addresses": "a@b.c ", "headings with one name": "# a\n",
             "emphasis": "*a* **b** _c_\n\n", "items": "- a\n", "callouts": "> [!note] a\n\n", "brackets": "[" * 9000 + "\n\n", "definitions": "a\n: b\n",
             "lines": "a\n", "an open head": "a: b\n", "cells": "|a|b|\n|-|-|\n|x|y|\n\n", "tags of HTML": "<b>x</b> ", "one line": "a", "quotes": "> ",
             "labels": "[[a|*b*]]\n\n", "delimiter rows": "|-|\n|-|-|\n", "rows and blank lines": "|-|\n|-|-|\n" * 240 + "\n", "no footnotes": "^[",
             "dangling links": "![[p]] [[q#]] ", "footnotes": "^[a] ", "embeds": "![[a]] ", "formulas": "$a$ ", "code": "`a` ", "words": "word "}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=() if number < 5 else pytest.mark.slow) for number, kind in enumerate(MEGABYTES)])
def test_nine_megabytes_take_seconds(kind, tmp_path):
    """Of processor time, for the whole site: a page read twice, written, searched."""
    piece = MEGABYTES[kind]
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/a.md").write_text("A page.\n")
    (tmp_path / "vault/big.md").write_text(("---\n" if kind == "an open head" else "") + piece * (9_000_000 // len(piece)))
    succeed("pull", tmp_path / "vault", "--out", tmp_path / "snapshot")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    succeed("build", tmp_path / "snapshot", "--out", tmp_path / "site", "--no-posters", "--jobs", "1")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 8
    assert (tmp_path / "site/big.html").exists()


def test_sources_are_shown(site):
    """The sample's values, its texts and its PDF have their content on their own pages."""
    table = site.read("raw/sources/vram-measurements.csv.html")
    assert len(table.all("th")) > 1 and len(table.all("td")) > 4
    assert "</code></pre>" in (site.root / "raw/sources/backup-runbook.md.html").read_text()
    assert any(e.attributes.get("src", "").startswith("data:image/png;base64,") for e in site.read("raw/sources/fixity-report.pdf.html").all("img"))


RUNNING_SVG = b"""<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="document.documentElement.setAttribute('ran', 'handler')">
<script>document.documentElement.setAttribute('ran', 'script')</script><image href="https://example.org/x.png"/>
<rect width="40" height="40" fill="#2563eb"/></svg>"""


def test_a_drawing_that_is_opened_by_itself_does_nothing(tmp_path, browser):
    vault = Vault([page("wiki/a.md", "Alpha", "![[x.svg|40]] ![[broken.svg]]")],
                  files={"raw/sources/x.svg": RUNNING_SVG, "raw/sources/broken.svg": b"<svg><g></svg>"})
    with VaultServer(vault) as server:
        done = succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    assert "unreadable-picture" in done.said
    with chromium.serve(tmp_path / "site") as url:
        with chromium.visit(browser, f"{url}/a.html") as seen:
            seen.page.wait_for_timeout(200)
            assert seen.faults(url) == []
            assert seen.page.evaluate("document.querySelector('.prose img').naturalWidth") == 40
        with chromium.visit(browser, f"{url}/raw/sources/x.svg") as seen:
            seen.page.wait_for_timeout(200)
            assert seen.page.evaluate("document.documentElement.getAttribute('ran')") is None
            assert [asked for asked in seen.requests if not asked.startswith(url)] == []
            assert seen.page.evaluate("document.querySelectorAll('rect').length") == 1

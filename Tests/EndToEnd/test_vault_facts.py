"""What is known of the sample vault, found again in its published site. The facts were counted from the vault's own files."""
from __future__ import annotations

import json
import posixpath
import re
import unicodedata
from urllib.parse import unquote

import pytest

from support import browser as chromium
from support import document, links

OVERVIEW, WIKILINK = "overview.html", "concepts/wikilink.html"
# Of the published pages. The server counts 40 concepts too: with the private one, and without the one whose frontmatter it cannot read.
TYPES = {"synthesis": 8, "source": 12, "query": 7, "entity": 25, "concept": 40, "comparison": 9, "log": 1, "index": 1, "overview": 1}
LANGUAGES = {"it": ["concepts/la-regola-3-2-1-spiegata", "concepts/potatura-degli-snapshot", "synthesis/pubblicare-una-base-di-conoscenza"],
             "ja": ["concepts/ベクトル検索"], "ar": ["concepts/النسخ-الاحتياطي"], "de": ["concepts/aufbewahrungspflicht-§-147-ao"]}
PATH_LINKS = {"comparisons/mirrors-vs-raid-z": "concepts/mirror.html", "concepts/storage-pool": "concepts/mirror.html",
              "sources/pool-layout-notes": "concepts/mirror.html", "entities/alder": "concepts/mirror.html",
              "concepts/container": "entities/mirror.html", "entities/podman": "entities/mirror.html"}


@pytest.fixture(scope="module")
def findings(site) -> list[dict]:
    """The report's findings."""
    return json.loads(site.report.read_text())["findings"]


def vault_pages(example) -> dict[str, str]:
    """Every published page of the snapshot: where it lies in the site → its file's text."""
    found = {}
    for path in example.rglob("*.md"):
        name = path.as_posix().rpartition("/wiki/")[2]
        text = path.read_text()
        if "/wiki/" in path.as_posix() and "publish: false" not in text.split("\n---\n")[0]:
            # Each byte that is no letter, digit, `-`, `_`, `.` or part of another script is replaced.
            found["/".join(re.sub(r"[^a-zA-Z0-9_.\x80-\U0010ffff-]", "-", part) for part in unicodedata.normalize("NFC", name[:-3]).split("/"))] = text
    return found


def at(site, name: str) -> document.Document:
    """The page at an address; the site's own `index.html` makes the vault's page of that name move aside."""
    found = [page for page in site.pages if page == f"{name}.html"] if name != "index" else [p for p in site.pages if re.fullmatch(r"index~[0-9a-f]{8}\.html", p)]
    assert len(found) == 1, f"{name}: {found}"
    return site.read(found[0])


def main_element_text(page: document.Document) -> str:
    return re.sub(r"\s+", " ", page.all("main")[0].text)


def anchors(site, name: str, text: str) -> list[str]:
    """Where the links of a page with this label lead, from the root of the site."""
    page = f"{name}.html"
    return [posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(e.attributes.get("href", "")).partition("#")[0]))
            for e in site.read(page).all("a") if re.sub(r"\s+", " ", e.text).strip() == text]


def test_every_published_page_has_its_place_and_its_title(site, example):
    pages = vault_pages(example)
    assert len(pages) == 105
    for name, text in pages.items():
        heading = re.search(r"^# (.+)$", text, re.M).group(1)
        page = at(site, name)
        assert page.all("h1")[0].text.strip() == heading.replace("\\", ""), name
        assert heading in page.title, name


def test_each_type_has_an_index_with_its_pages(site, example):
    for kind, count in TYPES.items():
        wanted = {f"{name}.html" for name, text in vault_pages(example).items() if re.search(rf"^type: {kind}$", text.split("\n---\n")[0], re.M)}
        wanted = {name if name != "index.html" else next(p for p in site.pages if p.startswith("index~")) for name in wanted}
        assert len(wanted) == count
        listed = set(links.targets(site.root / f"types/{kind}.html", site.root))
        assert wanted <= listed, wanted - listed
        assert re.search(rf"\b{count}\b", site.read(f"types/{kind}.html").text)


def test_dangling_links_are_words_and_findings(site, findings):
    page = at(site, "overview")
    for title in ("Power budget", "Cable labelling", "Cold spare policy"):
        assert title in page.text and anchors(site, "overview", title) == []
    dangling = [f for f in findings if f["code"] == "dangling-link"]
    named = [(f["path"], f["line"], re.search("“(.*?)”", f["message"]).group(1)) for f in dangling]
    assert named == [("wiki/concepts/sanitising-sample.md", 26, "missing.png"), ("wiki/overview.md", 37, "Power budget"),
                     ("wiki/overview.md", 37, "Cable labelling"), ("wiki/overview.md", 37, "Cold spare policy")]


def test_an_alias_leads_to_its_page(site):
    assert anchors(site, "overview", "Text splitting") == ["concepts/chunking.html"]


def test_an_alias_is_an_address_too(site, site_url, browser):
    for name in ("concepts/Text-splitting.html", "concepts/Passage-segmentation.html"):
        assert name in site.files and name not in site.pages
        with chromium.visit(browser, f"{site_url}/{name}") as seen:
            seen.page.wait_for_url("**/concepts/chunking.html")


def test_an_ambiguous_link_goes_to_the_nearest_and_is_told(site, findings):
    assert anchors(site, "concepts/wikilink", "Mirror")[0] == "concepts/mirror.html"
    told = [f for f in findings if f["code"] == "ambiguous-link"]
    assert {f["path"] for f in told} == {"wiki/concepts/wikilink.md"}
    assert "concepts/mirror" in told[0]["message"] and "entities/mirror" in told[0]["message"]
    assert told[0]["line"] == 33


@pytest.mark.parametrize("name, target", list(PATH_LINKS.items()))
def test_links_by_path_resolve(site, name, target):
    assert target in links.targets(site.root / f"{name}.html", site.root)


def test_a_path_link_in_a_table_keeps_its_label(site):
    assert anchors(site, "concepts/storage-pool", "Two-way mirror") == ["concepts/mirror.html"]
    assert anchors(site, "concepts/storage-pool", "tank/notes") == ["concepts/snapshot.html"]


def test_unreadable_frontmatter_is_a_finding_and_the_page_is_there(site, findings):
    told = [f for f in findings if f["path"] == "wiki/concepts/archival-package.md"]
    assert any(f["code"] == "invalid-frontmatter" and f["line"] >= 1 for f in told), told
    page = at(site, "concepts/archival-package")
    assert page.all("h1")[0].text.strip() == "Archival package: what belongs inside"
    assert "title:" not in main_element_text(page)


def test_a_page_without_type_is_a_finding(findings):
    told = [f for f in findings if f["path"] == "wiki/concepts/wikilink.md" and "type" in f["code"]]
    assert len(told) == 1, told


def test_colliding_and_doubled_headings_have_their_own_ids(site):
    page = at(site, "comparisons/c---vs-c-")
    ids = {e.text.strip(" #"): e.attributes.get("id") for e in page.elements if e.tag in ("h2", "h3")}
    assert ids["C++ client"] and ids["C# client"] and ids["C++ client"] != ids["C# client"]
    for name in ("comparisons/containers-vs-virtual-machines", "comparisons/static-vs-dynamic"):
        page = at(site, name)
        texts = [(e.text.strip(" #"), e.attributes.get("id")) for e in page.elements if e.tag in ("h2", "h3", "h4") and e.attributes.get("id")]
        doubled = {text for text, _ in texts if sum(1 for t, _ in texts if t == text) > 1}
        assert doubled, name
        assert len({i for _, i in texts}) == len(texts)


def test_the_contents_list_reaches_every_heading(site):
    for name in ("comparisons/c---vs-c-", "comparisons/containers-vs-virtual-machines", "concepts/ベクトル検索", "concepts/النسخ-الاحتياطي"):
        page = at(site, name)
        linked = {e.attributes["href"][1:] for e in page.all("a") if e.attributes.get("href", "").startswith("#")}
        own = {"sources", "related", "backlinks", "contents"}  # the sections that we put after the text
        headings = {e.attributes["id"] for e in page.elements if e.tag in ("h2", "h3") and e.attributes.get("id") and "article" in e.inside} - own
        assert headings and headings <= {unquote(i) for i in linked}, name


def test_embeds_that_embed_each_other_end(site, findings):
    for here, there, words in (("point", "time", "recovery time objective"), ("time", "point", "recovery point objective")):
        page = at(site, f"concepts/recovery-{here}-objective")
        assert words in main_element_text(page).lower()
        told = [f for f in findings if f["path"] == f"wiki/concepts/recovery-{here}-objective.md" and "embed" in f["code"]]
        assert told, f"nothing is said of the circle in recovery-{here}-objective"


def test_what_would_run_does_not_and_what_may_stay_stays(site, findings):
    page = at(site, "concepts/sanitising-sample")
    assert page.all("iframe") == [] and page.all("kbd") and page.all("details") and page.all("summary")
    assert not any(e.attributes.get("href", "").lower().startswith("javascript") for e in page.elements)
    assert not any(name.startswith("on") for e in page.elements for name in e.attributes)
    # Data for search engines is no script that runs.
    assert all(e.attributes.get("src") or e.attributes.get("type") == "application/ld+json" for e in page.all("script"))
    assert not any("frame.example" in value for e in page.elements if e.tag != "a" for value in e.attributes.values()), "a link to it at most"
    told = [f for f in findings if f["path"] == "wiki/concepts/sanitising-sample.md"]
    assert {f["line"] for f in told} >= {18, 22, 26, 28}, told


def test_code_is_not_a_link_and_comments_are_gone(site):
    page = at(site, "concepts/chunking")
    assert any(e.text == "[[Snapshot|a link]]" for e in page.all("code"))
    assert "The figure of 350 is to be revisited" not in page.text
    assert "Editorial note" not in at(site, "concepts/Tags---scare-quotes").text
    page = at(site, "concepts/wikilink")
    assert any(e.text == "[[not a link]]" for e in page.all("code")) and "[[also not a link]]" in page.text
    assert any(e.text == "[[Snapshot|a copy]]" for e in page.all("code")), "a pipe that a table escapes"


@pytest.mark.parametrize("language, names", list(LANGUAGES.items()))
def test_pages_say_their_language(site, language, names):
    for name in names:
        page = at(site, name)
        marked = [e for e in page.elements if e.attributes.get("lang") == language]
        assert marked, name
        if language == "ar":
            assert any(e.attributes.get("dir") == "rtl" for e in page.elements)


def test_titles_are_escaped_once(site):
    markup = (site.root / "concepts/Tags---scare-quotes.html").read_text()
    page = at(site, "concepts/Tags---scare-quotes")
    assert 'Tags & "scare quotes" in titles' in page.title and page.all("h1")[0].text.strip() == 'Tags & "scare quotes" in titles'
    assert any(e.text == "&amp;amp;" for e in page.all("code")), "what the author wrote is what the reader sees"
    assert "&amp;amp;amp;amp;" not in markup


def test_backlinks_and_sources_are_shown(site):
    page = at(site, "concepts/snapshot")
    assert "concepts/copy-on-write.html" in links.targets(site.root / "concepts/snapshot.html", site.root)
    assert any("raw/sources/" in target for target in links.targets(site.root / "concepts/snapshot.html", site.root)), page.title
    assert len([name for name in site.pages if name.startswith("raw/")]) == 12


def test_the_dashboard_shows_the_vault(site):
    text = site.read("index.html").text
    for words in ("Homelab", "Storage", "Networking", "Inference", "Retrieval", "Publishing"):
        assert words.lower() in text.lower()
    for kind, count in TYPES.items():
        assert f"types/{kind}.html" in links.targets(site.root / "index.html", site.root)


def test_communities_of_one_and_words_of_the_server_in_another_language_do_not_show(site):
    assert "Comunità" not in site.read("index.html").text

"""What machines read: feeds, sitemap, robots.txt, linked data, llms.txt, the manifest, headers for hosts."""
from __future__ import annotations

import json
import re
import urllib.parse
import xml.etree.ElementTree as xml

import feedparser
import pytest

from support import browser as chromium
from support import leaks, titles
from support.program import succeed
from support.vault_server import Vault, VaultPage, VaultServer, page

BASE = "https://example.org/wiki/"
ATOM, MAPS = "{http://www.w3.org/2005/Atom}", "{http://www.sitemaps.org/schemas/sitemap/0.9}"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture(scope="module")
def based(example, tmp_path_factory):
    """The sample vault's site, which knows where it will be served."""
    out = tmp_path_factory.mktemp("based") / "site"
    succeed("build", example, "--out", out, "--base-url", BASE)
    return out


def inside(root, url: str, base: str) -> bool:
    """Whether an absolute address leads to a file of the site."""
    assert url.startswith(base), url
    return (root / (urllib.parse.unquote(url[len(base):].split("#")[0]) or "index.html")).is_file()


def linked_data(text: str) -> dict:
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.S)
    assert len(found) == 1, found
    return json.loads(found[0])


def check_feed(path, root, base: str) -> list:
    """RFC 4287, sections 4.1.1 and 4.1.2: what has to be there, and once."""
    feed = xml.parse(path).getroot()
    assert feed.tag == ATOM + "feed"
    for name in ("id", "title", "updated"):
        assert len(feed.findall(ATOM + name)) == 1 and feed.find(ATOM + name).text
    assert TIME.fullmatch(feed.find(ATOM + "updated").text) and feed.find(f"{ATOM}author/{ATOM}name").text
    assert {link.get("rel") for link in feed.findall(ATOM + "link")} == {"self", "alternate"}
    entries = feed.findall(ATOM + "entry")
    ids = [e.find(ATOM + "id").text for e in entries]
    assert len(ids) == len(set(ids)) and all(urllib.parse.urlsplit(i).scheme for i in ids)
    times = [e.find(ATOM + "updated").text for e in entries]
    assert all(TIME.fullmatch(t) for t in times) and times == sorted(times, reverse=True)
    for entry in entries:
        assert len(entry.findall(ATOM + "title")) == 1
        href = entry.find(f"{ATOM}link[@rel='alternate']").get("href")
        here = base + urllib.parse.quote(path.relative_to(root).as_posix())
        assert inside(root, urllib.parse.urljoin(here, href), base)
    return entries


@pytest.mark.parametrize("which", ["site", "based"])
def test_feeds(which, site, based):
    root, base = (site.root, "https://nowhere.invalid/") if which == "site" else (based, BASE)
    assert len(check_feed(root / "feed.xml", root, base)) == 30
    kinds = sorted((root / "types").glob("*.xml"))
    assert len(kinds) == len(list((root / "types").glob("*.html")))
    for path in kinds:
        assert check_feed(path, root, base), path
    if which == "based":
        feed = xml.parse(root / "feed.xml").getroot()
        assert feed.find(f"{ATOM}link[@rel='self']").get("href") == BASE + "feed.xml"


@pytest.mark.parametrize("which", ["site", "based"])
def test_feeds_say_what_pages_say(which, site, based):
    """As a reader reads them: every entry has its page's text, its links lead to files, and a feed stays of a size."""
    root, base = (site.root, "https://nowhere.invalid/x/") if which == "site" else (based, BASE)
    for path in [root / "feed.xml", *sorted((root / "types").glob("*.xml"))]:
        here = base + urllib.parse.quote(path.relative_to(root).as_posix())
        parsed = feedparser.parse(path.read_bytes(), response_headers={"content-location": here, "content-type": "application/atom+xml"})
        assert not parsed.bozo and parsed.entries and path.stat().st_size < 1_000_000
        for entry in parsed.entries:
            assert len(entry.content) == 1 and entry.content[0].type == "text/html", entry.title
            for link in re.findall(r'(?:href|src)="([^"]+)"', entry.content[0].value):
                if link.startswith(base):
                    assert inside(root, link, base), (entry.title, link)
                else:
                    assert re.match(r"(https?:|mailto:|tel:|data:)", link), (entry.title, link)
        if which == "based":
            raw = "".join(e.text for e in xml.parse(path).getroot().iter(ATOM + "content"))
            assert not [link for link in re.findall(r'(?:href|src)="([^"]+)"', raw) if not re.match(r"(https?:|mailto:|tel:|data:|#)", link)]
    snapshot = next(e for e in feedparser.parse((root / "types/concept.xml").read_bytes()).entries if "Private" not in e.title and len(e.content[0].value) > 500)
    words = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", snapshot.content[0].value)).strip()[:60]
    assert len(words) == 60


def test_a_feed_of_long_pages_has_room_for_the_newest(tmp_path):
    pages = [VaultPage(f"wiki/p{i}.md", f"---\ntitle: Page {i}\nupdated: 2026-01-1{i}\n---\n\n{f'Word{i} ' * 40_000}\n", f"Page {i}", None) for i in range(4)]
    with VaultServer(Vault(pages)) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    entries = xml.parse(tmp_path / "site/feed.xml").getroot().findall(ATOM + "entry")
    assert [e.find(ATOM + "content") is not None for e in entries] == [True, False, False, False] or (tmp_path / "site/feed.xml").stat().st_size < 600_000
    assert all(e.find(ATOM + "title") is not None for e in entries) and len(entries) == 4


def test_awkward_titles_in_feeds(tmp_path):
    titles = ["A & B <c> ]]>", "Bell\x07 and \x1b escape", "🦀 emoji", "“quotes” \"and\" 'more'"]
    pages = [VaultPage(f"wiki/p{i}.md", f"---\ntitle: {json.dumps(t, ensure_ascii=False)}\nupdated: 2026-01-0{i + 1}\n---\n\nText & ]]> <b>x</b> \x0c.\n", t, None) for i, t in enumerate(titles)]
    with VaultServer(Vault(pages)) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    entries = check_feed(tmp_path / "site/feed.xml", tmp_path / "site", "https://nowhere.invalid/")
    told = {e.find(ATOM + "title").text for e in entries}
    assert len(entries) == 4 and told > {titles[0], titles[2], titles[3]} and any(t.startswith("Bell") for t in told)


def test_an_empty_vault_has_an_empty_feed(tmp_path):
    with VaultServer(Vault([])) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters", "--base-url", BASE)
    assert check_feed(tmp_path / "site/feed.xml", tmp_path / "site", BASE) == []
    assert xml.parse(tmp_path / "site/sitemap.xml").getroot().tag == MAPS + "urlset"


def test_the_sitemap_lists_every_document_once(based):
    urls = [u.find(MAPS + "loc").text for u in xml.parse(based / "sitemap.xml").getroot()]
    documents = {p.relative_to(based).as_posix() for p in based.rglob("*.html") if b'http-equiv="refresh"' not in p.read_bytes()[:1000]}
    listed = {urllib.parse.unquote(u[len(BASE):]) or "index.html" for u in urls}
    assert len(urls) == len(listed) and listed < documents
    assert {d for d in documents - listed if not d.startswith(("assets/", "posters/"))} == {"404.html", "search.html"}
    for u in xml.parse(based / "sitemap.xml").getroot():
        date = u.find(MAPS + "lastmod")
        assert date is None or re.fullmatch(r"\d{4}-\d\d-\d\d", date.text)
    assert f"Sitemap: {BASE}sitemap.xml" in (based / "robots.txt").read_text()


def test_without_an_address_nothing_pretends_one(site):
    assert not (site.root / "sitemap.xml").exists()
    assert "Sitemap" not in (site.root / "robots.txt").read_text()
    text = (site.root / "concepts/snapshot.html").read_text()
    assert "canonical" not in text and "og:url" not in text and "og:title" in text


def test_canonical_addresses_and_previews(based):
    for name, path in {"concepts/snapshot.html": "concepts/snapshot.html", "index.html": "", "types/concept.html": "types/concept.html"}.items():
        text = (based / name).read_text()
        assert f'<link rel="canonical" href="{BASE}{path}">' in text and f'<meta property="og:url" content="{BASE}{path}">' in text
        picture = re.search(r'<meta property="og:image" content="([^"]*)">', text).group(1)
        assert inside(based, picture, BASE) and picture.endswith(".png")
    assert "canonical" not in (based / "404.html").read_text()


def test_linked_data_says_what_pages_are(based, site):
    home = linked_data((based / "index.html").read_text())
    assert home["@type"] == "WebSite" and home["url"] == BASE and home["potentialAction"]["target"].startswith(BASE + "search.html?q=")
    page_of = {"concepts/snapshot.html": ("Article", "DefinedTerm"), "entities/restic.html": ("Article", "Thing"), "overview.html": ("CollectionPage", None),
               "comparisons/restic-vs-borg.html": ("Article", None)}
    for name, (kind, about) in page_of.items():
        data = linked_data((based / name).read_text())
        assert (data["@type"], data.get("about", {}).get("@type")) == (kind, about), name
        assert data["url"] == BASE + name and data["name"] == data["headline"] and re.fullmatch(r"\d{4}-\d\d-\d\d", data["dateModified"])
        steps = data["breadcrumb"]["itemListElement"]
        assert [s["position"] for s in steps] == [1, 2, 3] and all(inside(based, s["item"], BASE) for s in steps)
        assert all("name" in c and inside(based, c["url"], BASE) if c.get("url", "").startswith(BASE) else True for c in data.get("citation", []))
    assert "url" not in linked_data((site.root / "concepts/snapshot.html").read_text())


def test_a_title_cannot_end_the_script(tmp_path):
    title = "</script><script>alert(1)</script>"
    with VaultServer(Vault([page("wiki/a.md", json.dumps(title), "x")])) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    text = (tmp_path / "site/a.html").read_text()
    assert "<script>alert" not in text


def test_llms_txt_leads_to_pages(site, based):
    for root, base in ((site.root, ""), (based, BASE)):
        text = (root / "llms.txt").read_text()
        assert text.startswith("# ") and "\n> " in text
        links = re.findall(r"^- \[(?:\\.|[^\]\\])*\]\(([^)]*)\)", text, re.M)
        assert len(links) > 90 and all(inside(root, link, base) for link in links)


def test_the_manifest_and_its_icons(site, site_url, browser):
    manifest = json.loads((site.root / "site.webmanifest").read_text())
    assert manifest["name"] and (site.root / manifest["start_url"]).exists()
    for icon in manifest["icons"]:
        data = (site.root / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            assert f"{int.from_bytes(data[16:20])}x{int.from_bytes(data[20:24])}" == icon["sizes"]
    with chromium.visit(browser, f"{site_url}/concepts/snapshot.html") as seen:
        assert seen.page.evaluate("document.querySelector('link[rel=manifest]').href") == f"{site_url}/site.webmanifest"
        assert seen.faults(site_url) == []


def test_lasting_files_are_told_to_hosts(site):
    headers = (site.root / "_headers").read_text()
    assert "frame-ancestors 'none'" in headers
    lasting = re.findall(r"^(/assets/\S*\.[0-9a-f]{8}\.\w+)$", headers, re.M)
    assert len(lasting) >= 8 and all((site.root / path[1:]).is_file() for path in lasting)
    assert {path[1:] for path in lasting} == {p.relative_to(site.root).as_posix() for p in (site.root / "assets").rglob("*") if re.search(r"\.[0-9a-f]{8}\.\w+$", p.name)}
    # Everything that a page loads under a lasting name is there.
    text = (site.root / "concepts/snapshot.html").read_text()
    for name in re.findall(r'(?:href|src)="\.\./(assets/[^"]*\.[0-9a-f]{8}\.\w+)"', text):
        assert (site.root / name).is_file()
    sheet = next((site.root / "assets").glob("site.*.css"))
    for name in re.findall(r"url\(([^)\"']+)\)", sheet.read_text()):
        assert (sheet.parent / name).is_file(), name


def test_a_name_changes_with_the_content_alone(site, based):
    names = lambda root: {p.relative_to(root).as_posix() for p in (root / "assets").rglob("*") if re.search(r"\.[0-9a-f]{8}\.\w+$", p.name)}
    assert names(site.root) == names(based)


def test_nothing_private_is_told_to_machines(based):
    assert leaks.found(based, ["Private shopping list", "private-shopping-list", "private_shopping_list"]) == []


def test_each_page_has_its_markdown_beside_it(site, based):
    for root in (site.root, based):
        pages = titles.of_site(root)
        assert len(pages) == 105
        for address, title in pages.items():
            text = (root / (address.removesuffix(".html") + ".md")).read_text()
            front = dict(line.split(": ", 1) for line in text.split("\n---\n")[0].splitlines()[1:])
            assert json.loads(front["title"]) == title, address
            assert f'<link rel="alternate" type="text/markdown" href="' in (root / address).read_text()
        made = {p.relative_to(root).as_posix() for p in root.rglob("*.md")} - {p.relative_to(root).as_posix() for p in (root / "raw").rglob("*.md")}
        assert made == {a.removesuffix(".html") + ".md" for a in pages}


def test_markdown_says_what_the_page_says(site):
    """Its words are the page's words, its links lead to files, its code is whole."""
    for address in titles.of_site(site.root):
        path = site.root / (address.removesuffix(".html") + ".md")
        text = path.read_text().split("\n---\n", 1)[1]
        for link in re.findall(r"(?<!\\)\]\(<?([^)>#]+)[^)]*\)", re.sub(r"(?s)```.*?```|`[^`]*`", "", text)):
            if not re.match(r"[a-z]+:", link):
                assert (path.parent / urllib.parse.unquote(link)).exists(), (address, link)
    text = (site.root / "concepts/snapshot.md").read_text()
    assert "\n## Taking one\n" in text and "```bash\n# Create a recursive snapshot" in text and "<span" not in text


def test_markdown_keeps_what_is_hidden_hidden(tmp_path):
    """Comments, unused definitions and frontmatter of the vault's file, and names of private pages in any form of link."""
    secret = VaultPage("wiki/hidden-matter.md", "---\ntitle: Hidden matter\npublish: false\naliases: [Veiled thing]\n---\n\nx\n", "Hidden matter", "concept")
    text = ("---\ntitle: Open\nrelated: [Hidden matter]\nnotes: Marginalium\n---\n\nSee [[Hidden matter]] and [[Veiled thing#Part]], ![[Hidden matter]], [x](hidden-matter.md), [y][r].\n\n"
            "[r]: hidden-matter.md \"Hidden matter\"\n[unused]: hidden-matter.md\n[^n]: Unusedium\n\n%% Commentarium %%\n\n<!-- Remarkium -->\n\n| a | b |\n|---|---|\n| [[Hidden matter\\|c]] | `d|e` |\n")
    with VaultServer(Vault([VaultPage("wiki/open.md", text, "Open", "concept"), secret])) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    made = (tmp_path / "site/open.md").read_text()
    assert "| c |" in made and "[x]" not in made
    assert leaks.found(tmp_path / "site", ["Hidden matter", "hidden-matter", "Veiled thing", "Marginalium", "Unusedium", "Commentarium", "Remarkium", secret.id]) == []


def test_no_markdown_leaves_none(example, tmp_path):
    succeed("build", example, "--out", tmp_path / "site", "--no-posters", "--no-markdown")
    assert not list((tmp_path / "site/concepts").glob("*.md")) and "text/markdown" not in (tmp_path / "site/concepts/snapshot.html").read_text()

"""`synapse-publish.yml`: what it keeps private leaves no trace, what it adds is there, what is wrong is told."""
from __future__ import annotations

import re
import shutil

import pytest

from support import leaks, tree
from support.program import environment, run, succeed

# Pages and files that the rules below keep back, and words of theirs.
KEPT_BACK = """
title: Kept back
publish:
  except: {types: [Index], folders: [wiki/queries], tags: [security]}
"""


@pytest.fixture(scope="module")
def vaults(example, tmp_path_factory):
    """The sample's files with its map beside them, and the same where each page says itself what the rules say."""
    folder = tmp_path_factory.mktemp("settings")
    for name in ("plain", "marked"):
        shutil.copytree(example / "vault", folder / name / "vault")
        shutil.copy(example / "graph.json", folder / name / "vault/graph.json")
    hidden = []
    for path in sorted((folder / "marked/vault/wiki").rglob("*.md")):
        text = path.read_text()
        tags = re.search(r"^tags: *\[(.*)\]", text.split("\n---", 1)[0], re.M)
        named = {tag.strip().lower() for tag in tags.group(1).split(",")} if tags else set()
        is_index = re.search(r"^type: *index$", text.split("\n---", 1)[0], re.M)
        if is_index or "queries" in path.parts or any(tag.split("/")[0] == "security" for tag in named) or re.search(r"(?<![\w/])#security\b", text):
            path.write_text(text.replace("---\n", "---\npublish: false\n", 1))
            hidden.append(path.relative_to(folder / "marked/vault"))
    assert len(hidden) > 3 and any("queries" not in path.parts for path in hidden), hidden
    return folder, hidden


@pytest.fixture(scope="module")
def kept(vaults):
    folder, _ = vaults
    (folder / "kept.yml").write_text(KEPT_BACK)
    (folder / "title.yml").write_text("title: Kept back\n")
    env = environment(XDG_CACHE_HOME=str(folder / "cache"))
    succeed("build", folder / "plain/vault", "--config", folder / "kept.yml", "--out", folder / "by-settings", "--no-posters", env=env)
    succeed("build", folder / "marked/vault", "--config", folder / "title.yml", "--out", folder / "by-pages", "--no-posters", env=env)
    return folder, env


def test_what_settings_keep_back_is_as_if_the_pages_said_so(kept):
    """Byte for byte the same site."""
    folder, _ = kept
    one, other = tree.files(folder / "by-settings"), tree.files(folder / "by-pages")
    assert sorted(one) == sorted(other)
    different = [name for name in one if one[name].read_bytes() != other[name].read_bytes()]
    assert different == []


def test_the_proof_of_privacy_reads_the_settings(tmp_path):
    """Of a vault whose public pages say nothing of the others."""
    for name, text in {
        "wiki/open.md": "---\ntitle: Open page\n---\nPlain words, and [[Zanzibarium plan]].\n",
        "wiki/secret/plan.md": "---\ntitle: Zanzibarium plan\n---\nSeven palms stand where the treasure of the captain lies.\n",
    }.items():
        (tmp_path / "vault" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / name).write_text(text)
    (tmp_path / "kept.yml").write_text("publish: {except: {folders: [secret]}}\n")
    (tmp_path / "open.yml").write_text("title: Open\n")
    env = environment(XDG_CACHE_HOME=str(tmp_path / "cache"))
    for name in ("kept", "open"):
        succeed("build", tmp_path / "vault", "--config", tmp_path / f"{name}.yml", "--out", tmp_path / name, "--no-posters", env=env)
    proof = ["check", "privacy", tmp_path / "kept", tmp_path / "vault", "--config", tmp_path / "kept.yml"]
    assert "no trace of 1 private page" in succeed(*proof, env=env).out
    assert leaks.found(tmp_path / "kept", ["Zanzibarium", "seven palms"]) == []
    # The same pages, published, are traces.
    proof[2] = tmp_path / "open"
    assert run(*proof, env=env).code == 65


def test_names_of_what_is_kept_back_are_nowhere(vaults, kept):
    folder, hidden = vaults
    names = [path.stem for path in hidden if "queries" in path.parts]
    assert names and leaks.found(folder / "by-settings", [f"{name}.html" for name in names]) == []


@pytest.fixture(scope="module")
def adorned(example, tmp_path_factory):
    folder = tmp_path_factory.mktemp("adorned")
    (folder / "own.js").write_text("document.documentElement.dataset.own = 'ran';\n")
    (folder / "templates").mkdir()
    (folder / "templates/notfound.mustache").write_text("{{<layout}}{{$main}}<h1>Own words {{> own-part}}</h1>{{/main}}{{/layout}}\n")
    (folder / "templates/own-part.mustache").write_text("for {{siteTitle}}")
    (folder / "synapse-publish.yml").write_text("""
title: Own <title>
language: it
base-url: https://wiki.example.org/w/
theme: light
search: false
markdown: false
posters: false
sources: none
navigation: [home, {page: overview, label: Start}, {url: "https://example.org/x", label: Elsewhere}]
footer: {text: "© us", links: [{url: "mailto:a@example.org", label: Write}, {page: overview}]}
page-link: {url: "https://git.example.org/{path}?x={id}", label: Edit}
snippet: {script: own.js, hosts: ["https://stats.example.org"]}
colors: {light: {accent.accent: "#0b5c8a", accent.accent-strong: "#084a70"}}
templates: templates
""")
    return folder, succeed("build", example, "--out", folder / "site", cwd=folder)


def test_every_setting_has_its_effect(adorned):
    folder, done = adorned
    site = folder / "site"
    assert "Settings of synapse-publish.yml" in done.out
    home = (site / "index.html").read_text()
    assert 'lang="it"' in home and "<title>Own &lt;title&gt;</title>" in home and 'data-theme="light"' in home
    assert "connect-src 'self' https://stats.example.org;" in home and "script-src 'self';" in home
    assert 'href="https://example.org/x"' in home and ">Start<" in home and 'href="mailto:a@example.org"' in home and "© us" in home
    page = (site / "concepts/accessibility.html").read_text()
    assert re.search(r'href="https://git\.example\.org/wiki/concepts/accessibility\.md\?x=[0-9a-f-]+"[^>]*>Edit<', page)
    assert re.search(r'src="\.\./assets/own\.[0-9a-f]{8}\.js" defer', page) and 'href="../overview.html"' in page
    assert not (site / "search.html").exists() and not (site / "sources.html").exists() and not (site / "posters").exists()
    assert not (site / "concepts/accessibility.md").exists() and (site / "sitemap.xml").exists()
    assert "<h1>Own words for Own &lt;title&gt;</h1>" in (site / "404.html").read_text()
    assert "#0b5c8a" in next((site / "assets").glob("site.*.css")).read_text()
    assert not list((site / "raw/sources").glob("*.html")), "no pages of sources"


def test_flags_go_before_the_file(adorned, example):
    folder, _ = adorned
    succeed("build", example, "--out", folder / "flags", "--lang", "de", "--theme", "both", "--base-url", "https://other.example.org/", cwd=folder)
    home = (folder / "flags/index.html").read_text()
    assert 'lang="de"' in home and "data-theme" not in home.split(">", 2)[1] and "https://other.example.org/" in home


def test_own_script_runs_and_no_other_host_is_asked(adorned, browser):
    folder, _ = adorned
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / "site/index.html").as_uri())
    assert page.locator("html").get_attribute("data-own") == "ran"
    assert all(url.startswith("file:") or url.startswith("data:") for url in asked)
    page.close()


@pytest.mark.parametrize("name, text, place, said", [
    ("synapse-publish.yml", "titel: x\n", "synapse-publish.yml:1", "Did you mean 'title'?"),
    ("synapse-publish.yml", "navigation:\n  - page: Nowhere at all\n", "synapse-publish.yml:2", "no published page is called 'Nowhere at all'"),
    ("synapse-publish.yml", "colors:\n  light:\n    text.text: \"#eeeeee\"\n", "synapse-publish.yml:3", "text needs 4.5"),
    ("t/page.mustache", "{{<layout}}\n{{$main}}\n{{titel}}\n{{/main}}\n{{/layout}}\n", "t/page.mustache:3", "did you mean title?"),
    ("t/paeg.mustache", "", "t/paeg.mustache", "Did you mean 'page.mustache'?"),
])
def test_what_is_wrong_is_told_with_its_place(name, text, place, said, tmp_path):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    done = run("build", "sample", "--out", tmp_path / "site", *(["--templates", "t"] if name.startswith("t/") else []), cwd=tmp_path)
    assert done.code == 78 and f"at: {place}" in done.err and said in done.err, done.said
    assert not (tmp_path / "site").exists()


def test_init_writes_what_can_be_read(tmp_path):
    succeed("init", tmp_path)
    done = succeed("check", "sample", cwd=tmp_path)
    assert done.code == 0 and run("init", tmp_path).code == 73

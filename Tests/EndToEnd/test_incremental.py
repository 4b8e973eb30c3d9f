"""A site that is built again: the files that a whole build makes, and only those written that are others."""
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from support import edits, nights, tree
from support.program import run, succeed
from support.rebuilds import Site, edited

# With search and without, with and without what lies beside the pages.
OPTIONS = [[], ["--no-search"], ["--no-markdown", "--compress", "gz"], ["--base-url", "https://example.org/w/", "--og-images", "none"]]


def test_posters_are_drawn_again_where_the_graph_is_another(tmp_path):
    site, vault = Site(tmp_path), edits.Vault(5)
    site.options = ["--base-url", "https://example.org/", "--og-images", "pages"]
    vault.write(site.snapshot)
    site.build()
    posters = lambda: {name: stamp for name, stamp in site.stamps.items() if name.startswith("posters/")}
    before = posters()
    sorted(vault.pages.items())[0][1].paragraphs.append("A sentence more.")
    vault.write(site.snapshot)
    site.check("a sentence")
    assert posters() == before and len(before) > 12
    for edit in [vault.move_graph, vault.rename_community, vault.rename, vault.retitle, vault.refront]:
        edit()
        vault.write(site.snapshot)
        site.check(edit.__name__)


def test_a_site_with_a_past(tmp_path):
    """Night by night: earlier versions come, and pages that are as they were tell of them."""
    site, vault = Site(tmp_path), edits.Vault(11)
    site.options = ["--no-posters", "--store", str(tmp_path / "store")]
    for night in range(5):
        vault.write(site.snapshot)
        (site.snapshot / "pull.json").write_text(json.dumps({"started": nights.moment(night), "finished": nights.moment(night)}))
        succeed("archive", "add", site.snapshot, "--store", tmp_path / "store")
        site.check(f"night {night}")
        site.check(f"night {night}, again")
        vault.step()


def sequence(folder: Path, seed: int, steps: int) -> None:
    vault = edits.Vault(seed)
    site = Site(folder, *OPTIONS[seed % len(OPTIONS)])
    story = []
    for number in range(steps + 1):
        vault.write(site.snapshot)
        site.check(f"seed {seed}: {', then '.join(story) or 'the first build'}")
        story.append(vault.step())


@pytest.mark.parametrize("batch", range(8))
def test_whatever_is_edited_the_site_is_that_of_a_whole_build(batch, tmp_path):
    for number in range(6):
        sequence(tmp_path / str(number), batch * 100 + number, 4)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(40))
def test_hundreds_of_sequences(batch, tmp_path):
    for number in range(10):
        sequence(tmp_path / str(number), 10_000 + batch * 100 + number, 8)


@pytest.fixture
def site(tmp_path) -> Site:
    return edited(tmp_path)


def test_where_nothing_has_changed_nothing_is_touched(site):
    before = {name: (path.stat().st_ino, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for name, path in tree.files(site.out).items()}
    site.check("again")
    assert before == {name: (path.stat().st_ino, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for name, path in tree.files(site.out).items()}
    assert "Nothing has changed" in succeed("build", site.snapshot, "--out", site.out, *site.options, env=site.env).out


def test_only_what_is_another_is_written(site):
    before = site.stamps
    path, page = sorted(site.vault.pages.items())[0]
    page.paragraphs.append("A sentence about batteries.")
    site.vault.write(site.snapshot)
    hashes = tree.digest(site.out)
    site.check("one page edited")
    after = site.stamps
    others = {name for name, value in tree.digest(site.out).items() if hashes.get(name) != value}
    written = {name for name in after if after[name] != before.get(name)}
    assert written - {".synapse-publish.json"} == others - {".synapse-publish.json"}
    assert len(others) < len(after) / 2


def test_a_page_more_is_told_by_the_pages_that_show_it(site):
    """No frame of a page counts pages: of those that do not show the new page, and are not shown by it, none is another."""
    before = tree.digest(site.out)
    site.vault.pages["wiki/entities/zz newcomer.md"] = newcomer = edits.Page("ZZ newcomer", 999)
    newcomer.front["type"] = "concept"
    newcomer.paragraphs = ["Alone in the world."]
    site.vault.write(site.snapshot)
    site.check("one page more")
    after = tree.digest(site.out)
    pages = [name for name in after if name.split("/")[0] in ("concepts", "entities", "notes") and name.endswith(".html")]
    others = [name for name in pages if before.get(name) != after[name]]
    # Itself, and its neighbour in the order of titles.
    assert len(others) == 2 and "entities/zz-newcomer.html" in others, others


def test_other_settings_templates_and_colours_make_everything_anew(site, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    settings = site.snapshot.parent / "synapse-publish.yml"
    for text in ["title: Another", "title: Another!", "colors:\n  light:\n    surface.bg: '#fffdf8'", "sources: none", "publish:\n  except: {types: [entity]}", "templates: own"]:
        settings.write_text(text + "\n")
        site.check(text)
    template = Path(__file__).parents[2] / "templates/foot.mustache"
    for mark in ["<p>one</p>", "<p>two</p>"]:
        (own / "foot.mustache").write_text(template.read_text() + mark)
        site.check(mark)
    settings.unlink()
    site.check("no settings")
    for options in [["--lang", "de"], ["--theme", "dark"], ["--no-search"], []]:
        site.check(str(options), *options)


def test_full_forgets_and_verify_compares(site):
    site.options += ["--base-url", "https://example.org/"]
    site.build()
    before = site.stamps
    assert any(name.startswith("previews/") for name in before)
    site.build("--full")
    after = site.stamps
    assert not set(before.values()) & set(after.values())
    site.vault.step()
    site.vault.write(site.snapshot)
    site.build("--verify-incremental")
    site.build("--verify-incremental")


def test_verify_tells_what_differs(site):
    # What no build makes: a memory that says of another text that it is this page's.
    path, page = sorted(site.vault.pages.items())[0]
    name = next(name for name in tree.files(site.out) if name.startswith("concepts/") and name.endswith(".html"))
    victim = site.out / name
    stamp = victim.stat()
    with victim.open("r+b") as file:
        file.write(b"<!doctype HTML>")
    os.utime(victim, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    done = run("build", site.snapshot, "--out", site.out, "--verify-incremental", *site.options, env=site.env)
    assert done.code == 65 and name in done.err and "--full" in done.err
    site.check("the build after it is a whole one")


def test_a_snapshot_that_is_pulled_again_or_lies_elsewhere_is_known(site):
    before = site.stamps
    moved = site.snapshot.rename(site.snapshot.parent / "moved")
    site.vault.write(site.snapshot)
    site.check("new files of the same bytes")
    site.snapshot = moved
    site.check("another place")
    assert site.stamps == before | {".synapse-publish.json": site.stamps[".synapse-publish.json"]}

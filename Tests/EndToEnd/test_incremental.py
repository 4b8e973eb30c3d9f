"""A site that is built again: the files that a whole build makes, and only those written that are others."""
from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from support import edits, nights, tree
from support.program import environment, run, start, succeed, wait_until

# With search and without, with and without what lies beside the pages.
OPTIONS = [[], ["--no-search"], ["--no-markdown", "--compress", "gz"], ["--base-url", "https://example.org/w/", "--og-images", "none"]]


class Site:
    """One output folder with a cache of its own, and beside it the folder that whole builds make."""

    def __init__(self, folder: Path, *options: str):
        self.snapshot, self.out, self.whole = folder / "snapshot", folder / "site", folder / "whole"
        self.options, self.cache = ["--no-posters", *options], folder / "cache"
        self.env = environment(XDG_CACHE_HOME=str(self.cache))

    def build(self, *options: str, **how) -> dict:
        done = succeed("build", self.snapshot, "--out", self.out, "--json", "--report", self.out.parent / "report.json", *self.options, *options, env=self.env, **how)
        return json.loads(done.out)

    def build_whole(self, *options: str) -> dict:
        done = succeed("build", self.snapshot, "--out", self.whole, "--full", "--json", "--report", self.out.parent / "whole.json", *self.options, *options,
                       env=environment(XDG_CACHE_HOME=str(self.cache / "whole")))
        return json.loads(done.out)

    def check(self, what: str, *options: str) -> None:
        told, whole = self.build(*options), self.build_whole(*options)
        assert tree.difference(self.out, self.whole) == [], what
        assert told | {"output": ""} == whole | {"output": ""}, what
        assert (self.out.parent / "report.json").read_bytes() == (self.out.parent / "whole.json").read_bytes(), what

    @property
    def stamps(self) -> dict[str, int]:
        return {name: path.stat().st_ino for name, path in tree.files(self.out).items()}


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
    made = Site(tmp_path)
    made.vault = edits.Vault(7)
    made.vault.write(made.snapshot)
    made.build()
    return made


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


@pytest.mark.parametrize("harm", ["edit", "same size", "remove", "link", "packed"])
def test_a_file_of_the_output_that_somebody_changed_is_made_again(site, harm):
    if harm == "packed":
        site.options += ["--compress", "gz"]
        site.build()
    name = next(name for name in tree.files(site.out) if name.startswith("concepts/") and name.endswith(".html.gz" if harm == "packed" else ".html"))
    victim = site.out / name
    good = victim.read_bytes()
    if harm == "remove":
        victim.unlink()
    elif harm == "link":
        victim.rename(site.out.parent / "aside")
        victim.symlink_to(site.out.parent / "aside")
    else:
        victim.write_bytes(good + b"x" if harm == "edit" else bytes(reversed(good)))
    site.check(harm)
    assert victim.read_bytes() == good and not victim.is_symlink()


@pytest.mark.parametrize("harm", ["empty", "cut", "flipped", "blobs cut", "blobs flipped", "no blobs", "all gone"])
def test_a_damaged_memory_is_no_memory(site, harm):
    [folder] = (site.cache / "synapse-publish/builds").iterdir()
    [blobs] = folder.glob("blobs-*")
    victim = blobs if "blobs" in harm else folder / "index"
    data = victim.read_bytes()
    match harm.split()[-1]:
        case "empty": victim.write_bytes(b"")
        case "cut": victim.write_bytes(data[:len(data) // 2])
        case "flipped": victim.write_bytes(bytes(byte ^ 1 if place % 7 == 0 else byte for place, byte in enumerate(data)))
        case "blobs": victim.unlink()
        case "gone": [path.unlink() for path in folder.iterdir()]
    site.vault.step()
    site.vault.write(site.snapshot)
    site.check(harm)
    site.vault.step()
    site.vault.write(site.snapshot)
    site.check(f"{harm}, and again")


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
    before = site.stamps
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


def test_a_page_that_is_not_what_the_manifest_says_is_found(site):
    page = next((site.snapshot / "vault/wiki").rglob("*.md"))
    data = page.read_bytes()
    page.write_bytes(bytes(reversed(data)))
    done = run("build", site.snapshot, "--out", site.out, *site.options, env=site.env)
    assert done.code == 65 and page.name in done.err
    page.write_bytes(data)
    site.check("mended")


def test_private_pages_leave_no_trace_in_what_is_kept_of_the_output(site):
    path, page = sorted(site.vault.pages.items())[0]
    page.paragraphs.append("Zanzibarium lies there.")
    site.vault.write(site.snapshot)
    site.check("public")
    page.front["publish"] = "false"
    site.vault.write(site.snapshot)
    site.check("private")
    assert not any(b"Zanzibarium" in file.read_bytes() or page.title.encode() in file.read_bytes() for file in tree.files(site.out).values())
    # The memory holds what is private: nobody else reads it.
    for kept in (site.cache / "synapse-publish").rglob("*"):
        assert kept.stat().st_mode & 0o077 == 0, kept


def test_what_was_kept_of_an_output_that_is_gone_goes_too(site, tmp_path):
    builds = site.cache / "synapse-publish/builds"
    succeed("build", site.snapshot, "--out", tmp_path / "second", *site.options, env=site.env)
    assert len(list(builds.iterdir())) == 2
    shutil.rmtree(site.out)
    succeed("build", site.snapshot, "--out", tmp_path / "third", *site.options, env=site.env)
    assert {(folder / "place").read_text() for folder in builds.iterdir()} == {str(tmp_path / "second"), str(tmp_path / "third")}
    site.check("the output is made again")


def test_a_kill_leaves_the_old_site_or_the_new_one_and_the_next_build_is_right(site):
    for number in range(12):
        site.vault.step()
        site.vault.write(site.snapshot)
        old = tree.digest(site.out)
        process = start("build", site.snapshot, "--out", site.out, *site.options, env=site.env)
        time.sleep(0.012 * number)
        process.kill()
        process.wait(30)
        now = tree.digest(site.out)
        site.check(f"killed after {12 * number} ms")
        assert now in (old, tree.digest(site.out))


def test_what_a_killed_run_left_goes_also_where_nothing_has_changed(site):
    site.vault.step()
    site.vault.write(site.snapshot)
    process = start("build", site.snapshot, "--out", site.out, *site.options, env=site.env)
    assert wait_until(lambda: len(tree.neighbours(site.out)) > 2 or process.poll() is not None, step=0.0002)
    process.kill()
    process.wait(30)
    site.build()
    site.build()
    assert not [name for name in tree.neighbours(site.out) if "synapse-publish-" in name]


def test_no_cache_is_no_hindrance(site):
    site.env = environment(HOME="/nonexistent", XDG_CACHE_HOME="/nonexistent")
    site.vault.step()
    site.vault.write(site.snapshot)
    site.check("no cache")


def test_two_runs_with_one_memory(site, tmp_path):
    site.vault.step()
    site.vault.write(site.snapshot)
    command = ["build", site.snapshot, "--out", site.out, *site.options]
    running = [start(*command, env=site.env) for _ in range(4)]
    codes = [process.wait(60) for process in running]
    assert set(codes) <= {0, 75} and 0 in codes
    site.check("after four at once")

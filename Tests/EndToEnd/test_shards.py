"""`build --shard` and `merge`: any number of parts make the site of one build, byte for byte, or nothing."""
from __future__ import annotations

import json
import os
import random
import shutil
import signal

import pytest

from support import hostile, past, tree
from support.program import run, start, succeed, wait_until
from support.pulls import small
from support.shards import merge, shards
from support.vault_server import Vault, VaultServer, page


def same(source, folder, count, *options):
    """Builds at once and in parts, merges these in any order, and compares sites, summaries and findings."""
    whole = succeed("build", source, "--out", folder / "whole", "--json", "--report", folder / "whole.json", *options)
    parts = shards(source, folder, count, *options)
    before = {part: tree.digest(part) for part in parts}
    random.Random(count).shuffle(parts)
    merged = merge(parts, folder / "merged", "--json", "--report", folder / "merged.json")
    assert merged.code == 0, merged.said
    assert tree.difference(folder / "whole", folder / "merged") == []
    left, right = json.loads(whole.out), json.loads(merged.out)
    assert {k: v for k, v in left.items() if k not in ("command", "output")} == {k: v for k, v in right.items() if k not in ("command", "output")}
    assert len(left["rootHash"]) == 64
    assert (folder / "whole.json").read_bytes() == (folder / "merged.json").read_bytes()
    assert {part: tree.digest(part) for part in parts} == before, "parts stay as they are"
    return parts


EVERYTHING = ("--base-url", "https://example.org/wiki/", "--offline", "visited", "--og-images", "pages", "--compress", "gz")


@pytest.mark.parametrize("count", [1, 2, 3, 7, 50])
def test_any_number_of_parts_makes_the_site(count, example, tmp_path):
    parts = same(example, tmp_path, count, *EVERYTHING)
    sizes = [len(tree.files(part / "files")) for part in parts]
    assert sum(sizes) + len(tree.files(tmp_path / "merged/assets/search")) * 2 >= len(tree.files(tmp_path / "merged")) - 3
    assert count == 1 or max(sizes) < sum(sizes)


@pytest.mark.parametrize("options", [
    ("--no-search",), ("--no-posters", "--compress", "gz,br"), ("--offline", "all"), ("--offline", "remove", "--no-posters"),
    ("--theme", "dark", "--lang", "ar", "--no-markdown", "--no-posters"),
], ids=lambda options: " ".join(options))
def test_whatever_the_options_are(options, example, tmp_path):
    same(example, tmp_path, 3, *options)


def test_whatever_the_settings_are(example, tmp_path):
    """Also where each part finds them at another place."""
    for name in ("here", "there"):
        (tmp_path / name / "own").mkdir(parents=True)
        (tmp_path / name / "own/own-note.mustache").write_text("<p>Of our own</p>")
        (tmp_path / name / "own.yml").write_text("title: Renamed\nsources: embed\ncompress: gz\npublish: {except: {types: [query]}}\n"
                                                 'colors: {light: {accent.accent: "#0b5c8a"}}\ntemplates: own\n')
    succeed("build", example, "--out", tmp_path / "whole", "--config", tmp_path / "here/own.yml", "--no-posters")
    parts = []
    for number, name in enumerate(("here", "there"), 1):
        parts.append(tmp_path / f"part-{number}")
        succeed("build", example, "--shard", f"{number}/2", "--out", parts[-1], "--config", tmp_path / name / "own.yml", "--no-posters")
    assert merge(parts, tmp_path / "merged").code == 0
    assert tree.difference(tmp_path / "whole", tmp_path / "merged") == []


def test_a_site_with_a_past(tmp_path):
    snapshots = [past.snapshot(tmp_path, pages, number) for number, pages in enumerate(past.story(), 1)]
    for snapshot in snapshots[:4]:
        succeed("archive", "add", snapshot, "--store", tmp_path / "store")
    same(snapshots[4], tmp_path, 3, "--store", tmp_path / "store", "--no-posters")


@pytest.mark.parametrize("count", [1, 2, 3, 7, 50])
def test_another_vault(count, tmp_path):
    """Pages that are hostile, alike, private, without words, in other scripts."""
    pages = [page(f"wiki/concepts/h{i}.md", f"Hostile {i}", text) for i, text in enumerate(hostile.pages()[:40])]
    pages += [page(f"wiki/entities/e{i}.md", None, "", type=None) for i in range(3)]
    pages += [page("wiki/concepts/日本.md", "日本語", "これは文です。[[Hostile 1]] [[Nowhere]]"), page("wiki/concepts/p.md", "Secret", "x", extra="publish: false\n")]
    with VaultServer(Vault(pages, files={"raw/sources/table.csv": b"a,b\n1,2\n", "raw/sources/index.html.gz": b"no gzip"})) as server:
        succeed("pull", server.url, "--out", tmp_path / "snapshot")
    same(tmp_path / "snapshot", tmp_path, count, "--compress", "gz", "--offline", "all")


def test_a_merge_can_be_repeated(made_parts, parts, tmp_path):
    for _ in range(2):
        assert merge(parts, tmp_path / "site").code == 0
        assert tree.difference(made_parts / "site", tmp_path / "site") == []
    # Files are not stored twice.
    assert (tmp_path / "site/index.html").stat().st_nlink > 1
    before = tree.digest(parts[1])
    succeed("build", made_parts / "snapshot", "--shard", "2/3", "--out", parts[1], "--no-posters", "--jobs", "5")
    assert tree.digest(parts[1]) == before, "a part that is made_parts again is the same"


def test_a_build_over_a_merge_and_a_merge_over_a_build(made_parts, parts, tmp_path):
    """What a build remembers of a place does not hold after a merge, and the other way round."""
    succeed("build", made_parts / "snapshot", "--out", tmp_path / "site", "--no-posters")
    for options in (("--no-posters", "--theme", "dark"), ("--no-posters",)):
        fresh = shards(made_parts / "snapshot", tmp_path / options[-1], 2, *options)
        assert merge(fresh, tmp_path / "site").code == 0
        succeed("build", made_parts / "snapshot", "--out", tmp_path / "site", "--no-posters")
        assert tree.difference(made_parts / "site", tmp_path / "site") == []
    assert merge(parts, tmp_path / "site").code == 0
    assert tree.difference(made_parts / "site", tmp_path / "site") == []
    # What is in place is never written into: parts share it.
    assert {part.name: tree.digest(part) for part in parts} == {part.name: tree.digest(made_parts / part.name) for part in parts}


def test_on_another_file_system(made_parts, tmp_path):
    other = tmp_path / "other"
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == os.stat(tmp_path).st_dev:
        pytest.skip("there is no second file system")
    other = "/dev/shm/synapse-publish-test-%d" % os.getpid()
    os.mkdir(other)
    try:
        for number in (1, 2, 3):
            shutil.copytree(made_parts / f"part-{number}", f"{other}/{number}")
        assert merge([f"{other}/{number}" for number in (3, 1, 2)], tmp_path / "site").code == 0
        assert tree.difference(made_parts / "site", tmp_path / "site") == []
    finally:
        shutil.rmtree(other)


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "1/", "/2", "1/2/3", "-1/3", "+1/3", "1/0", "a/b", "1/99999999999999999999", ""])
def test_numbers_that_are_none(text, example, tmp_path):
    done = run("build", example, "--shard", text, "--out", tmp_path / "part")
    assert done.code == 64 and "--shard" in done.err and not (tmp_path / "part").exists()


def test_a_server_is_pulled_first(tmp_path):
    done = run("build", "http://127.0.0.1:9/", "--shard", "1/2", "--out", tmp_path / "part")
    assert done.code == 64 and "Pull a snapshot first" in done.err


def test_findings_fail_a_strict_merge_alone(tmp_path):
    with VaultServer(Vault([page("wiki/concepts/a.md", "A", "[[Nowhere]]")])) as server:
        succeed("pull", server.url, "--out", tmp_path / "snapshot")
    parts = shards(tmp_path / "snapshot", tmp_path, 2, "--no-posters")
    done = merge(parts, tmp_path / "site", "--strict", "--json")
    assert done.code == 1 and (tmp_path / "site/index.html").exists()
    assert {"code": "dangling-link", "severity": "warning", "count": 1} in json.loads(done.out)["findings"]
    summary = json.loads(succeed("build", tmp_path / "snapshot", "--shard", "2/2", "--out", parts[1], "--no-posters", "--json").out)
    assert summary["shard"] == {"number": 2, "count": 2}
    assert summary["files"] == len(tree.files(parts[1] / "files"))


def test_one_part_twice_at_once(made_parts, parts):
    before = tree.digest(parts[1])
    running = [start("build", made_parts / "snapshot", "--shard", "2/3", "--out", parts[1], "--no-posters") for _ in range(3)]
    codes = []
    for process in running:
        process.communicate(timeout=120)
        codes.append(process.returncode)
    assert 0 in codes and set(codes) <= {0, 75}, codes
    assert tree.digest(parts[1]) == before and sorted(path.name for path in parts[1].parent.iterdir()) == ["part-1", "part-2", "part-3", "site"]


@pytest.mark.parametrize("sent, code", [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 143)])
def test_a_merge_that_is_ended_in_the_middle_leaves_the_old_site(sent, code, example, tmp_path):
    parts = shards(example, tmp_path, 2, "--no-posters", "--compress", "gz")
    out = tmp_path / "web/site"
    succeed("build", "sample", "--out", out, "--no-posters", "--no-search")
    before = tree.digest(out)
    process = start("merge", *parts, "--out", out, "--jobs", "1")
    try:
        staged = lambda: any(len(tree.files(path)) > 30 for path in out.parent.iterdir() if path != out)
        assert wait_until(lambda: staged() or process.poll() is not None, step=0.0005)
        assert process.poll() is None, "the merge was over before it could be ended"
        process.send_signal(sent)
        process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == code
    assert tree.digest(out) == before
    assert merge(parts, out).code == 0
    assert tree.neighbours(out) == [], "the next merge removes what a killed one left"
    succeed("build", "sample", "--out", tmp_path / "whole", "--no-posters", "--compress", "gz")
    assert tree.difference(tmp_path / "whole", out) == []

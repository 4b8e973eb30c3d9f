"""What is no whole set of parts of one build does not become a site, and the message says what is missing."""
from __future__ import annotations

import subprocess

import pytest

from support import tree
from support.program import run, succeed
from support.pulls import small
from support.shards import merge
from support.vault_server import VaultServer


def refused(parts, tmp_path, code, *words):
    """The merge fails, says so, and leaves what lay at its place."""
    before = tree.digest(tmp_path / "site")
    there = sorted(path.name for path in tmp_path.iterdir())
    done = merge(parts, tmp_path / "site")
    assert done.code == code, done.said
    for word in words:
        assert word in done.err, f"{word!r} is not in:\n{done.err}"
    assert code == 64 or "way out" in done.err
    assert tree.digest(tmp_path / "site") == before and sorted(path.name for path in tmp_path.iterdir()) == there
    return done


def test_a_part_is_missing(parts, tmp_path):
    refused(parts[:1] + parts[2:], tmp_path, 65, "Part 2 of 3 is missing", "--shard 2/3")
    refused(parts[1:2], tmp_path, 65, "2 of 3 parts are missing: 1, 3")


def test_a_part_is_given_twice(parts, tmp_path):
    refused(parts + [parts[0]], tmp_path, 65, "Part 1 of 3 is given twice")


def test_no_folder_at_all(parts, tmp_path):
    refused(parts[:2] + [tmp_path / "nothing"], tmp_path, 66, "nothing")
    assert run("merge", "--out", tmp_path / "site").code == 64
    assert run("merge", *parts).code == 64


@pytest.mark.parametrize("options, words", [
    (("--no-posters", "--theme", "dark"), "options or settings"), (("--no-posters", "--compress", "gz"), "options or settings"),
    ((), "options or settings"), (("--no-posters", "--templates", "own"), "templates"),
])
def test_a_part_of_a_build_with_other_options(options, words, made_parts, parts, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own/own-note.mustache").write_text("x")
    parts[1] = tmp_path / "another"
    succeed("build", made_parts / "snapshot", "--shard", "2/3", "--out", parts[1], *options, cwd=tmp_path)
    refused(parts, tmp_path, 65, "another build", words)


def test_a_part_of_another_snapshot(parts, tmp_path):
    with VaultServer(small(13)) as server:
        succeed("pull", server.url, "--out", tmp_path / "snapshot")
    succeed("build", tmp_path / "snapshot", "--shard", "2/3", "--out", parts[1], "--no-posters")
    refused(parts, tmp_path, 65, "another build", "the snapshot")


def test_a_part_of_another_number_of_parts(made_parts, parts, tmp_path):
    succeed("build", made_parts / "snapshot", "--shard", "2/4", "--out", parts[1], "--no-posters")
    refused(parts, tmp_path, 65, "one of 4 parts")


def test_a_site_in_place_of_a_part(made_parts, parts, tmp_path):
    refused([parts[0], parts[1], made_parts / "site"], tmp_path, 65, "no part of a site", "It holds a site")
    refused([parts[0], parts[1], made_parts / "snapshot"], tmp_path, 65, "no part of a site")


def test_every_damaged_file_is_named(parts, tmp_path):
    owner = {path: part for part in parts for path in tree.files(part / "files")}
    first, second = (owner[name] / "files" / name for name in ("index.html", "wiki.html"))
    data = bytearray(first.read_bytes())
    data[100] ^= 1
    first.write_bytes(data)
    second.unlink()
    done = refused(parts, tmp_path, 65, "2 of ", "files of the parts are missing or damaged", "damaged-part")
    assert str(first) in done.err and str(second) in done.err
    assert all(f"--shard {owner[name].name[-1]}/3" in done.err for name in ("index.html", "wiki.html"))
    third = owner["search.html"] / "files/search.html"
    third.unlink()
    third.symlink_to("/etc/hostname")
    refused(parts, tmp_path, 65, "3 of ", "files of the parts")


@pytest.mark.parametrize("name, harm, words", [
    ("part.json", lambda data: data.replace(b'"pages" : ', b'"pages" : 1'), "record is missing or damaged"),
    ("part.json", lambda data: data[:-9], "record is missing or damaged"), ("part.sha256", lambda data: b"", "record is missing or damaged"),
    ("search.digests", lambda data: data[:-1], "share of the search index"), ("search.digests", lambda data: data[:40], "share of the search index"),
    ("search.digests", lambda data: data[:99] + bytes([data[99] ^ 4]) + data[100:], "share of the search index"),
    (".synapse-publish.json", lambda data: b"{}", "no part of a site"),
])
def test_a_damaged_record(name, harm, words, parts, tmp_path):
    path = parts[1] / name
    before = path.read_bytes()
    path.write_bytes(harm(before))
    assert path.read_bytes() != before
    refused(parts, tmp_path, 65, words, str(parts[1]))
    path.unlink()
    refused(parts, tmp_path, 65, str(parts[1]))


def test_the_record_is_what_sha256sum_says(parts):
    for part in parts:
        assert subprocess.run(["sha256sum", "-c", "part.sha256"], cwd=part, capture_output=True).returncode == 0


def test_a_part_does_not_replace_a_site_and_none_replaces_it(made_parts, parts, tmp_path):
    before = tree.digest(tmp_path / "site"), tree.digest(parts[0])
    done = run("build", made_parts / "snapshot", "--shard", "1/3", "--out", tmp_path / "site")
    assert done.code == 73 and "holds a site" in done.err
    for command in (["build", made_parts / "snapshot"], ["posters", made_parts / "snapshot"], ["merge", *parts[1:]]):
        assert run(*command, "--out", parts[0]).code == 73
    assert run("merge", *parts, "--out", parts[2] / "site").code == 73
    assert run("merge", *parts, "--out", tmp_path / "new", "--report", parts[2] / "report.json").code == 73
    assert (tree.digest(tmp_path / "site"), tree.digest(parts[0])) == before
    done = run("check", "privacy", parts[0], made_parts / "snapshot")
    assert done.code == 66 and "merge" in done.err
    done = run("serve", parts[0], "--port", "0")
    assert done.code == 66 and "merge" in done.err
    done = run("archive", "add", made_parts / "snapshot", "--site", parts[0], "--store", tmp_path / "store")
    assert done.code == 66

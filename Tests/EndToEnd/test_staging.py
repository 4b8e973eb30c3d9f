"""Output is put at its place whole or not at all, and nothing that the program did not make is ever removed."""
from __future__ import annotations

import os
import shutil
import signal

import pytest

from support import tree
from support.program import run, start, succeed, wait_until


@pytest.fixture
def built(example, tmp_path):
    out = tmp_path / "web" / "site"
    out.parent.mkdir()
    succeed("build", example, "--out", out, "--no-posters")
    return out


@pytest.mark.parametrize("command", ["build", "posters", "gallery", "pull"])
def test_a_folder_that_is_not_ours_is_refused(command, example, tmp_path):
    out = tmp_path / "mine"
    out.mkdir()
    (out / "letter.txt").write_text("Dear")
    source = "http://127.0.0.1:9/" if command == "pull" else example
    done = run(command, source, "--out", out)
    assert done.code == 73, done.said
    assert str(out) in done.err and "way out: " in done.err
    assert (out / "letter.txt").read_text() == "Dear" and len(list(out.iterdir())) == 1
    assert tree.neighbours(out) == []


def test_a_foreign_file_in_our_folder_stops_the_run(built, example):
    (built / "concepts/letter.txt").write_text("Dear")
    before = tree.digest(built)
    done = run("build", example, "--out", built)
    assert done.code == 73 and "letter.txt" in done.err, done.said
    assert tree.digest(built) == before and tree.neighbours(built) == []


def test_an_empty_folder_is_taken(example, tmp_path):
    (tmp_path / "empty").mkdir()
    succeed("build", example, "--out", tmp_path / "empty", "--no-posters")
    assert (tmp_path / "empty/index.html").exists()


def test_one_kind_of_output_does_not_replace_another(built, example):
    before = tree.digest(built)
    for command in ("posters", "gallery"):
        assert run(command, example, "--out", built).code == 73
    assert tree.digest(built) == before


def test_a_file_and_a_dead_link_are_refused(example, tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "link", "file/below"):
        assert run("build", example, "--out", tmp_path / name).code == 73, name
    assert (tmp_path / "file").read_text() == "x" and not (tmp_path / "nowhere").exists()


def test_the_snapshot_itself_is_never_the_output(example, tmp_path):
    copy = tmp_path / "snapshot"
    shutil.copytree(example, copy)
    before = tree.digest(copy)
    assert run("build", copy, "--out", copy).code == 73
    assert tree.digest(copy) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_parent_that_cannot_be_written(example, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o555)
    assert run("build", example, "--out", tmp_path / "locked/site").code == 73


def staged(out) -> bool:
    """Whether a run has begun to write beside the output."""
    return any(len(tree.files(path)) > 3 for path in out.parent.iterdir() if path != out and path.is_dir())


@pytest.mark.parametrize("sent, code", [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_ended_in_the_middle_leaves_the_old_site(built, example, sent, code):
    before = tree.digest(built)
    process = start("build", example, "--out", built, "--jobs", "1")
    try:
        assert wait_until(lambda: staged(built) or process.poll() is not None), "nothing was staged"
        assert process.poll() is None, "the run was over before it could be ended"
        process.send_signal(sent)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == code, err
    assert tree.digest(built) == before
    if sent != signal.SIGKILL:
        assert tree.neighbours(built) == [], "an interrupted run tidies up"
    succeed("build", example, "--out", built, "--no-posters")
    assert tree.digest(built) == before
    assert tree.neighbours(built) == [], "the next run removes what a killed one left"


def test_two_runs_to_one_place_at_once(built, example):
    """One of them wins or both do, one after the other; the place is whole in any case."""
    before = tree.digest(built)
    first = start("build", example, "--out", built, "--no-posters")
    second = start("build", example, "--out", built, "--no-posters")
    codes = []
    for process in (first, second):
        process.communicate(timeout=120)
        codes.append(process.returncode)
    assert 0 in codes and set(codes) <= {0, 75}, codes
    assert tree.digest(built) == before and tree.neighbours(built) == []


def test_a_page_that_is_gone_leaves_nothing_behind(example, tmp_path):
    """The site of another vault replaces this one whole."""
    from support.vault_server import Vault, VaultServer, page
    out = tmp_path / "site"
    succeed("build", example, "--out", out, "--no-posters")
    with VaultServer(Vault([page("wiki/concepts/only.md", "Only")])) as server:
        succeed("build", server.url, "--out", out, "--no-posters")
    assert "concepts/snapshot.html" not in tree.files(out) and "concepts/only.html" in tree.files(out)


def damage(fault: str, snapshot) -> str:
    """Plants a fault; the value is what a message must name."""
    victim = next(path for path in sorted(snapshot.rglob("*.md")) if path.name == "snapshot.md")
    if fault == "changed":
        victim.write_bytes(victim.read_bytes().replace(b"a", b"b", 1))
    elif fault == "missing":
        victim.unlink()
    elif fault == "truncated":
        victim.write_bytes(victim.read_bytes()[:-5])
    elif fault == "added":
        (snapshot / "vault/wiki/stray.md").write_text("x")
    elif fault in ("manifest.json", "pages.json", "graph.json"):
        (snapshot / fault).write_text("{")
    return {"added": "stray.md"}.get(fault, fault if fault.endswith(".json") else "snapshot.md")


@pytest.mark.parametrize("fault", ["changed", "missing", "truncated", "manifest.json", "pages.json", "graph.json"])
def test_a_damaged_snapshot_is_refused(fault, built, example, tmp_path):
    shutil.copytree(example, tmp_path / "snapshot")
    named, before = damage(fault, tmp_path / "snapshot"), tree.digest(built)
    done = run("build", tmp_path / "snapshot", "--out", built, "--no-posters")
    assert done.code == 65 and named in done.err, done.said
    assert tree.digest(built) == before and tree.neighbours(built) == []


@pytest.mark.parametrize("fault", ["changed", "missing", "truncated", "added", "manifest.json", "pages.json", "graph.json"])
def test_verify_finds_every_damage(fault, example, tmp_path):
    shutil.copytree(example, tmp_path / "snapshot")
    succeed("snapshot", "verify", tmp_path / "snapshot")
    named = damage(fault, tmp_path / "snapshot")
    done = run("snapshot", "verify", tmp_path / "snapshot")
    assert done.code == 65 and named in done.err, done.said


def test_a_snapshot_can_be_verified_without_us(example):
    """The manifest's hashes are those of the files, by a program that we did not write."""
    import hashlib
    import json
    manifest = json.loads((example / "manifest.json").read_text())
    listed = {entry["path"]: (entry["bytes"], entry["sha256"]) for entry in manifest["files"]}
    there = {name: (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()) for name, path in tree.files(example).items()
             if name not in ("manifest.json", "pull.json", "README.md")}
    assert listed == there

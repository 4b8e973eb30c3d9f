"""The same snapshot gives the same bytes: twice, with one job and with two, from the server and from the folder, in another zone and locale."""
from __future__ import annotations

import json
import shutil

import pytest

from support import tree
from support.program import environment, succeed


def test_the_site_twice_and_with_any_number_of_jobs(site, example, tmp_path):
    for jobs in ("1", "2", "5"):
        succeed("build", example, "--out", tmp_path / jobs, "--jobs", jobs)
        assert tree.difference(site.root, tmp_path / jobs) == [], f"--jobs {jobs}"


def test_the_site_anywhere(site, example, tmp_path):
    """Another folder, zone, locale, home and name of the snapshot change nothing."""
    shutil.copytree(example, tmp_path / "другое место")
    env = environment(TZ="Pacific/Kiritimati", LC_ALL="tr_TR.UTF-8", LANG="tr_TR.UTF-8", HOME=str(tmp_path), SWIFT_DETERMINISTIC_HASHING="1")
    succeed("build", tmp_path / "другое место", "--out", tmp_path / "сайт", env=env)
    assert tree.difference(site.root, tmp_path / "сайт") == []


def test_a_second_build_into_the_same_folder(example, tmp_path):
    out, first = tmp_path / "site", tmp_path / "first"
    succeed("build", example, "--out", out)
    shutil.copytree(out, first, symlinks=True)
    succeed("build", example, "--out", out)
    assert tree.difference(first, out) == []


def test_posters_and_gallery_twice(posters, gallery, example, tmp_path):
    succeed("posters", example, "--out", tmp_path / "posters", "--jobs", "1")
    assert tree.difference(posters.root, tmp_path / "posters") == []
    succeed("gallery", example, "--out", tmp_path / "gallery", "--jobs", "1")
    assert tree.difference(gallery.root, tmp_path / "gallery") == []


@pytest.mark.shared
def test_real_vaults(recorded, tmp_path):
    assert tree.difference(recorded.root, recorded.url_site) == [], "from the server and from the snapshot"
    for jobs in ("1", "2"):
        succeed("build", recorded.snapshot, "--out", tmp_path / jobs, "--no-posters", "--jobs", jobs)
        assert tree.difference(recorded.root, tmp_path / jobs) == [], f"--jobs {jobs}"


@pytest.mark.shared
def test_posters_of_real_vaults(recorded, tmp_path):
    for jobs in ("1", "2"):
        succeed("posters", recorded.snapshot, "--out", tmp_path / jobs, "--jobs", jobs)
    assert tree.difference(tmp_path / "1", tmp_path / "2") == []


@pytest.mark.shared
def test_a_pull_twice(recorded, tmp_path):
    """From another port, on another second: all but the clock's file is the same."""
    from support import replay
    with replay.replay(replay.recording(recorded.name)) as url:
        succeed("pull", url, "--out", tmp_path / "again")
    assert tree.difference(recorded.snapshot, tmp_path / "again") == ["differs: pull.json"]


@pytest.mark.shared
def test_our_example_is_the_recorded_vault(recorded, example):
    """The snapshot in Examples/homelab is what `pull` makes of the recording today."""
    if recorded.name != "homelab":
        pytest.skip("another vault")
    changed = "vault/wiki/entities/restic.md"
    own = {"differs: pull.json", f"only in {example.name}: README.md", f"differs: {changed}", "differs: manifest.json"}
    assert set(tree.difference(example, recorded.snapshot)) <= own
    # The recording names a file of the machine that it was made on; the example has another name there, and says so in its manifest.
    ours, theirs = ((snapshot / changed).read_text().splitlines() for snapshot in (example, recorded.snapshot))
    differing = [(left, right) for left, right in zip(ours, theirs, strict=True) if left != right]
    assert len(differing) <= 1 and all(line.startswith("export RESTIC_PASSWORD_FILE=/") for pair in differing for line in pair)
    ours, theirs = (json.loads((snapshot / "manifest.json").read_text()) for snapshot in (example, recorded.snapshot))
    assert [f for f in ours["files"] if f["path"] != changed] == [f for f in theirs["files"] if f["path"] != changed]
    hashes = {"files": [], "root_hash": "", "manifest_sha256": ""}
    assert ours | hashes == theirs | hashes

"""Nightly archives: what goes in comes out, other people's tools agree, and nobody is in the way of anybody."""
from __future__ import annotations

import fcntl
import hashlib
import json
import re
import shutil
import subprocess

import pytest

from support import nights, replay, tree
from support.nights import NIGHTS, listed, restored
from support.program import run, start, succeed


def test_every_night_comes_back_byte_by_byte(told, tmp_path):
    folder, pages = told
    for number in range(NIGHTS):
        out = tmp_path / str(number)
        assert restored(folder / "store", nights.name(number), out) == pages[number], number
        assert tree.difference(out / "snapshot", folder / f"snapshot-{number}") == []


def test_the_store_is_valid_for_others_and_for_us(told):
    assert nights.ocfl_validate(told[0] / "store") == ""
    done = json.loads(succeed("archive", "verify", "--store", told[0] / "store", "--json").out)
    assert done["findings"] == [] and done["files"] > NIGHTS * 3


def test_a_table_is_full_every_thirtieth_night_and_a_difference_between(told):
    tables = [sorted(path.name for path in (place / "v1/content").glob("*.tsv")) for place in nights.objects(told[0] / "store")]
    assert [number for number, table in enumerate(tables) if table == ["files.tsv"]] == [0, 30]
    assert all(table in (["files.tsv"], ["changes.tsv"]) for table in tables)


def test_a_night_stores_only_what_is_new(told):
    """By digest: what the table of a night's chain has under any path is not there again."""
    folder, pages = told
    for number in range(1, 30):
        known = set().union(*(set(night.values()) for night in pages[:number]))
        content = nights.objects(folder / "store")[number] / "v1/content/snapshot/vault"
        stored = [path.read_bytes() for path in tree.files(content).values()] if content.exists() else []
        assert not known & set(stored) and len(stored) == len(set(stored)), number


def test_a_night_without_change_adds_one_small_object(told, store, tmp_path):
    before = set(tree.files(store))
    snapshot = nights.snapshot(tmp_path / "same", told[1][-1], nights.moment(NIGHTS))
    succeed("archive", "add", snapshot, "--store", store)
    added = [tree.files(store)[path] for path in set(tree.files(store)) - before]
    assert len(added) <= 8 and sum(path.stat().st_size for path in added) < 8192


def test_adding_twice_is_adding_once(told, store, tmp_path):
    before = tree.digest(store)
    done = succeed("archive", "add", told[0] / f"snapshot-{NIGHTS - 1}", "--store", store)
    assert "kept already" in done.out and tree.digest(store) == before
    # Another pull of the same day that found the same.
    again = nights.snapshot(tmp_path / "again", told[1][-1], nights.moment(NIGHTS - 1).replace("02:30", "04:00"))
    succeed("archive", "add", again, "--store", store)
    assert tree.digest(store) == before


def test_a_second_night_of_a_day_and_labels(told, store, tmp_path):
    day = nights.name(NIGHTS - 1)
    snapshot = nights.snapshot(tmp_path / "changed", {"wiki/only.md": b"one"}, nights.moment(NIGHTS - 1))
    succeed("archive", "add", snapshot, "--store", store, "--label", "before the move")
    assert [night["night"] for night in listed(store)][-2:] == [day, f"{day}.2"]
    assert restored(store, "before the move", tmp_path / "out") == {"wiki/only.md": b"one"}
    assert restored(store, "latest", tmp_path / "latest") == {"wiki/only.md": b"one"}
    assert restored(store, day, tmp_path / "day") == told[1][-1]


def test_a_night_that_is_late_finds_its_place(told, store, tmp_path):
    """A snapshot of a day before the last: what follows stays as it is, and everything verifies."""
    snapshot = nights.snapshot(tmp_path / "late", {"wiki/late.md": b"late"}, nights.moment(12).replace("02:30", "09:00"))
    succeed("archive", "add", snapshot, "--store", store)
    assert f"{nights.name(12)}.2" in [night["night"] for night in listed(store)]
    assert restored(store, nights.name(13), tmp_path / "next") == told[1][13]
    assert restored(store, f"{nights.name(12)}.2", tmp_path / "out") == {"wiki/late.md": b"late"}
    succeed("archive", "verify", "--store", store)


def test_the_same_nights_give_the_same_bytes(told, tmp_path):
    for jobs in ("1", "2"):
        for number in range(3):
            succeed("archive", "add", told[0] / f"snapshot-{number}", "--store", tmp_path / jobs, "--jobs", jobs)
    assert tree.difference(tmp_path / "1", tmp_path / "2") == []


def test_differences_are_those_of_the_pages(told):
    folder, pages = told
    for old, new in ((0, 1), (3, 25), (29, 31), (33, 2)):
        done = json.loads(succeed("archive", "diff", nights.name(old), nights.name(new), "--store", folder / "store", "--json").out)
        difference, prefix = done["difference"], "snapshot/vault/"
        ours = lambda paths: {path.removeprefix(prefix) for path in paths if path.startswith(prefix)}
        a, b = pages[old], pages[new]
        arrived, gone = ours(difference["added"]), ours(difference["removed"])
        for move in difference["moved"]:
            assert b[move["to"].removeprefix(prefix)] == a[move["from"].removeprefix(prefix)] != b""
            arrived |= ours([move["to"]])
            gone |= ours([move["from"]])
        assert arrived == b.keys() - a.keys() and gone == a.keys() - b.keys(), (old, new)
        assert ours(difference["changed"]) == {path for path in a.keys() & b.keys() if a[path] != b[path]}
        assert difference["changed"] == sorted(difference["changed"], key=str.encode)


def test_part_of_a_night(told, tmp_path):
    folder, pages = told
    succeed("archive", "restore", "latest", "--path", "snapshot/vault/**/*.md", "--out", tmp_path / "md", "--store", folder / "store")
    assert nights.pages_of(tmp_path / "md") == {path: data for path, data in pages[-1].items() if path.endswith(".md")}
    assert not (tmp_path / "md/snapshot/manifest.json").exists()
    done = run("archive", "restore", "latest", "--path", "nothing/*", "--out", tmp_path / "none", "--store", folder / "store")
    assert done.code == 66 and not (tmp_path / "none").exists()


def test_nothing_is_restored_over_something(told, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("Dear")
    for command in (["restore"], ["export", "--bagit"]):
        assert run("archive", *command, "latest", "--out", tmp_path / "mine", "--store", told[0] / "store").code == 73
    assert tree.digest(tmp_path / "mine").keys() == {"letter.txt"} and tree.neighbours(tmp_path / "mine") == []


def test_a_bag_that_others_validate(told, tmp_path):
    folder, pages = told
    for out in ("bag", "again"):
        succeed("archive", "export", nights.name(17), "--bagit", "--out", tmp_path / out, "--store", folder / "store")
    assert nights.bag_validate(tmp_path / "bag") == ""
    assert nights.pages_of(tmp_path / "bag/data") == pages[17]
    assert tree.difference(tmp_path / "bag", tmp_path / "again") == []
    # The validator can fail.
    next((tmp_path / "again/data").rglob("*.md")).write_text("x")
    assert nights.bag_validate(tmp_path / "again") != ""


def test_a_percent_sign_in_a_bag_is_written_as_the_standard_says(tmp_path):
    """RFC 8493, section 2.1.3. The bagit program reads it as it stands, so it is not asked."""
    snapshot = nights.snapshot(tmp_path / "snapshot", {"wiki/100%25.md": b"x"}, nights.moment(0))
    succeed("archive", "add", snapshot, "--store", tmp_path / "store")
    succeed("archive", "export", "first", "--bagit", "--out", tmp_path / "bag", "--store", tmp_path / "store")
    assert (tmp_path / "bag/data/snapshot/vault/wiki/100%25.md").exists()
    assert "data/snapshot/vault/wiki/100%2525.md\n" in (tmp_path / "bag/manifest-sha512.txt").read_text()


def test_the_readme_s_script_gives_a_night_back_without_us(told, tmp_path):
    folder, pages = told
    script = re.search(r"```sh\n(.*?)```", (folder / "store/README.md").read_text(), re.S).group(1)
    (tmp_path / "restore.sh").write_text(script)
    for number in (0, 5, 33):
        out = tmp_path / str(number)
        subprocess.run(["sh", tmp_path / "restore.sh", folder / "store", nights.name(number), out], check=True, timeout=120)
        assert nights.pages_of(out) == pages[number]
        lines = "".join(f"{hashlib.sha512(path.read_bytes()).hexdigest()}  {name}\n"
                        for name, path in sorted(tree.files(out).items(), key=lambda item: item[0].encode()) if name != "snapshot/pull.json")
        record = json.loads((nights.objects(folder / "store")[number] / "v1/content/night.json").read_text())
        assert hashlib.sha512(lines.encode()).hexdigest() == record["root_hash"]


def test_site_and_posters_are_kept_and_come_back(example, site, posters, tmp_path):
    succeed("archive", "add", example, "--site", site.root, "--posters", posters.root, "--store", tmp_path / "store")
    succeed("archive", "restore", "latest", "--out", tmp_path / "out", "--store", tmp_path / "store")
    assert tree.difference(tmp_path / "out/snapshot", example) == [] and tree.difference(tmp_path / "out/site", site.root) == []
    assert tree.difference(tmp_path / "out/posters", posters.root) == [] and nights.ocfl_validate(tmp_path / "store") == ""
    succeed("snapshot", "verify", tmp_path / "out/snapshot")
    assert run("archive", "add", example, "--site", posters.root, "--store", tmp_path / "store").code == 66


# What must not be added, and who must wait

def test_a_snapshot_that_is_damaged_is_not_kept(told, store, tmp_path):
    before = tree.digest(store)
    snapshot = nights.snapshot(tmp_path / "snapshot", {"wiki/a.md": b"aaaa"}, nights.moment(60))
    (snapshot / "vault/wiki/a.md").write_bytes(b"aaab")
    done = run("archive", "add", snapshot, "--store", store)
    assert done.code == 65 and "a.md" in done.err and tree.digest(store) == before and tree.neighbours(store) == [snapshot.name]


def test_links_and_foreign_folders_are_refused(told, store, tmp_path):
    snapshot = nights.snapshot(tmp_path / "snapshot", {"wiki/a.md": b"a"}, nights.moment(60))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("Dear")
    assert run("archive", "add", snapshot, "--store", tmp_path / "mine").code == 73
    assert tree.digest(tmp_path / "mine").keys() == {"letter.txt"}
    other = nights.snapshot(tmp_path / "other", {"wiki/a.md": b"a"}, nights.moment(60), vault="another")
    done = run("archive", "add", other, "--store", store)
    assert done.code == 65 and "another" in done.err
    (snapshot / "link.md").symlink_to("pages.json")
    assert run("archive", "add", snapshot, "--store", store).code == 65
    assert run("archive", "list", "--store", tmp_path / "nowhere").code == 66
    assert run("archive", "show", "2001-01-01", "--store", store).code == 66


@pytest.mark.parametrize("command", ["add", "prune"])
def test_a_locked_store_is_waited_for_by_nobody(command, told, store, tmp_path):
    before = tree.digest(store)
    arguments = {"add": [nights.snapshot(tmp_path / "new", {"wiki/a.md": b"a"}, nights.moment(60))], "prune": ["--keep", "last=1"]}[command]
    with open(store / "0=ocfl_1.1") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert run("archive", command, *arguments, "--store", store).code == 75
        succeed("archive", "verify", "--store", store)
    assert tree.digest(store) == before
    succeed("archive", command, *arguments, "--store", store)


def test_two_at_once(told, tmp_path):
    """Both nights are kept, or one of the two was told to come back."""
    store = tmp_path / "store"
    for _ in range(5):
        shutil.rmtree(store, ignore_errors=True)
        processes = [start("archive", "add", told[0] / f"snapshot-{number}", "--store", store) for number in (0, 20)]
        codes = []
        for process in processes:
            process.communicate(timeout=60)
            codes.append(process.returncode)
        assert set(codes) <= {0, 75} and 0 in codes
        assert len(listed(store)) == codes.count(0)
        succeed("archive", "verify", "--store", store)
        assert tree.neighbours(store) == []


# The real server's two nights

@pytest.mark.shared
def test_two_recorded_nights_differ_as_they_were_recorded_to(tmp_path):
    home = replay.shared() / "vaults/homelab"
    for night in ("night1", "night2"):
        with replay.replay(home / night) as url:
            succeed("pull", url, "--out", tmp_path / night)
        # The recordings were made on one day.
        pull = tmp_path / night / "pull.json"
        pull.write_text(json.dumps(json.loads(pull.read_text()) | {"finished": f"2026-11-0{night[-1]}T02:00:00Z"}))
        succeed("build", tmp_path / night, "--out", tmp_path / f"site-{night}", "--no-posters")
        succeed("archive", "add", tmp_path / night, "--site", tmp_path / f"site-{night}", "--store", tmp_path / "store")
    expected = json.loads((home / "expected.json").read_text())["night2"]
    done = json.loads(succeed("archive", "diff", "2026-11-01", "2026-11-02", "--store", tmp_path / "store", "--json").out)["difference"]
    vault = lambda paths: sorted(path.removeprefix("snapshot/vault/") for path in paths if path.startswith("snapshot/vault/"))
    assert vault(done["added"]) == [expected["added"]] and vault(done["removed"]) == [expected["deleted"]]
    assert not any(move["from"].startswith("snapshot/") for move in done["moved"])
    assert vault(done["changed"]) == sorted([expected["edited"], *expected["changed_by_the_delete"], *expected["changed_by_the_backend"]])
    assert nights.ocfl_validate(tmp_path / "store") == ""
    for night in ("1", "2"):
        succeed("archive", "restore", f"2026-11-0{night}", "--out", tmp_path / night, "--store", tmp_path / "store")
        assert tree.difference(tmp_path / night / "snapshot", tmp_path / f"night{night}") == []
        assert tree.difference(tmp_path / night / "site", tmp_path / f"site-night{night}") == []

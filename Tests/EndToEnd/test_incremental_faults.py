"""A site that is built again where something is wrong: with the output, with what was kept, with the run before or beside it."""
from __future__ import annotations

import shutil
import subprocess
import sys
import time

import pytest

from support import tree
from support.program import environment, run, start, succeed, wait_until
from support.rebuilds import Site, edited


@pytest.fixture
def site(tmp_path) -> Site:
    return edited(tmp_path)


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


@pytest.mark.skipif(sys.platform != "linux", reason="LD_PRELOAD")
def test_a_disk_without_hard_links_gives_the_same_site(site, tmp_path):
    (tmp_path / "links.c").write_text("#include <errno.h>\nint linkat(int a, const char *b, int c, const char *d, int e) { errno = EPERM; return -1; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", tmp_path / "links.c", "-o", tmp_path / "links.so"], check=True)
    site.env |= {"LD_PRELOAD": str(tmp_path / "links.so")}
    site.build("--full")
    page = sorted(site.vault.pages.items())[0][1]
    page.paragraphs.append("A sentence more.")
    site.vault.write(site.snapshot)
    before = time.time_ns()
    site.check("no file is kept, and no page is twice in the search")
    assert all(path.stat().st_mtime_ns > before - 10**7 for path in tree.files(site.out).values())


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

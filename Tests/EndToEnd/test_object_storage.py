"""A night that ends in object storage: by rclone, to a local S3 server that notes every request."""
from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from support import object_store, tree
from support.object_store import BUCKET, SECRET, ObjectStore, objects
from support.program import REPOSITORY, run, start, succeed, wait_until
from support.upload_order import LASTING, LISTS, MARKER, PREFIX, bytes_of, early, judge, references
from support.vault_server import Vault, VaultServer, page


@pytest.fixture
def store():
    object_store.forget()
    with ObjectStore() as store:
        yield store


class Night:
    """Nights of a vault that changes, published to `store:shelf/wiki`."""

    def __init__(self, folder: Path, store: ObjectStore, place: str = f"store:{BUCKET}/{PREFIX}"):
        self.folder, self.store, self.site = folder, store, folder / "state/site"
        self.configuration = {"source": str(folder / "snapshot"), "state": str(folder / "state"), "publish": {"rclone": place},
                              "build": {"no-posters": True, "offline": "visited", "base-url": "https://wiki.example.org/"}}

    def take(self, *pages, files={}):
        """The vault as it is now."""
        with VaultServer(Vault(list(pages), files=dict(files))) as server:
            succeed("pull", server.url, "--out", self.folder / "snapshot")
        return self

    def write(self):
        (self.folder / "nightly.yml").write_text(json.dumps(self.configuration))
        return ["nightly", "--config", self.folder / "nightly.yml"]

    def run(self, *options):
        return run(*self.write(), *options, env=self.store.env)

    def succeed(self, *options):
        done = self.run(*options)
        assert done.code == 0, done.said
        return done

    def lies_there(self):
        """The objects are the site, byte for byte, with nothing beside."""
        shutil.rmtree(self.folder / "there", ignore_errors=True)
        object_store.write(self.folder / "there", PREFIX)
        assert tree.difference(self.folder / "there", self.site) == []


def one(**changes):
    """The first vault: its pages link to each other, and one shows a picture."""
    pages = {"one": "See [[Two]] and [[Three]].", "two": "See [[One]].\n\n![[dot.svg]]", "three": "Back to [[One]]."} | changes
    return [page(f"wiki/concepts/{name}.md", name.title(), body) for name, body in pages.items() if body is not None]


def picture(colour: str) -> dict[str, bytes]:
    return {"raw/sources/dot.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><circle r="4" class="{colour}"/></svg>'.encode()}


def test_a_first_upload_has_each_page_after_what_it_is_shown_with(store, tmp_path):
    night = Night(tmp_path, store).take(*one(), files=picture("a"))
    done = night.succeed("--json")
    night.lies_there()
    site = bytes_of(night.site)
    assert judge(store.events, {}, site) == site
    sent = [key.removeprefix(PREFIX) for key in store.changed("PUT")]
    assert sent[0] == sent[-1] == MARKER and sent[-3:-1] == ["index.html", "sw.js"] and store.changed("DELETE") == []
    kind = [("page" if name.endswith(".html") else "list" if name in LISTS else "") for name in sent]
    assert max(i for i, k in enumerate(kind) if k == "list") < min(i for i, k in enumerate(kind) if k == "page")
    step = json.loads(done.out)["run"]["steps"][-1]["result"]
    assert (step["files"], step["bytes"]) == (len(site), sum(map(len, site.values()))) and step["removed"] == step["unchanged"] == 0
    assert step["output"] == "store:shelf/wiki"
    # Their types, and how long they may be kept, do not depend on the machine.
    kept = {key.removeprefix(PREFIX): stored for key, stored in objects().items()}
    for name, stored in kept.items():
        assert stored.cache_control == ("public, max-age=31536000, immutable" if LASTING.match(name) else "no-cache"), name
    assert sum(bool(LASTING.match(name)) for name in kept) > 10
    types = {"index.html": "text/html; charset=utf-8", "concepts/one.md": "text/markdown; charset=utf-8", "feed.xml": "application/atom+xml",
             "assets/nav.js": "text/javascript; charset=utf-8", "site.webmanifest": "application/manifest+json", "sitemap.xml": "application/xml"}
    assert {name: kept[name].content_type for name in types} == types
    # The same again is nothing to send.
    store.begin()
    night.succeed()
    assert store.events == [] and len(store.requests) < 10
    night.lies_there()


def test_one_changed_page_sends_what_changed_alone(store, tmp_path):
    night = Night(tmp_path, store).take(*one())
    night.succeed()
    before = bytes_of(night.site)
    store.begin()
    night.take(*one(three="Back to [[One]]. Back to [[One]].")).succeed()
    after = bytes_of(night.site)
    changed = {name for name in after if after[name] != before.get(name)}
    sent = [key.removeprefix(PREFIX) for key in store.changed("PUT") if not key.endswith(MARKER)]
    assert sorted(sent) == sorted(changed) and "concepts/three.html" in changed and len(changed) < len(after) / 2
    assert {key.removeprefix(PREFIX) for key in store.changed("DELETE")} == before.keys() - after.keys()
    assert judge(store.events, before, after) == after
    night.lies_there()


def second(night: Night, store: ObjectStore):
    """A page goes, one comes and is linked from an old one, a picture that both show changes in its place."""
    return night.take(*one(one="See [[Two]] and [[Four]].", three=None, four="New words: [[One]].\n\n![[dot.svg]]"), files=picture("b"))


def test_what_is_gone_is_removed_last(store, tmp_path):
    night = Night(tmp_path, store).take(*one(), files=picture("a"))
    night.succeed()
    before = bytes_of(night.site)
    store.begin()
    second(night, store).succeed()
    after = bytes_of(night.site)
    assert judge(store.events, before, after) == after
    night.lies_there()
    order = [(event.method, event.key.removeprefix(PREFIX)) for event in store.events if not event.is_answered]
    gone = {name for method, name in order if method == "DELETE"}
    assert gone == before.keys() - after.keys() and "concepts/three.html" in gone and any(LASTING.match(name) for name in gone)
    place = {step: number for number, step in enumerate(order) if step[1] != MARKER}
    put = {name: number for (method, name), number in place.items() if method == "PUT"}
    assert max(put.values()) < min(number for (method, _), number in place.items() if method == "DELETE")
    # The picture, then the page that is new, then those that lead to it, then what lists them, then home.
    assert put["raw/sources/dot.svg"] < put["concepts/four.html"] < put["concepts/one.html"] < put["assets/nav.js"] < put["index.html"] < put["sw.js"]
    assert put["concepts/one.html"] < put["assets/search/index.js"] and put["concepts/four.html"] < put["sitemap.xml"]
    assert order[-1] == ("PUT", MARKER), "the list of files is true again"
    # The judge is none that lets all pass.
    events = store.events
    for wrong in (early(events, "PUT", "concepts/four.html"), early(events, "PUT", "concepts/one.html"), early(events, "PUT", "assets/search/index.js"),
                  early(events, "DELETE", "concepts/three.html"), [e for e in events if e.key != "wiki/raw/sources/dot.svg"]):
        with pytest.raises(AssertionError):
            judge(wrong, before, after)


@pytest.mark.parametrize("number, sent", [(20, signal.SIGKILL)] + [
    pytest.param(number, sent, marks=pytest.mark.slow)
    for sent, numbers in ((signal.SIGKILL, (1, 3, 6, 9, 12, 15, 18, 24, 27, 28, 29, 30, 31, 32)), (signal.SIGTERM, (2, 17, 31))) for number in numbers])
def test_a_run_that_is_ended_in_the_middle_leaves_whole_pages(number, sent, store, tmp_path):
    """And the next one goes on from there."""
    night = Night(tmp_path, store).take(*one(), files=picture("a"))
    night.succeed()
    before = bytes_of(night.site)
    second(night, store)
    store.begin()
    store.hold(number)
    process = start(*night.write(), env=store.env)
    assert wait_until(store.is_holding.is_set)
    process.send_signal(sent)
    process.communicate(timeout=30)
    store.release()
    assert process.returncode == (143 if sent == signal.SIGTERM else -sent)
    after = bytes_of(night.site)
    there = judge(list(store.events), before, after)
    assert there.keys() != after.keys() or there != after
    # What is there is a page of either night, whole.
    for name, data in there.items():
        if name.endswith(".html"):
            shown, _ = references(name, data.decode())
            site = after if data == after.get(name) else before
            assert all(asset in there for asset in shown & set(site)), name
    night.succeed()
    night.lies_there()


def test_a_refusal_names_the_stage_and_removes_nothing(store, tmp_path):
    night = Night(tmp_path, store).take(*one(), files=picture("a"))
    night.succeed()
    before = bytes_of(night.site)
    second(night, store)
    store.begin()
    store.refuses = lambda method, key: method == "PUT" and key.endswith("concepts/four.html")
    done = night.run("--json")
    assert done.code == 74 and "'publish'" in done.err and "sending new pages" in done.err and "store:shelf/wiki" in done.err, done.said
    assert "Nothing was removed" in done.err and "403" in done.err
    record = json.loads((tmp_path / "state/run.json").read_text())
    assert record["failedStep"] == "publish" and "sending new pages" in record["steps"][-1]["error"]["what"]
    assert store.changed("DELETE") == []
    there = {key.removeprefix(PREFIX): stored.body for key, stored in objects().items()}
    assert there["concepts/one.html"] == before["concepts/one.html"] and there["index.html"] == before["index.html"]
    assert before.keys() <= there.keys()
    store.refuses = lambda method, key: method == "DELETE"
    done = night.run()
    assert done.code == 74 and "removing what is gone" in done.err and "The new site is there" in done.err, done.said
    store.refuses = lambda method, key: False
    night.succeed()
    night.lies_there()


@pytest.mark.slow
def test_nobody_else_s_objects_are_touched(store, tmp_path):
    night = Night(tmp_path, store).take(*one())
    night.succeed()
    strangers = ["wiki/letter.txt", "other/letter.txt", "wiki.txt"]
    [store.put(key, "Dear") for key in strangers]
    night.take(*one(three=None)).succeed()
    kept = objects()
    assert [kept[key].body for key in strangers] == [b"Dear"] * 3
    assert "wiki/concepts/three.html" not in kept
    # One that has the name of a page that comes.
    store.put("wiki/concepts/four.html", "Mine")
    store.begin()
    done = night.take(*one(three=None, four="New")).run()
    assert done.code == 73 and "wiki/concepts/four.html" in done.err and store.events == [], done.said


def test_a_place_that_holds_something_else_is_refused(store, tmp_path):
    store.put("wiki/letter.txt", "Dear")
    store.begin()
    night = Night(tmp_path, store).take(*one())
    done = night.run()
    assert done.code == 73 and "store:shelf/wiki" in done.err and store.events == [], done.said
    store.put(f"wiki/{MARKER}", json.dumps({"tool": "synapse-publish", "format": 1, "kind": "posters", "complete": True, "files": []}))
    assert night.run().code == 73


def test_no_key_is_seen(store, tmp_path):
    """Not in an argument of any process, not in what is written and said; nor is what signs an upload."""
    night = Night(tmp_path, store).take(*one())
    store.hold(9)
    process = start(*night.write(), env=store.env)
    assert wait_until(store.is_holding.is_set)
    seen = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert any(b"rclone" in words for words in seen)
    assert not any(SECRET.encode() in words or b"nobody" in words.split(b"\0") for words in seen)
    store.release()
    out, err = process.communicate(timeout=60)
    said = out + err
    assert process.returncode == 74 and b"503" in said, said
    for text in [said, *(path.read_bytes() for path in (tmp_path / "state").rglob("*") if path.is_file())]:
        assert SECRET.encode() not in text and b"X-Amz-" not in text


@pytest.mark.parametrize("place, code, said", [
    ("shelf", 78, "remote:bucket/prefix"), ("stoer:shelf/wiki", 78, "Did you mean 'store'?"), ("store:", 78, "remote:bucket/prefix"),
    (":s3,secret_access_key=a-key-that-nobody-may-see:shelf", 78, "RCLONE_CONFIG_"), ("-v:shelf", 78, "remote"), ("/srv/web", 78, "folder")])
def test_a_wrong_place_is_told_before_the_first_step(place, code, said, store, tmp_path):
    night = Night(tmp_path, store, place).take(*one())
    done = night.run()
    assert done.code == code and said in done.err and "nightly.yml:1" in done.err, done.said
    assert SECRET not in done.said and not (tmp_path / "state").exists() and store.requests == []


def test_without_rclone_nothing_is_begun(store, tmp_path):
    night = Night(tmp_path, store).take(*one())
    store.env["PATH"] = str(tmp_path)
    done = night.run()
    assert done.code == 66 and "rclone" in done.err and "nightly.yml:1" in done.err and not (tmp_path / "state").exists(), done.said


@pytest.mark.slow
def test_a_place_without_hashes_gets_all_that_may_have_changed(store, tmp_path):
    """crypt knows none: rclone itself would look at the sizes alone."""
    store.env |= {"RCLONE_CONFIG_VAULT_TYPE": "crypt", "RCLONE_CONFIG_VAULT_REMOTE": str(tmp_path / "cellar"),
                  "RCLONE_CONFIG_VAULT_PASSWORD": "vKTbT0MELFnWBZXBVDdYXt1WZVD2Fw"}
    night = Night(tmp_path, store, "vault:web").take(*one())
    night.succeed()
    night.take(*one(three="Back to [[Two]].")).succeed()
    subprocess.run(["rclone", "copy", "vault:web", tmp_path / "there"], env=store.env, check=True)
    assert tree.difference(tmp_path / "there", night.site) == []


def test_the_commands_of_the_documentation_keep_the_order(store, tmp_path):
    """For those who run no nightly: docs/hosting.md."""
    text = (REPOSITORY / "docs/hosting.md").read_text()
    block = re.search(r"## Object storage\n(.*?)\n## ", text, re.S)[1]
    commands = re.findall(r"^    (rclone .*)$", block, re.M)
    assert len(commands) >= 3
    night = Night(tmp_path, store).take(*one(), files=picture("a"))
    script = "\n".join(["set -e", *commands]).replace("remote:bucket/wiki", f"store:{BUCKET}/{PREFIX}").replace(" site ", f" {tmp_path}/site ")
    sites = []
    for turn in range(2):
        store.begin()
        succeed("build", tmp_path / "snapshot", "--out", tmp_path / "site", "--no-posters", "--offline", "visited")
        subprocess.run(["sh", "-c", script], env=store.env, check=True)
        sites.append(bytes_of(tmp_path / "site"))
        sent = [event for event in store.events if not event.is_answered]
        puts = [event.key.removeprefix(PREFIX) for event in sent if event.method == "PUT"]
        pages = [number for number, name in enumerate(puts) if name.endswith(".html")]
        assets = [number for number, name in enumerate(puts) if LASTING.match(name)]
        assert not assets or max(assets) < min(pages)
        assert puts.index("index.html") > max(number for number in pages if puts[number] != "index.html")
        methods = [event.method for event in sent]
        assert "DELETE" not in methods or "PUT" not in methods[methods.index("DELETE"):]
        second(night, store)
    assert store.changed("DELETE") and {name for name in puts if sites[0].get(name) == sites[1].get(name)} <= {MARKER}

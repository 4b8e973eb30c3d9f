"""A night that ends in object storage: by rclone, to a local S3 server that notes every request."""
from __future__ import annotations

import json
import posixpath
import re
import shutil
import signal
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest

from support import document, object_store, tree
from support.links import SCHEME
from support.object_store import BUCKET, SECRET, Event, ObjectStore, objects
from support.program import REPOSITORY, run, start, succeed, wait_until
from support.vault_server import Vault, VaultServer, page

PREFIX = "wiki/"
MARKER = ".synapse-publish.json"
LISTS = {"assets/nav.js", "assets/search/index.js", "assets/graph-data.js", "assets/graph-titles.js"}
LASTING = re.compile(r"^assets/(?:.*\.[0-9a-f]{8}\.(?:css|js|svg|woff2)|search/[0-9a-f]{8}/[^/]*)$")


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


# What may be where


def references(name: str, text: str) -> tuple[set[str], set[str]]:
    """What a page is shown with, and where its links lead: paths from the root."""
    shown, linked = set(), set()
    for element, attribute, value in document.parse(text).urls():
        where = value.partition("#")[0].partition("?")[0]
        if where and not SCHEME.match(value):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(where)))
            leads = element.tag in ("a", "area", "meta") or element.attributes.get("rel") in ("canonical", "alternate", "prev", "next")
            (linked if leads or target.endswith(".html") else shown).add(target)
    return shown, linked


def judge(events: list[Event], before: dict[str, bytes], after: dict[str, bytes]):
    """Goes through the requests: at each moment every page has what it is shown with, and no link that was whole is broken.

    `before` and `after` are the sites, by path; what lies there in between is one or the other.
    """
    there, current = dict(before), set()
    known = {id(site): {name: references(name, data.decode()) for name, data in site.items() if name.endswith(".html")} for site in (before, after)}
    new = {name for name in after if name not in before}
    for event in events:
        name = event.key.removeprefix(PREFIX)
        assert not event.is_answered or event.status in (200, 204), event
        if name == MARKER:
            continue
        if event.method == "PUT" and not event.is_answered:
            assert name in after and after[name] != before.get(name), f"{name} need not be sent"
            if name.endswith(".html"):
                shown, linked = known[id(after)][name]
                for asset in shown & set(after):
                    assert asset in there, f"{name} comes before {asset}"
                    assert asset in LISTS or there[asset] == after[asset], f"{name} comes before {asset} has changed"
                if name not in new or name == "index.html":
                    missing = [target for target in linked & set(after) if target not in there and target != name]
                    assert not missing or not before, f"{name} leads to {missing}"
            if name == "assets/search/index.js":
                build = re.search(rb'"build":"([0-9a-f]{8})"', after[name])[1].decode()
                assert {part for part in after if part.startswith(f"assets/search/{build}/")} <= set(there)
            if name == "sw.js":
                assert [part for part in after if part not in there] == ["sw.js"] * ("sw.js" not in there)
        elif event.method == "PUT":
            there[name] = after[name]
            current.add(name)
        elif not event.is_answered:
            assert name in before and name not in after, f"{name} is not ours to remove"
            assert all(there.get(part) == data for part, data in after.items()), f"{name} is removed before all else is there"
            del there[name]
    return there


def bytes_of(site: Path) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in tree.files(site).items() if name != MARKER}


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


def test_objects_say_what_a_server_would(store, tmp_path):
    """Their types, and how long they may be kept, do not depend on the machine."""
    Night(tmp_path, store).take(*one(), files=picture("a")).succeed()
    kept = {key.removeprefix(PREFIX): stored for key, stored in objects().items()}
    for name, stored in kept.items():
        assert stored.cache_control == ("public, max-age=31536000, immutable" if LASTING.match(name) else "no-cache"), name
    assert sum(bool(LASTING.match(name)) for name in kept) > 10
    types = {"index.html": "text/html; charset=utf-8", "concepts/one.md": "text/markdown; charset=utf-8", "feed.xml": "application/atom+xml",
             "assets/nav.js": "text/javascript; charset=utf-8", "site.webmanifest": "application/manifest+json", "sitemap.xml": "application/xml"}
    assert {name: kept[name].content_type for name in types} == types


def test_an_unchanged_site_sends_nothing(store, tmp_path):
    night = Night(tmp_path, store).take(*one())
    night.succeed()
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


def early(events: list[Event], method: str, name: str) -> list[Event]:
    """The same requests, one of them first."""
    is_it = lambda event: (event.method, event.key) == (method, PREFIX + name)
    return [event for event in events if is_it(event)] + [event for event in events if not is_it(event)]


@pytest.mark.parametrize("number, sent", [(6, signal.SIGKILL), (18, signal.SIGTERM), (31, signal.SIGKILL)] + [
    pytest.param(number, signal.SIGKILL, marks=pytest.mark.slow) for number in (1, 3, 9, 12, 15, 18, 21, 24, 26, 27, 28, 29, 30, 32)])
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
    # What was on its way has come by now, or comes before what follows: rclone itself is not killed with its parent.
    events, after = list(store.events), bytes_of(night.site)
    there = judge(events, before, after)
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


def test_nobody_else_s_objects_are_touched(store, tmp_path):
    night = Night(tmp_path, store).take(*one())
    night.succeed()
    strangers = ["wiki/letter.txt", "other/letter.txt", "wiki.txt"]
    for key in strangers:
        put(store, key, "Dear")
    night.take(*one(three=None)).succeed()
    kept = objects()
    assert [kept[key].body for key in strangers] == [b"Dear"] * 3
    assert "wiki/concepts/three.html" not in kept
    # One that has the name of a page that comes.
    put(store, "wiki/concepts/four.html", "Mine")
    store.begin()
    done = night.take(*one(three=None, four="New")).run()
    assert done.code == 73 and "wiki/concepts/four.html" in done.err and store.events == [], done.said


def test_a_place_that_holds_something_else_is_refused(store, tmp_path):
    put(store, "wiki/letter.txt", "Dear")
    store.begin()
    night = Night(tmp_path, store).take(*one())
    done = night.run()
    assert done.code == 73 and "store:shelf/wiki" in done.err and store.events == [], done.said
    put(store, f"wiki/{MARKER}", json.dumps({"tool": "synapse-publish", "format": 1, "kind": "posters", "complete": True, "files": []}))
    assert night.run().code == 73


def put(store: ObjectStore, key: str, text: str):
    subprocess.run(["rclone", "rcat", f"store:{BUCKET}/{key}"], env=store.env, input=text.encode(), check=True)


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

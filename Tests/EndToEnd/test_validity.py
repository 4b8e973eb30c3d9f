"""The Nu HTML checker has no error on any page, and every page carries what a page of ours must."""
from __future__ import annotations

import os
import re

import pytest

from support import document, validators

# What the policy must say; it may say more, as long as nothing of it opens anything.
POLICY = {"default-src": {"'none'"}, "script-src": {"'self'"}, "style-src": {"'self'"}, "img-src": {"'self'", "data:"}, "font-src": {"'self'"}}
CLOSED = {"'none'", "'self'", "data:"}


def few(faults: list[str]) -> str:
    return f"{len(faults)} errors:\n" + "\n".join(faults[:20])


def test_the_site_is_valid(site):
    faults = validators.nu_errors(site.root)
    assert faults == [], few(faults)


def test_the_gallery_is_valid(gallery):
    faults = validators.nu_errors(gallery.root)
    assert faults == [], few(faults)


@pytest.mark.shared
def test_sites_of_real_vaults_are_valid(recorded):
    faults = validators.nu_errors(recorded.root)
    assert faults == [], few(faults)


def policy_faults(policies: list[str]) -> list[str]:
    if len(policies) != 1:
        return [f"{len(policies)} policies"]
    said = {words[0]: set(words[1:]) for part in policies[0].split(";") if (words := part.split())}
    wrong = [f"{name} is {said.get(name)}" for name, values in POLICY.items() if said.get(name) != values]
    open_values = [f"{name} allows {value}" for name, values in said.items() for value in values
                   if value not in CLOSED or value == "data:" and name != "img-src"]
    return [f"policy: {fault}" for fault in wrong + open_values]


def faults_of(name: str, page: document.Document) -> list[str]:
    """What every page of the site must have, and what none may have."""
    found = []
    root = page.all("html")[0]
    if not root.attributes.get("lang"):
        found.append("no language")
    if not page.title:
        found.append("no title")
    if len(page.all("main")) != 1:
        found.append(f"{len(page.all('main'))} main elements")
    if len(page.all("h1")) != 1:
        found.append(f"{len(page.all('h1'))} h1 elements")
    policies = [e for e in page.all("meta") if e.attributes.get("http-equiv", "").lower() == "content-security-policy"]
    found += policy_faults([e.attributes.get("content", "") for e in policies])
    for e in page.elements:
        if e.tag in ("iframe", "object", "embed", "base", "form") and e.attributes.get("role") != "search":
            found.append(f"line {e.line}: <{e.tag}>")
        # Linked data is data: browsers run nothing of that type.
        if e.tag == "script" and e.attributes.get("type") != "application/ld+json" and (not e.attributes.get("src") or e.attributes.get("type") == "module"):
            found.append(f"line {e.line}: a script of the page's own, or a module")
        if e.tag == "style":
            found.append(f"line {e.line}: a style element")
        found += [f"line {e.line}: <{e.tag} {a}=…>" for a in e.attributes if a == "style" or a.startswith("on") or a == "srcdoc"]
        if e.tag in ("script", "link", "img", "source", "video", "audio") and re.match(r"(https?:)?//", e.attributes.get("src", "") or (
                e.attributes.get("href", "") if e.attributes.get("rel") not in ("canonical", "alternate", "license") else "")):
            found.append(f"line {e.line}: <{e.tag}> asks another host")
        if e.tag == "a" and "a" in e.inside:
            found.append(f"line {e.line}: a link in a link")
        if e.tag == "img" and "alt" not in e.attributes:
            found.append(f"line {e.line}: a picture without alt")
    return [f"{name}: {fault}" for fault in found]


def test_every_page_has_what_it_must(site):
    assert len(site.pages) > 105
    faults = [fault for name in site.pages for fault in faults_of(name, site.read(name))]
    assert faults == [], few(faults)


@pytest.mark.shared
def test_every_page_of_real_vaults_has_what_it_must(recorded):
    """Of a large vault every fourth, unless all tests are asked for."""
    pages = sorted(recorded.output.pages)
    if len(pages) > 800 and not os.environ.get("SYNAPSE_PUBLISH_TEST_ALL"):
        pages = pages[::4]
    faults = [fault for name in pages for fault in faults_of(name, recorded.output.read(name))]
    assert faults == [], few(faults)


def test_headings_do_not_skip_levels(site):
    """Ours; a page whose author skips a level is the author's own."""
    skipped = []
    for name in site.pages:
        level = 0
        for e in site.read(name).elements:
            if re.fullmatch("h[1-6]", e.tag):
                if name == "concepts/accessibility.html" and e.tag == "h4":
                    continue  # its author went from ## to ####, on purpose
                if int(e.tag[1]) > level + 1:
                    skipped.append(f"{name}:{e.line}: {e.tag} after h{level}: {e.text.strip()[:40]}")
                level = int(e.tag[1])
    assert skipped == [], few(skipped)


@pytest.mark.parametrize("markup, said", [
    ("<iframe></iframe>", "<iframe>"), ("<script>x</script>", "a script"), ("<p style='a'>x</p>", "style"), ("<p onclick='a'>x</p>", "onclick"),
    ("<img src='https://example.org/x.png' alt=''>", "another host"), ("<a href='x'>a <a href='y'>b</a></a>", "a link in a link"), ("<img src='x.png'>", "without alt"),
    ("<style>a {}</style>", "a style element"), ("<main></main>", "2 main"),
])
def test_the_list_of_musts_can_fail(markup, said):
    policy = "; ".join(f"{name} {' '.join(sorted(values))}" for name, values in POLICY.items())
    good = (f'<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="{policy}"><title>t</title></head>'
            "<body><main><h1>t</h1>{}</main></body></html>")
    assert faults_of("x", document.parse(good.format("<p>fine</p>"))) == []
    assert any(said in fault for fault in faults_of("x", document.parse(good.format(markup))))


def test_an_open_policy_is_found():
    good = "; ".join(f"{name} {' '.join(sorted(values))}" for name, values in POLICY.items())
    assert policy_faults([good]) == [] and policy_faults([good + "; base-uri 'none'"]) == []
    for bad in ([], [good, good], [good.replace("'none'", "*")], [good + "; frame-src https:"], [good + "; connect-src data:"],
                [good.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")]):
        assert policy_faults(bad), bad

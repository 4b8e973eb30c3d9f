"""The hostile pages of Tests/Fixtures/hostile-markdown.json: what each would do is to set the document's title."""
from __future__ import annotations

import json

from .program import REPOSITORY

RUN = "document.title='run'"


def pages() -> list[str]:
    groups = json.loads((REPOSITORY / "Tests/Fixtures/hostile-markdown.json").read_text())
    texts: list[str] = []
    for name in sorted(groups):
        group = groups[name]
        texts += [t.replace("{value}", v).replace("{VALUE}", v.upper()) for v in group.get("values", []) for t in group.get("templates", [])]
        texts += group.get("texts", [])
    return [text.replace("{run}", RUN) for text in texts]

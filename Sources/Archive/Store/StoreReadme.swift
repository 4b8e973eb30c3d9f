/// What a store says of itself to a person who has no program of ours.
enum StoreReadme {
    static let text = #"""
        # Nights of a Synapse vault

        Each folder below holds what one night added to this archive: pages, sources, metadata, the website made of them. Everything
        is a plain file; no program is needed to read it, and any tool for the Oxford Common File Layout (OCFL 1.1,
        https://ocfl.io/1.1/spec/) can check it: every file's SHA-512 stands in the `inventory.json` beside it.

            ab/urn%3auuid%3a…/v1/content/night.json     which night this is, what it holds, its root hash
            ab/urn%3auuid%3a…/v1/content/files.tsv      every file of the night: path, night that stores it, bytes, stored path if another
            ab/urn%3auuid%3a…/v1/content/changes.tsv    instead of files.tsv: only what differs from the night that night.json calls base
            ab/urn%3auuid%3a…/v1/content/snapshot/…     files of the vault that are new in this night
            ab/urn%3auuid%3a…/v1/content/site/…         files of the website that are new in this night

        `nights.json` lists the nights, each with the SHA-512 of its `inventory.json`: what is listed and not there was lost.

        A `-` for the night in `changes.tsv` says that the file is gone. A night's id is a name-based UUID (RFC 9562, version 5) with
        the namespace 3c7e2a52-9d0b-4f6e-8a11-5f0c3b7d94e6 over `VAULT/NIGHT`; the folder's name is the id, percent-encoded, below the
        first two digits of the id's SHA-512.

        ## A whole night, by hand

        `sh restore.sh STORE NIGHT OUT` with this script gives every file of a night back:

        ```sh
        store=$1 night=$2 out=$3 chain= at=$2
        places=$(grep -H '^"night": ' "$store"/*/*/v1/content/night.json | sed 's|/night.json:"night": "| |; s|",*$||')
        place() { printf '%s\n' "$places" | awk -v night="$1" '$NF == night { sub(" [^ ]*$", ""); print }'; }
        while :; do
            here=$(place "$at")
            chain="$here
        $chain"
            if [ -f "$here/files.tsv" ]; then break; fi
            at=$(sed -n 's/^"base": "\(.*\)",*$/\1/p' "$here/night.json")
        done
        printf '%s' "$chain" | while IFS= read -r here; do cat "$here"/files.tsv "$here"/changes.tsv 2>/dev/null; done |
            awk -F '\t' '/^#/ { next } $2 == "-" { delete from[$1]; next } { from[$1] = $2; name[$1] = $4 == "" ? $1 : $4 }
                END { for (path in from) print path "\t" from[path] "\t" name[path] }' |
            while IFS="$(printf '\t')" read -r path from name; do
                mkdir -p "$out/$(dirname "$path")"
                cp "$(place "$from")/$name" "$out/$path"
            done
        ```

        The root hash of a night is that of its files in the order of their names' bytes, the one file with a clock left out:

            cd OUT && find . -type f ! -path ./snapshot/pull.json -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha512sum | sha512sum

        """#
}

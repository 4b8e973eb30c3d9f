import Markdown
import Site
import Snapshot

/// The home lab vault's published pages as a value: real titles, dates and coordinates, so that tests and screens need no snapshot.
enum SampleSite {
    static let site = Site(
        info: SiteInfo(
            title: "Home lab", vault: "homelab", serverVersion: "1.12.0", dataVersion: 219, date: pages.compactMap(\.updated).max(),
            language: "en", linkCount: edges.count, reviewByKind: [("missing-page", 5)],
            lintByKind: [("broken-wikilink", 5), ("orphan-page", 3), ("stale", 8)]),
        pages: pages, sources: sources, types: types, domains: domains, communities: communities, graph: graph,
        sentences: sentences)

    private static let sentences = SentenceText(rows.map { Array($0[9].utf8) })

    /// The same vault before its first page.
    static let empty = Site(info: SiteInfo(title: "Empty", vault: "empty"), pages: [])

    /// Path, title, type, updated, language, domain, sources, words, place in the graph, summary; one page a line.
    private static let rows = rowText.split(separator: "\n").map {
        $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    static let pages: [Page] = rows.enumerated().map { index, row in
        var page = Page(
            id: "page-\(String(index))", path: "wiki/\(row[0]).md", address: "\(row[0]).html", title: row[1],
            type: row[2].isEmpty ? nil : row[2],
            domain: row[5].isEmpty ? nil : row[5], updated: CalendarDate(iso: row[3]), language: row[4].isEmpty ? nil : row[4],
            summary: row[9],
            words: Int(row[7]) ?? 0)
        page.sources = (0..<(Int(row[6]) ?? 0)).map { .file(($0 + index) % sources.count) }
        page.node = nodePages.firstIndex(of: index)
        page.community = page.node.map { _ in Int(row[8].split(separator: " ")[3]) ?? -1 }
        page.related = neighbours(of: index).prefix(5).map { Related(page: $0, score: 4) }
        page.backlinks = neighbours(of: index).prefix(6).map {
            Backlink(page: $0, origin: .body, sentence: Sentence(0..<rows[$0][9].utf8.count))
        }
        page.links = neighbours(of: index).map { .page($0, .none) }
        return page
    }

    private static let nodePages = rows.indices.filter { !rows[$0][8].isEmpty }

    private static func neighbours(of index: Int) -> [Int] {
        edges.compactMap { $0.0 == index ? $0.1 : ($0.1 == index ? $0.0 : nil) }
    }

    static let graph = SiteGraph(
        nodes: nodePages.map { index in
            let place = rows[index][8].split(separator: " ").map { Double($0) ?? 0 }
            return SiteGraph.Node(
                page: index, title: rows[index][1], type: rows[index][2].isEmpty ? nil : rows[index][2], x: place[0], y: place[1],
                size: place[2], degree: neighbours(of: index).count, community: Int(place[3]), domain: rows[index][5])
        },
        edges: edges.compactMap { left, right in
            guard let from = nodePages.firstIndex(of: left), let to = nodePages.firstIndex(of: right) else { return nil }
            return SiteGraph.Edge(source: Int32(from), target: Int32(to), weight: 4, kind: "link")
        })

    private static let types: [TypeGroup] =
        ["concept", "entity", "source", "synthesis", "comparison", "query", "overview", "index", "log"].map { (type: String) in
            TypeGroup(type: type, address: "types/\(type).html", pages: pages.indices.filter { pages[$0].type == type })
        }.filter { !$0.pages.isEmpty }

    private static let domains: [Group] = Set(pages.compactMap(\.domain)).sorted().map { name in
        Group(name: name, address: "domains/\(name.lowercased()).html", pages: pages.indices.filter { pages[$0].domain == name })
    }

    private static let communities: [CommunityGroup] = [
        (0, "Networking", 0.2411),
        (1, "Publishing", 0.2484),
        (2, "Storage", 0.4),
        (3, "Retrieval", 0.3736),
        (4, "Storage", 0.3788),
        (5, "Inference", 0.5111),
        (6, "Comunità 6", 0.0),
        (7, "Storage", 0.0),
        (8, "Networking", 0.0),
    ].map { id, label, cohesion in
        CommunityGroup(
            id: id, label: label, cohesion: cohesion, address: "communities/\(id).html",
            pages: pages.indices.filter { pages[$0].community == id })
    }

    private static let kinds: [String: LinkDestination.FileKind] = ["png": .image, "svg": .image, "pdf": .pdf, "csv": .table]

    private static let sources: [Source] = [
        ("raw/sources/backup-flow.png", 2737),
        ("raw/sources/backup-runbook.md", 971),
        ("raw/sources/dns-notes.txt", 721),
        ("raw/sources/fixity-report.pdf", 1954),
        ("raw/sources/graph-layout-notes.md", 783),
        ("raw/sources/network-diagram.svg", 1350),
        ("raw/sources/pool-layout-notes.md", 1099),
        ("raw/sources/publishing-checklist.md", 682),
        ("raw/sources/restore-drill-2026-03.txt", 903),
        ("raw/sources/retrieval-experiment.md", 939),
        ("raw/sources/vlan-plan.md", 727),
        ("raw/sources/vram-measurements.csv", 507),
    ].map { path, bytes in
        let name = String(path.dropFirst("raw/sources/".count))
        return Source(path: path, address: "sources/\(path).html", name: name, kind: kinds[String(name.suffix(3))] ?? .text, bytes: bytes)
    }

    private static let edges: [(Int, Int)] = edgeText.split(whereSeparator: { " \n".contains($0) }).map { pair in
        let ends = pair.split(separator: "-").map { Int($0) ?? 0 }
        return (ends[0], ends[1])
    }

    private static let edgeText = """
        0-9 0-56 0-62 1-14 1-44 1-52 1-56 1-62 2-19 2-22 2-33 2-44 3-43 3-64 3-68 4-27 4-40 4-91 5-33 5-53 5-69 5-86 6-39 6-52 6-99
        7-34 7-42 7-55 8-17 8-36 8-37 8-41 8-50 8-52 8-54 8-69 8-74 9-39 9-92 10-18 10-21 10-24 10-39 10-61 10-72 10-92 10-98 10-102
        12-20 12-33 12-40 13-15 13-37 13-46 13-48 13-69 13-94 13-104 14-50 14-63 14-65 15-22 15-25 15-56 15-94 16-25 16-45 16-56 16-62
        16-96 16-101 17-23 17-37 17-40 17-54 17-74 18-21 18-92 18-97 18-98 19-22 19-24 19-43 19-45 19-48 19-56 19-64 19-68 19-94 19-96
        19-99 19-101 20-36 20-39 20-51 20-58 20-60 20-88 20-102 20-103 21-24 21-59 21-89 21-98 21-99 22-24 22-48 22-94 22-104 23-29
        23-31 23-37 23-50 23-58 23-73 23-85 23-86 24-37 24-46 24-59 24-89 24-94 24-104 25-45 26-31 26-37 26-41 26-50 26-52 26-58 26-69
        27-40 27-46 28-36 28-42 28-50 28-54 28-56 28-58 28-61 28-67 28-69 28-99 29-33 29-37 29-40 30-43 30-60 30-62 30-96 31-32 31-37
        31-41 31-99 31-103 32-93 32-99 32-103 33-37 33-58 33-69 33-103 34-38 34-42 34-52 34-55 34-61 34-73 34-87 34-95 35-55 36-40
        36-54 36-88 36-91 37-40 37-46 37-50 37-52 37-54 37-65 37-66 37-70 37-74 37-93 37-99 38-42 38-44 38-71 38-87 38-100 39-46 39-51
        39-52 39-55 39-68 39-92 39-97 39-102 40-41 40-50 40-67 40-74 40-91 41-50 41-52 41-58 41-69 41-85 41-103 42-55 42-87 43-48 43-64
        43-68 44-50 44-52 44-56 44-57 44-63 44-90 44-95 44-100 45-56 45-62 45-96 45-101 46-99 50-52 50-57 50-58 50-63 50-67 50-69 50-73
        50-74 50-85 50-91 50-93 50-99 50-100 50-103 51-88 51-99 51-102 52-54 52-55 52-61 52-65 52-66 52-67 52-68 52-69 52-85 52-99
        52-100 52-101 52-103 53-58 53-69 53-86 55-99 56-60 56-61 56-62 56-96 56-101 56-103 57-58 57-67 57-71 57-73 57-86 57-87 57-90
        57-95 57-100 57-103 58-73 58-85 58-86 58-88 58-93 58-103 59-89 60-62 61-66 61-67 61-69 62-74 62-96 63-65 63-67 64-66 64-68
        64-94 64-104 65-66 65-69 66-67 66-68 66-69 66-70 66-103 67-69 67-71 67-73 67-100 68-69 68-94 69-85 69-86 69-103 71-87 71-103
        72-92 72-98 73-95 73-100 74-91 85-86 85-93 86-93 86-103 89-98 90-95 90-100 92-99 93-103 94-104 95-100 96-101 97-99 99-102
        """

    private static let rowText = #"""
        comparisons/c++-vs-c#|C++ vs C#|comparison|2026-03-07|en|Inference|1|187|8.9 24.8 15.2 5|Two clients for the local llama.cpp server were written, one in C++ and one in C#. The page compares them; its title and file name also contain …
        comparisons/containers-vs-virtual-machines|Containers vs virtual machines|comparison|2026-07-02|en|Networking|1|221|-17.2 10.8 17.3 0|Both isolate workloads. A container shares the kernel of the host, while a virtual machine brings its own.
        comparisons/dense-vs-sparse|Dense vs sparse retrieval|comparison|2026-09-22|en|Retrieval|1|158|12.6 7.3 16.3 3|Dense retrieval compares embeddings; sparse retrieval compares weighted words.
        comparisons/hnsw-vs-ivf|HNSW vs IVF|comparison|2026-05-20|en|Retrieval|1|162|19.0 -2.5 15.2 3|Two families of approximate index dominate vector search.
        comparisons/mirrors-vs-raid-z|Mirrors vs RAID-Z|comparison|2026-05-06|en|Storage|1|161|-9.2 26.9 15.2 4|A pool of six eight-terabyte disks can be arranged as three mirrors or as one double-parity group. The arithmetic favours parity, the operations …
        comparisons/restic-vs-borg|restic vs BorgBackup|comparison|2026-04-22|en|Storage|1|161|0.7 -9.4 16.3 2|Both programs deduplicate and encrypt on the client. The measurements below come from the backup runbook and describe 412 GB of notes, photographs …
        comparisons/static-vs-dynamic|Static vs dynamic publishing|comparison|2026-11-12|en|Publishing|1|223|2.8 -19.4 15.2 1|A dynamic site assembles a page when it is asked for. A static site has assembled it before.
        comparisons/wildcard-vs-per-host|Wildcard vs per-host certificates|comparison|2026-10-11|en|Networking|2|204|-9.4 -20.2 15.2 0|A wildcard TLS certificate covers every name one level below a domain; a per-host certificate lists its names.
        comparisons/zfs-vs-btrfs|ZFS vs Btrfs|comparison|2026-07-21|en|Storage|1|175|-12.3 13.6 20.5 4|ZFS and Btrfs share a foundation in copy-on-write and differ mostly in packaging and maturity of redundancy.
        concepts/Tags & scare quotes|Tags & "scare quotes" in titles|concept|2026-03-12|en|Publishing|1|190|14.5 -11.5 15.2 1|A title may contain characters that have a meaning in the language of the page that carries it. This page has an ampersand and straight quotation …
        concepts/accessibility|Accessibility|concept|2026-09-18|en|Publishing|1|208|14.3 -15.8 20.5 1|Accessibility is the degree to which a publication can be used by people with different abilities and different equipment. Most of it is achieved by …
        concepts/archival-package|archival-package||2026-03-14|en|Publishing|1|186|7.3 36.4 8.0 6|This page has an unquoted colon in the title field of its frontmatter, which makes the frontmatter invalid YAML. A publisher is expected to report …
        concepts/aufbewahrungspflicht-§-147-ao|Aufbewahrungspflicht nach § 147 AO|concept|2026-05-18|de|Storage|1|174|1.7 12.4 15.2 2|Die Aufbewahrungspflicht nach § 147 AO bestimmt, wie lange geschäftliche Unterlagen in Deutschland verfügbar bleiben müssen. Für private …
        concepts/chunking|Chunking|concept|2026-06-05|en|Retrieval|1|212|18.0 8.7 19.0 3|Chunking divides documents into passages small enough to embed and large enough to understand. It is the least glamorous step of retrieval and often …
        concepts/container|Container|concept|2026-07-02|en|Networking|1|180|-22.9 9.2 16.3 0|A container is a group of processes that the kernel presents with its own view of file systems, network interfaces, process numbers and users. There …
        concepts/context-window|Context window|concept|2026-06-05|en|Inference|2|169|22.5 11.5 17.3 3|The context window is the number of tokens a model can take into account at once, counting both the prompt and the answer. It is fixed by training …
        concepts/continuous-batching|Continuous batching|concept|2026-05-29|en|Inference|1|164|13.1 18.2 18.2 5|Continuous batching lets requests join and leave a batch between two tokens instead of waiting until the entire batch has finished. It raises the …
        concepts/copy-on-write|Copy-on-write|concept|2026-07-21|en|Storage|1|233|-8.1 17.6 18.2 4|Copy-on-write is a strategy in which modified data is written to a new place and the old block is left untouched until nothing refers to it. File …
        concepts/design-tokens|Design tokens|concept|2026-09-18|en|Publishing|1|158|15.9 -20.0 17.3 1|Design tokens are named values for colour, size, spacing and typography from which a design is assembled. A name such as text-muted expresses an …
        concepts/embedding|Embedding|concept|2026-08-30|en|Retrieval|1|191|14.2 4.8 23.0 3|An embedding maps a piece of text to a vector of fixed length so that texts of similar meaning lie close together. Closeness is usually measured by …
        concepts/fixity|Fixity|concept|2026-10-19|en|Storage|1|185|6.9 -3.4 20.5 1|Fixity is the property of a digital object of being unchanged. It is demonstrated by recording a cryptographic digest when the object is accepted and …
        concepts/graph-layout|Graph layout|concept|2026-10-05|en|Publishing|1|213|18.2 -12.5 19.0 1|Graph layout assigns a position to each node so that a drawing of the network can be read. Force-directed methods treat edges as springs and nodes as …
        concepts/hybrid-retrieval|Hybrid retrieval|concept|2026-09-22|en|Retrieval|1|179|21.8 4.6 19.0 3|Hybrid retrieval combines a search by meaning with a search by words. The first finds paraphrases, the second finds names, numbers and error messages …
        concepts/incremental-replication|Incremental replication|concept|2026-08-11|en|Storage|1|172|-8.1 7.3 20.5 2|Incremental replication sends only the difference between two snapshots to another machine. Because a copy-on-write file system knows exactly which …
        concepts/knowledge-graph|Knowledge graph|concept|2026-10-05|en|Retrieval|2|178|20.5 -4.3 21.2 3|In this wiki a knowledge graph is the network whose nodes are pages and whose edges are links between them. It is not curated separately: writing a …
        concepts/kv-cache|KV cache|concept|2026-10-27|en|Inference|1|194|20.3 18.2 15.2 5|The KV cache holds the keys and values that attention layers have computed for earlier tokens, so that generating the next token does not repeat that …
        concepts/la-regola-3-2-1-spiegata|La regola 3-2-1 spiegata|concept|2026-11-02|it|Storage|1|175|-5.4 7.0 19.0 2|La regola 3-2-1 chiede di conservare tre copie dei dati, su due tipi di supporto, con una copia in un luogo diverso. Non è una norma, bensì un aiuto …
        concepts/mirror|Mirror|concept|2026-04-09|en|Storage|1|162|-4.0 25.1 15.2 4|A mirror keeps two or more identical copies of every block on different disks. Reads can be served by any copy, writes must reach all of them. …
        concepts/monitoring|Monitoring|concept|2026-11-09|en|Networking|1|214|-9.6 -3.9 21.2 0|Monitoring is the regular observation of a system by numbers, in order to notice change before a person does. It has three parts: collection, …
        concepts/potatura-degli-snapshot|Potatura degli snapshot|concept|2026-05-18|it|Storage|1|156|-1.7 17.7 16.3 4|La potatura degli snapshot è l'eliminazione programmata delle istantanee che non servono più. Senza di essa lo spazio del pool si esaurisce …
        concepts/quantisation|Quantisation|concept|2026-09-08|en|Inference|1|219|15.0 17.0 16.3 5|Quantisation stores the weights of a model with fewer bits than they were trained with. Sixteen bits become eight, five, four or fewer, with a shared …
        concepts/recovery-point-objective|Recovery point objective|concept|2026-03-30|en|Storage|1|150|0.7 4.9 19.0 2|The recovery point objective is the largest amount of recent work, measured in time, that may be lost after a failure. An objective of one hour …
        concepts/recovery-time-objective|Recovery time objective|concept|2026-03-30|en|Storage|1|147|2.0 -1.3 16.3 2|The recovery time objective is the longest acceptable interval between a failure and the return of the service. It includes everything: noticing, …
        concepts/retention-policy|Retention policy|concept|2026-05-18|en|Storage|1|209|0.1 7.2 19.8 2|A retention policy states how long each copy is kept and which copies may be discarded first. Without one, snapshots accumulate until the pool is …
        concepts/reverse-proxy|Reverse proxy|concept|2026-08-24|en|Networking|1|180|-13.0 -18.2 20.5 0|A reverse proxy accepts requests on behalf of several servers and forwards each to the right one. It is the natural place for encryption, …
        concepts/sanitising-sample|Sanitising sample|concept|2026-03-20|en|Publishing|1|171|-4.5 -29.9 12.2 0|A markdown link: press here). An HTML link: <a href="javascript:void(0)">press here too</a>.
        concepts/scrub|Scrub|concept|2026-06-30|en|Storage|1|186|-7.2 12.5 19.0 4|A scrub reads every allocated block in a storage pool, verifies its checksum and repairs what it can from redundancy. It finds latent errors, the …
        concepts/snapshot|Snapshot|concept|2026-10-02|en|Storage|2|241|-4.3 14.6 26.7 4|A snapshot is a read-only view of a dataset at one moment. In a copy-on-write file system it costs almost nothing to create: the system keeps a …
        concepts/split-horizon-dns|Split-horizon DNS|concept|2026-06-12|en|Networking|1|193|-17.3 -14.6 18.2 0|Split-horizon DNS gives different answers to the same question depending on who asks. Inside the lab, wiki.home.example resolves to a private …
        concepts/static-publishing|Static publishing|concept|2026-11-12|en|Publishing|1|201|8.2 -14.9 22.4 1|Static publishing produces finished files in advance and serves them unchanged. No program runs when a page is requested, so there is little to …
        concepts/storage-pool|Storage pool|concept|2026-09-03|en|Storage|1|310|-9.0 20.1 22.4 4|A storage pool is a group of disks that a file system or volume manager presents as one body of space. Datasets draw from the pool as they need room, …
        concepts/three-two-one-backup|The 3-2-1 backup rule|concept|2026-11-02|en|Storage|3|253|-8.3 4.2 21.2 2|The 3-2-1 backup rule asks for three copies of the data, on two kinds of storage, with one copy in another place. It is a planning aid rather than a …
        concepts/tls-certificate|TLS certificate|concept|2026-10-11|en|Networking|2|179|-11.7 -18.4 18.2 0|A TLS certificate binds a public key to one or more names and is signed by an authority that the client trusts. Automated issuance has turned a …
        concepts/vector-search|Vector search|concept|2026-09-22|en|Retrieval|1|200|17.5 3.8 18.2 3|Vector search finds the stored vectors nearest to a query vector. With a few thousand vectors a complete scan is exact and fast; beyond some hundred …
        concepts/vlan|VLAN|concept|2026-09-27|en|Networking|2|185|-18.4 -0.6 21.8 0|A VLAN, or virtual local area network, divides one physical switch into several logical ones. Each Ethernet frame carries a twelve-bit identifier in …
        concepts/vram-budget|VRAM budget|concept|2026-10-27|en|Inference|1|219|15.6 16.3 19.0 5|A VRAM budget lists everything that must fit into the memory of a graphics card while a language model runs. When the sum exceeds the card, some …
        concepts/wikilink|Wikilink||2026-08-01|en|Publishing|2|222|10.5 0.8 18.2 3|A wikilink is a link written by naming a page instead of giving its address. It stays valid when files move, because a program looks the name up.
        concepts/النسخ-الاحتياطي|النسخ الاحتياطي|concept|2026-03-19|ar|Storage|1|187|-38.5 3.1 8.0 7|النسخ الاحتياطي هو الاحتفاظ بنسخ إضافية من البيانات يمكن استعادتها عند فقدان الأصل. وتُعدّ النسخة نافعة فقط إذا أمكن قراءتها والتحقق من سلامتها.
        concepts/ベクトル検索|ベクトル検索|concept|2026-09-22|ja|Retrieval|1|18|22.3 7.4 16.3 3|ベクトル検索とは、文章を数値の列（ベクトル）に変換し、意味の近い文章を距離によって探し出す方法である。単語が一致しなくても、内容が似ていれば見つかる点に特徴がある。
        concepts/🔋-battery-backup|🔋 Battery backup|concept|2026-03-02|en|Networking|0|206|0.2 37.2 8.0 8|A battery backup, or uninterruptible power supply, carries the load through short interruptions and gives machines time to shut down in order during …
        entities/alder|Alder|entity|2026-11-05|en|Storage|2|160|-13.2 5.8 28.0 2|Alder is the storage host of the lab, a quiet four-bay machine that runs ZFS and exports datasets to the rest of the network.
        entities/bagit|BagIt|entity|2026-10-19|en|Storage|1|161|8.3 -10.6 17.3 1|BagIt is a set of conventions for packaging files for storage and transfer, specified in RFC 8493. A bag is a directory with a data folder for the …
        entities/birch|Birch|entity|2026-10-08|en|Networking|1|160|-8.5 -5.0 28.0 0|Birch runs the services of the lab: the reverse proxy, the databases, the monitoring stack and the job that publishes the wiki every night.
        entities/borg|BorgBackup|entity|2026-04-22|en|Storage|1|183|-1.9 -10.2 16.3 2|BorgBackup is a deduplicating archiver with authenticated encryption. It works best when the remote side runs the same program, since pruning and …
        entities/btrfs|Btrfs|entity|2026-02-27|en|Storage|1|171|-10.3 11.9 18.2 4|Btrfs is a copy-on-write file system included in the Linux kernel. It offers checksums, subvolumes, snapshots, compression and incremental send and …
        entities/caddy|Caddy|entity|2026-08-24|en|Networking|1|193|-6.4 -22.2 19.0 0|Caddy is a web server that obtains and renews certificates without further configuration. In the lab it is the reverse proxy and also serves the …
        entities/cedar|Cedar|entity|2026-10-27|en|Inference|1|162|7.1 13.7 23.6 5|Cedar is the machine with the graphics card: 24 GB of video memory, 64 GB of main memory and a fast local disk for model files.
        entities/dogwood|Dogwood|entity|2026-09-27|en|Networking|2|202|-20.0 -7.7 22.4 0|Dogwood is the router and firewall. It is a fanless machine with four network ports and a serial console, and it owns the only address that is …
        entities/elder|Elder|entity|2026-08-11|en|Storage|1|197|-9.3 0.0 24.7 2|Elder is the offsite host. It holds a single large disk, receives encrypted streams and does nothing else. It can be switched off for a week without …
        entities/forceatlas2|ForceAtlas2|entity|2026-10-05|en|Publishing|1|164|23.6 -10.0 15.2 1|ForceAtlas2 is a force-directed algorithm for drawing networks. It was designed for interactive use and is suited to graphs of up to some tens of …
        entities/gguf|GGUF|entity|2026-03-19|en|Inference|1|164|8.5 16.6 16.3 5|GGUF is a single-file format for model weights and the metadata needed to use them, such as the tokeniser and the architecture parameters. It is read …
        entities/grafana|Grafana|entity|2026-04-19|en|Networking|1|184|-6.8 -10.4 19.8 0|Grafana draws dashboards from data held elsewhere, chiefly Prometheus and PostgreSQL.
        entities/llama-cpp|llama.cpp|entity|2026-09-08|en|Inference|1|169|9.9 22.0 20.5 5|llama.cpp is an inference engine for language models written in C and C++. It runs on ordinary processors and on most kinds of graphics card, and it …
        entities/mirror|Mirror|entity|2026-03-15|en|Networking|1|166|-26.8 4.8 17.3 0|A mirror in this sense is a local copy of a package or image repository. Machines on the services VLAN fetch updates from it instead of from the …
        entities/pgvector|pgvector|entity|2026-09-22|en|Retrieval|1|165|15.2 0.1 19.0 3|pgvector is an extension that adds a vector type, distance operators and two kinds of index to PostgreSQL.
        entities/podman|Podman|entity|2026-07-02|en|Networking|1|176|-19.7 5.5 18.2 0|Podman runs containers without a central daemon. Each container is an ordinary child process, which can be supervised by the service manager of the …
        entities/postgresql|PostgreSQL|entity|2026-09-22|en|Retrieval|1|170|3.6 1.0 21.2 0|PostgreSQL is a relational database management system. In the lab it holds the page index, the passages and their vectors, and the state of a few …
        entities/prometheus|Prometheus|entity|2026-11-09|en|Networking|1|177|-15.4 -4.1 22.4 0|Prometheus collects time series by fetching a text page from each target at a fixed interval. A target that does not answer is itself a measurement, …
        entities/qdrant|Qdrant|entity|2026-04-28|en|Retrieval|1|184|11.6 -2.2 20.5 3|Qdrant is a database devoted to vector search. Each point has a vector and a payload of attributes; filters on the payload are taken into account …
        entities/restic|restic|entity|2026-09-14|en|Storage|1|167|-2.1 -3.0 25.7 2|restic is a backup program that stores deduplicated, encrypted snapshots in a repository. The repository may be a local directory, an SFTP server or …
        entities/sqlite|SQLite|entity|2026-08-05|en|Publishing|1|156|5.1 8.8 13.9 4|SQLite is a relational database in the form of a library. A database is one file with a documented, stable format, which makes it a reasonable …
        entities/unbound|Unbound|entity|2026-06-12|en|Networking|1|179|-20.2 -16.4 17.3 0|Unbound is a validating, recursive and caching DNS resolver. On dogwood it answers all networks and holds the internal view described in …
        entities/wcag|WCAG|entity|2026-09-18|en|Publishing|1|172|15.4 -22.1 15.2 1|The Web Content Accessibility Guidelines, abbreviated WCAG, are recommendations of the World Wide Web Consortium. They are organised under four …
        entities/wireguard|WireGuard|entity|2026-05-11|en|Networking|1|163|-17.9 -9.0 19.8 0|WireGuard is a virtual private network protocol with a small code base and a fixed set of modern cryptographic primitives. Peers are identified by …
        entities/zfs|ZFS|entity|2026-07-21|en|Storage|1|157|-11.4 18.9 19.0 4|ZFS is a combined file system and volume manager built on copy-on-write. It checksums every block, keeps redundancy inside the storage pool and …
        index|Index|index|2026-11-12|en||0|1688||A catalogue of all pages, grouped by kind. The overview is a better place to begin.
        log|Log|log|2026-11-12|en||0|1103||Changes in the order in which they were made.
        overview|Overview|overview|2026-11-12|en||0|236||Homelab Knowledge describes a small home lab and the knowledge base that grew out of it: how data is stored, moved, searched and finally published. …
        queries/embeddings-gpu|Do embeddings need a GPU?|query|2026-05-03|en|Inference|1|195||Question. Is a graphics card needed to embed a wiki of a few thousand passages?
        queries/how-often-scrub|How often should a pool be scrubbed?|query|2026-06-30|en|Storage|1|170||Question. Is a monthly scrub too often, too seldom, or about right?
        queries/static-search|Can a static site be searched?|query|2026-08-05|en|Publishing|1|163||Question. A static site has no server program. How can readers search it?
        queries/what-is-raid-z|What is RAID-Z?|query|2026-05-06|en|Storage|1|208||Question. How does RAID-Z differ from the parity arrangements known as RAID 5 and RAID 6?
        queries/when-to-split-a-page|When is a page worth splitting?|query|2026-08-01|en|Publishing|2|180||Question. At what point does a growing page serve its readers better as two?
        queries/which-vlan-cameras|Which VLAN should cameras use?|query|2026-04-12|en|Networking|1|197||Question. Cameras must be recorded on alder, yet cameras are not trusted. Where do they belong?
        queries/why-nine-hours|Why did the restore take nine hours?|query|2026-03-30|en|Storage|1|178||Question. The drill planned four hours and needed nine. Where did the time go?
        sources/backup-flow-diagram|Backup flow diagram|source|2026-01-15|en|Storage|1|160|-16.1 1.9 19.8 2|A picture of the three copies and the two ways between them.
        sources/backup-runbook|Backup runbook|source|2026-04-22|en|Storage|1|179|-3.9 -7.3 20.5 2|The runbook is the document that is followed at night by the machines and in an emergency by people. It states the order of jobs, the commands and …
        sources/dns-notes|DNS notes|source|2026-06-12|en|Networking|1|184|-16.6 -18.0 17.3 0|Plain-text notes on name resolution, collected over several months. They contain the list of internal names, the order of resolvers and three …
        sources/fixity-report|Fixity report 2026|source|2026-10-19|en|Storage|1|180|4.1 -6.5 16.3 1|A one-page report in PDF on the yearly verification of the archive. Of 18,432 files, 18,430 agreed with the manifest and two did not.
        sources/graph-layout-notes|Graph layout notes|source|2026-10-05|en|Publishing|1|174|21.2 -10.0 16.3 1|Notes on drawing the map of the wiki: parameters of ForceAtlas2, handling of labels, and the treatment of isolated pages.
        sources/network-diagram|Network diagram|source|2026-01-14|en|Networking|1|156|-26.1 -5.2 16.3 0|A drawing of the four networks and the router between them.
        sources/pool-layout-notes|Pool layout notes|source|2026-01-12|en|Storage|1|186|-13.7 21.3 17.3 4|Working notes made while the main pool of alder was planned, in January 2026. The document compares three arrangements of the available disks and …
        sources/publishing-checklist|Publishing checklist|source|2026-11-12|en|Publishing|1|180|11.7 -18.9 18.2 1|A list of some thirty points to be confirmed before a site is switched. Two thirds of them have since become automatic checks.
        sources/restore-drill-2026-03|Restore drill, March 2026|source|2026-03-30|en|Storage|1|182|-2.3 4.4 19.0 2|A plain-text protocol of the first complete restore, written during the event. The scenario was the total loss of alder.
        sources/retrieval-experiment|Retrieval experiment|source|2026-09-22|en|Retrieval|1|187|19.7 1.1 19.8 3|The report of an experiment with sixty questions, one change at a time.
        sources/vlan-plan|VLAN plan|source|2026-09-27|en|Networking|1|187|-24.1 -9.7 18.2 0|The plan lists networks, addresses and ports of every switch. It is the reference when dogwood has to be rebuilt.
        sources/vram-measurements|VRAM measurements|source|2026-10-27|en|Inference|1|191|11.5 16.4 19.0 5|A table of comma-separated values with memory and speed of several configurations on cedar. Each row gives the model size, the Quantisation, the …
        synthesis/a-very-long-title|On the many small decisions that accumulate between writing a note in the evening and finding it again, correctly rendered and properly cited, on a telephone in a train three years later|synthesis|2026-06-21|en|Publishing|1|213|7.6 -20.7 15.2 1|The title of this page is intentionally long. It is meant to disturb navigation columns, breadcrumbs, cards, social previews and file names.
        synthesis/colour-contrast-and-tokens|Colour, contrast and tokens|synthesis|2026-09-18|en|Publishing|1|247|19.4 -19.6 17.3 1|Three pages touch on colour: Design tokens, Accessibility and Graph layout. This one joins them.
        synthesis/from-notes-to-a-static-site|From notes to a static site|synthesis|2026-11-12|en|Publishing|1|336|2.9 -13.0 24.7 1|This page follows one note from the moment it is written to the moment it can be read elsewhere.
        synthesis/network-trust-zones|Network trust zones|synthesis|2026-09-27|en|Networking|2|247|-20.3 -4.5 20.5 0|Four networks, one router and some forty rules make up the network of the lab. This page states the idea behind them, so that the next rule can be …
        synthesis/one-gpu-two-workloads|One GPU, two workloads|synthesis|2026-10-27|en|Inference|2|258|11.6 11.1 18.2 5|cedar has one card and two kinds of work: answering questions, which must be quick, and producing embeddings, which must be complete by morning. This …
        synthesis/pubblicare-una-base-di-conoscenza|Pubblicare una base di conoscenza|synthesis|2026-11-12|it|Publishing|1|164|9.7 -11.9 17.3 1|Una base di conoscenza personale cresce per anni; la sua pubblicazione dovrebbe richiedere, ogni notte, pochi minuti e nessuna attenzione. Questa …
        synthesis/restore-first-backup-strategy|A restore-first backup strategy|synthesis|2026-11-02|en|Storage|2|219|-5.0 0.5 24.2 2|Backup plans usually begin with what is to be copied. This page begins at the other end, with the restore, and works backwards.
        synthesis/retrieval-quality-on-a-budget|Retrieval quality on a budget|synthesis|2026-09-22|en|Retrieval|1|250|23.1 0.1 17.3 3|Which change to a retrieval system brings most for least? The experiment tried one change at a time on sixty questions whose answers were known.
        """#
}

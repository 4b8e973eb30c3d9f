// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

/// A C library found by pkg-config: `apt` and `brew` are the packages that carry it.
func library(_ name: String, _ pkgConfig: String? = nil, apt: [String] = [], brew: [String] = []) -> Target {
    let providers: [SystemPackageProvider] = apt.isEmpty ? [] : [.apt(apt), .brew(brew)]
    return .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: providers)
}

/// Of a library that is loaded on first use (`Sources/CLibraries/late.h`): on Linux nothing of it is linked.
func late(_ pkgConfig: String) -> String? {
    #if os(Linux)
        return nil
    #else
        return pkgConfig
    #endif
}

func module(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, linking libraries: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", swiftSettings: house,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests", swiftSettings: house)
}

let package = Package(
    name: "synapse-publish",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "synapse-publish", targets: ["synapse-publish"])],
    targets: [
        library("CCmark", "libcmark-gfm", apt: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"], brew: ["cmark-gfm"]),
        library("CCairo", "pangocairo", apt: ["libcairo2-dev", "libpango1.0-dev"], brew: ["cairo", "pango"]),
        library("CSpng", "spng", apt: ["libspng-dev"], brew: ["libspng"]),
        library("CZlib", "zlib", apt: ["zlib1g-dev"], brew: ["zlib"]),
        library("CBrotli", "libbrotlienc", apt: ["libbrotli-dev"], brew: ["brotli"]),
        library("CBrotliDecoder", "libbrotlidec", apt: ["libbrotli-dev"], brew: ["brotli"]),
        library("CYaml", "yaml-0.1", apt: ["libyaml-dev"], brew: ["libyaml"]),
        library("CCurl", late("libcurl"), apt: ["libcurl4-openssl-dev"], brew: ["curl"]),
        library("CCrypto", "libcrypto", apt: ["libssl-dev"], brew: ["openssl@3"]),
        library("CArchive", late("libarchive"), apt: ["libarchive-dev"], brew: ["libarchive"]),
        library("CIgraph", late("igraph"), apt: ["libigraph-dev"], brew: ["igraph"]),
        library("CMicrohttpd", late("libmicrohttpd"), apt: ["libmicrohttpd-dev"], brew: ["libmicrohttpd"]),
        library("CPopt", "popt", apt: ["libpopt-dev"], brew: ["popt"]),
        library("CSystem"),
        library("CGumbo", "gumbo", apt: ["libgumbo-dev"], brew: ["gumbo-parser"]),

        module("Markdown", ["CCmark"]),
        module("Packing", ["CZlib", "CBrotli", "CBrotliDecoder"]),
        module("Canvas", ["Packing", "CCairo", "CSpng"]),
        module("Snapshot", ["CYaml", "CCurl", "CCrypto", "CArchive", "CSystem"]),
        module("Layout", ["CIgraph"]),
        module("HTTPServer", ["CMicrohttpd"]),
        module("Site", ["Snapshot", "Markdown"]),
        module("Archive", ["Snapshot", "CSystem"]),
        module("Theme", path: "Sources/Renderers/Theme"),
        module("Mustache", path: "Sources/Renderers/Mustache"),
        module("HTML", ["Mustache", "Theme", "Site", "Markdown", "Snapshot"], path: "Sources/Renderers/HTML"),
        module("Search", ["Site", "Snapshot"], path: "Sources/Renderers/Search"),
        module("Graph", ["Theme", "Site", "Canvas", "Snapshot"], path: "Sources/Renderers/Graph"),
        module("Gallery", ["Mustache", "Theme", "Site", "Markdown", "Snapshot", "Canvas"], path: "Sources/Renderers/Gallery"),
        module(
            "Publishing",
            [
                "Archive", "Snapshot", "Layout", "Markdown", "Site", "Mustache", "Theme", "HTML", "Search", "Graph", "Gallery", "Canvas",
                "Packing", "HTTPServer", "CSystem",
            ]),
        .executableTarget(
            name: "synapse-publish",
            dependencies: [
                "Publishing", "Packing", "Archive", "Snapshot", "Site", "Graph", "HTML", "Gallery", "Theme", "CPopt", "CSystem",
            ],
            path: "Sources/synapse-publish",
            swiftSettings: house),

        .executableTarget(
            name: "poster-bench", dependencies: ["Graph", "Site", "Theme"], path: "bench/PosterBench", swiftSettings: house),

        tests("Publishing", ["Publishing", "Packing", "Gallery", "Site", "Snapshot", "Canvas"]),
        tests("CommandLine", ["synapse-publish", "Publishing", "Snapshot", "Graph"]),

        tests("Snapshot", ["Snapshot", "TestSupport"]),
        module("TestSupport", ["CArchive", "CSpng"], path: "Tests/TestSupport", linking: ["archive"]),
        tests("Layout", ["Layout"]),
        tests("Site", ["Site", "Snapshot", "Markdown"]),
        .executableTarget(
            name: "search-index", dependencies: ["Search", "Site", "Snapshot"], path: "Tests/SearchIndexTool", swiftSettings: house),
        tests("Search", ["Search", "Site", "Snapshot", "TestSupport"]),
        tests("Archive", ["Archive", "Snapshot"]),
        tests("Theme", ["Theme"]),
        tests("Packing", ["Packing"]),
        tests("Canvas", ["Canvas", "TestSupport"]),
        tests("Graph", ["Graph", "Canvas", "TestSupport", "Theme", "Site", "Snapshot"]),
        tests("Gallery", ["Gallery", "Canvas", "Markdown", "Mustache", "Theme", "Site", "Snapshot"]),
        tests("HTML", ["HTML", "Mustache", "Theme", "Site", "Snapshot", "Markdown", "TestSupport"]),
        tests("Mustache", ["Mustache"]),
        .executableTarget(
            name: "cmark-reference", dependencies: ["CCmark"], path: "Tests/CmarkReference", swiftSettings: house),
        tests("Markdown", ["Markdown", "Snapshot", "cmark-reference", "CGumbo", "TestSupport"]),
    ]
)

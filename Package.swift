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

func module(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", swiftSettings: house)
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
        library("CYaml", "yaml-0.1", apt: ["libyaml-dev"], brew: ["libyaml"]),
        library("CCurl", "libcurl", apt: ["libcurl4-openssl-dev"], brew: ["curl"]),
        library("CCrypto", "libcrypto", apt: ["libssl-dev"], brew: ["openssl@3"]),
        library("CArchive", "libarchive", apt: ["libarchive-dev"], brew: ["libarchive"]),
        library("CPopt", "popt", apt: ["libpopt-dev"], brew: ["popt"]),
        library("CSystem"),

        module("Markdown", ["CCmark"]),
        module("Canvas", ["CCairo", "CSpng"]),
        module("Snapshot", ["CYaml", "CCurl", "CCrypto", "CArchive", "CSystem"]),
        module("Site", ["Snapshot", "Markdown"]),
        module("Theme", path: "Sources/Renderers/Theme"),
        module("HTML", ["Theme", "Site", "Markdown", "Snapshot"], path: "Sources/Renderers/HTML"),
        module("Search", ["Site"], path: "Sources/Renderers/Search"),
        module("Graph", ["Theme", "Site", "Canvas", "Snapshot"], path: "Sources/Renderers/Graph"),
        module("Gallery", ["Theme", "Site", "HTML", "Snapshot"], path: "Sources/Renderers/Gallery"),
        module("Publishing", ["Snapshot", "Site", "Theme", "HTML", "Graph", "Gallery", "CSystem"]),
        .executableTarget(
            name: "synapse-publish", dependencies: ["Publishing", "Snapshot", "Site", "CPopt"], path: "Sources/synapse-publish",
            swiftSettings: house),

        tests("Snapshot", ["Snapshot"]),
        tests("Site", ["Site", "Snapshot", "Markdown"]),
        tests("Search", ["Search", "Site"]),
        tests("Theme", ["Theme"]),
    ]
)

// swift-tools-version: 6.2
import PackageDescription

// A package of its own: libFuzzer wants all code compiled for it, which must not touch the program's build. The sources are the
// program's, through links. `make fuzz` builds and runs it.

let fuzzed: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
]

let package = Package(
    name: "fuzz",
    targets: [
        .systemLibrary(name: "CCmark", path: "Sources/CLibraries/CCmark", pkgConfig: "libcmark-gfm"),
        .systemLibrary(name: "CGumbo", path: "Sources/CLibraries/CGumbo", pkgConfig: "gumbo"),
        .systemLibrary(name: "CYaml", path: "Sources/CLibraries/CYaml", pkgConfig: "yaml-0.1"),
        .target(name: "Markdown", dependencies: ["CCmark"], path: "Sources/Markdown", swiftSettings: fuzzed),
        .target(name: "Frontmatter", dependencies: ["CYaml"], path: "Sources/Frontmatter", swiftSettings: fuzzed),
        .executableTarget(
            name: "Fuzz", dependencies: ["Markdown", "Frontmatter", "CGumbo"], path: "Sources/Fuzz", swiftSettings: fuzzed,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
    ]
)

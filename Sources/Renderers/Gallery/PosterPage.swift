import Mustache
import Site
import Theme

/// A poster of the vault in both themes, as the gallery shows it.
public struct GalleryPoster: Sendable, Equatable {
    /// `Overview`.
    public var title: String
    public var note: String
    /// From the gallery's root.
    public var light: String
    public var dark: String
    /// Pixels.
    public var width: Int
    public var height: Int

    public init(title: String, note: String, light: String, dark: String, width: Int, height: Int) {
        self.title = title
        self.note = note
        self.light = light
        self.dark = dark
        self.width = width
        self.height = height
    }
}

/// The posters, light beside dark.
struct PosterPage: Sendable {
    let layout: GalleryLayout
    let posters: [GalleryPoster]

    func model() -> Model {
        layout.model("Posters", in: .posters).adding([
            .summary: .text(posters.count == 1 ? "1 tier in both themes" : "\(posters.count) tiers in both themes"),
            .posters: .models(
                posters.enumerated().map { index, poster in
                    Model([
                        .id: .number(index + 1), .title: .text(poster.title), .note: .text(poster.note),
                        .sides: GalleryLayout.sides { appearance in
                            Model([
                                .label: .text(GalleryLayout.name(appearance)),
                                .href: .text(appearance == .light ? poster.light : poster.dark),
                                .width: .number(poster.width), .height: .number(poster.height),
                            ])
                        },
                    ])
                }),
        ])
    }
}

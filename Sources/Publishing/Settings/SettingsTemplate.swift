import CSystem
import Foundation

/// The file that `init` writes: every setting, commented out, with what it is for.
///
/// A comment has one blank after its `#`; other lines are settings, and without the sign the file is a valid one, which a test reads.
public enum SettingsTemplate {
    // lint: allow colour-literal because it is an example in the file that a user gets
    private static let lightColors = "{accent.accent: \"#0b5c8a\", accent.accent-strong: \"#084a70\"}"
    // lint: allow colour-literal because it is an example in the file that a user gets
    private static let darkColors = "{accent.accent: \"#7cc4ee\"}"

    public static let text = """
        # synapse-publish.yml: how this vault becomes a site. Every line is optional; take the # away to use one.
        # docs/configuration.md tells more. Flags of the command line go before what stands here.

        # The site's name; without it the vault's own.
        #title: My wiki

        # Of the site's own words, and of pages that name none: en, it, de, ja, ar, also with a region (de-AT).
        #language: en

        # Where the site will be served. Makes a sitemap, canonical addresses, and a not-found page that leads home.
        #base-url: https://wiki.example.org/

        # both follows the reader's system; light and dark pin one.
        #theme: both

        # What is made beside the pages.
        #search: true
        #markdown: true
        #posters: true

        # Pictures for where addresses are shared, with base-url: none, groups (home, types, communities), pages (every page too).
        #og-images: groups

        # Text files packed beside the originals, for servers that send them as they are (docs/hosting.md).
        #compress: [gz, br]

        # What readers' browsers keep for when there is no network: visited, all; remove takes it back. Nothing without it.
        #offline: visited

        # What was on earlier nights, from an archive beside this file or below.
        #history:
        #  store: archive
        #  nights: 30
        #  versions: 5

        # What is published. Pages marked publish: false or private: true never are. A page has to be named by each list
        # of "only" that is there; what one list of "except" names stays private. Folders from the vault's root or wiki/;
        # a tag takes those below it in. marked: true publishes only pages that say publish: true. What stays private
        # leaves no trace: no name, no count, no link.
        #publish:
        #  only:
        #    types: [concept, entity, source, synthesis]
        #    folders: [concepts, entities]
        #    tags: [public]
        #  except:
        #    types: [log, query]
        #    folders: [journal]
        #    tags: [internal, draft/old]
        #  drafts: false
        #  marked: false

        # Files below raw/sources/. link: a page each, the file only where a page shows it. embed: the file too, where a
        # published page names it. none: no pages of sources, and no page tells which files it rests on.
        #sources: link

        # The first list of the rail, in your order: home, wiki, recent, graph, sources, domains, communities, tags, search;
        # pages by path or title; addresses.
        #navigation:
        #  - home
        #  - page: overview
        #    label: Start here
        #  - wiki
        #  - graph
        #  - url: https://example.org/
        #    label: Our home page

        # Below every page.
        #footer:
        #  text: © The authors, CC BY 4.0
        #  links:
        #    - url: mailto:wiki@example.org
        #      label: Write to us

        # A link on each page to the same page elsewhere: {path}, {id}, {title}, {address}.
        #page-link:
        #  url: https://git.example.org/wiki/edit/main/{path}
        #  label: Edit this page

        # A script of your own on every page, such as for counting visits. It becomes a file of the site: the content
        # policy lets no other host's script run. "hosts" are what it may send to.
        #snippet:
        #  script: own.js
        #  hosts: [https://stats.example.org]

        # Colours instead of the brand's, by the names in templates/tokens.json. The contrast is checked; no pure black.
        #colors:
        #  light: \(lightColors)
        #  dark: \(darkColors)

        # A folder of templates of your own, each in place of the one of its name (docs/templates.md).
        #templates: templates

        """
}

/// Writes the file into a folder, which must be there.
///
/// - Returns: its path. Throws `cannotCreate` where there is one already.
public func writeSettingsTemplate(in folder: String) throws(PublishingError) -> String {
    let path =
        folder == "." ? SiteSettings.fileName : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(SiteSettings.fileName)"
    guard isFolder(folder) else { throw PublishingError(.cannotCreate, "There is no such folder", at: folder, advice: "Make it first") }
    guard let file = Descriptor(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644) else {
        if errno == EEXIST {
            throw PublishingError(
                .cannotCreate, "There is a settings file already, and it is left as it is", at: path,
                advice: "Move it away first, or name another folder")
        }
        throw PublishingError(.cannotCreate, failed: "cannot create the file", at: path)
    }
    guard writeAll(Array(SettingsTemplate.text.utf8), to: file.raw) else {
        throw PublishingError(.inputOutput, failed: "cannot write the file", at: path)
    }
    return path
}

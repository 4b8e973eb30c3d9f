import Mustache
import Site

extension SiteContext {
    /// What stands at a page's other names: a document that leads on to the page.
    func redirectPages() -> [Artifact] {
        site.redirects.map { redirect in
            Artifact(redirect.address, .rendered { [self] in Rendering(document(redirect)) })
        }
    }

    private func document(_ redirect: Redirect) -> [UInt8] {
        let href = Base(redirect.address).to(hrefs[redirect.page])
        var out: [UInt8] = []
        func put(_ text: String) { out += Array(text.utf8) }
        put("<!DOCTYPE html>\n<html lang=\"")
        HTMLEscaping.append(site.pages[redirect.page].language ?? site.info.language, to: &out)
        put(
            "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"robots\" content=\"noindex\">\n"
        )
        put("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n<meta http-equiv=\"refresh\" content=\"0; url=")
        HTMLEscaping.append(href, to: &out)
        put("\">\n<link rel=\"canonical\" href=\"")
        HTMLEscaping.append(absolute(hrefs[redirect.page]) ?? href, to: &out)
        put("\">\n<title>")
        HTMLEscaping.append(titles[redirect.page], to: &out)
        put("</title>\n</head>\n<body>\n<p><a href=\"")
        HTMLEscaping.append(href, to: &out)
        put("\">")
        HTMLEscaping.append(titles[redirect.page], to: &out)
        put("</a></p>\n</body>\n</html>\n")
        return out
    }
}

import Mustache

/// Every name that the gallery's templates use, and those of the site's templates that it shares (`row`, `group`, `source-card`).
enum Field: String, CaseIterable {
    case cases, comment, standing, templateHash, posters, width, height, after, before, camera, changed, changedLabel, files, hasChanges,
        hasDrift
    case hasPictures, isDecidable, isPicture, mask, matters, share, shots, devices, hasDevices, aside, headings, contentsLabel,
        neighbourhood
    case neighbourhoodLabel, wide, wideBox, level
    case action, actions, advice, appearance, back, backlinkNumber, backlinks, backlinksLabel, base, body, buttons, callouts
    case cards, chapters, chips, choices, chosen, cites, citesLabel, className, cohesion, cohesionLabel, colors, communities
    case communitiesLabel, components, composerLabel, construction, content, contrast, count, counts, current, curve, curveLabel
    case dataVersion, date, derived, dir, domain, domains, domainsLabel, drift, facts, failure, figures, form, frameTitle, glyph
    case glyphSVG, glyphs, gradients, ground, group, groups, haptics, hasBacklinks, hasButtons, hasChips, hasCites, hasCommunities
    case hasDomains, hasFigures, hasLegend, hasMessages, hasRelated, hasReview, hasRows, hasSources, hasStates, hasSteps, hasTabs
    case hasTop, hasTypes, hero, heroFigures, href, id, isCollapsed, isExternal, isInk, isMine, isMono, isOn, isRefreshing
    case isStill, isThumb, isWaiting, isWriting, items, hasItems, leading, label, lang, lede, legendLabel, live, mainScreens, marks, menu,
        menuItems
    case menuLabel, messages, meta, metaItems, motions, name, neighboursLabel, note, notes, number, openLabel, otherScreens, owes
    case page, pageDir, pageLang, palettes, paragraphs, partial, parts, path, picture, pictureLabel, pinLabel, plates, pressed
    case progress, query, radii, ratio, recentLabel, refreshing, related, relatedLabel, review, reviewLabel, root, rows, sample
    case searchLabel, secret, secretNote, sectionsLabel, segments, sendLabel, sentence, shadows, shareLabel, sides, siteTitle
    case size, skeletons, soft, sourceNumber, sources, sourcesLabel, spaces, state, stateLabel, states, statesLede, stats, steps
    case stops, strong, styles, summary, swatch, swiped, switches, tabs, tabsLabel, text, textScale, title, toc, tokens
    case tokensHash, tone, top, typeHref, typeKey, typeLabel, types, uses, value, variable, vaultLabel, verdict, verdicts, viewBox
    case visions

    static let vocabulary = Vocabulary(allCases.map(\.rawValue))
    static let all = allCases
}

/// A view model: the gallery is built a few times a day, so a dictionary will do.
struct Model: View {
    private var fields: [Field: Value]

    init(_ fields: [Field: Value] = [:]) { self.fields = fields }

    func value(_ symbol: Int) -> Value { fields[Field.all[symbol]] ?? .absent }

    subscript(field: Field) -> Value {
        get { fields[field] ?? .absent }
        set { fields[field] = newValue }
    }

    func mapped(_ change: (Value) -> Value) -> Model { Model(fields.mapValues(change)) }

    /// This model with the fields of another over its own.
    func adding(_ other: [Field: Value]) -> Model {
        var result = self
        result.fields.merge(other) { _, new in new }
        return result
    }
}

extension Value {
    static func models(_ models: [Model]) -> Value { .list(List(models.map { .view($0) })) }
    static func texts(_ texts: [String]) -> Value { .list(List(texts.map(Value.text))) }
    static func model(_ fields: [Field: Value]) -> Value { .view(Model(fields)) }
}

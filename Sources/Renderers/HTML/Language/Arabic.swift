import Snapshot

extension Language {
    static let arabic = Language(
        code: "ar", text: Arabic.text, counted: Arabic.counted, date: Arabic.date, number: Arabic.number,
        typeName: { Arabic.typeName($0, isPlural: $1) },
        phrase: Arabic.phrase)
}

private enum Arabic {
    static func text(_ word: Word) -> String {
        switch word {
        case .skip: "انتقل إلى المحتوى"
        case .navigation: "الموقع"
        case .breadcrumbs: "مسار التنقل"
        case .tabs: "علامات التبويب"
        case .more: "المزيد"
        case .appearance: "المظهر"
        case .system: "النظام"
        case .light: "فاتح"
        case .dark: "داكن"
        case .darkTheme: "السمة الداكنة"
        case .onThisPage: "في هذه الصفحة"
        case .aboutThisPage: "عن هذه الصفحة"
        case .home: "الرئيسية"
        case .wiki: "الويكي"
        case .graph: "الشبكة"
        case .sources: "المصادر"
        case .domains: "المجالات"
        case .communities: "المجموعات"
        case .recent: "الأحدث"
        case .sections: "الأقسام"
        case .pages: "الصفحات"
        case .all: "الكل"
        case .allPages: "كل الصفحات"
        case .parts: "أجزاء هذه القائمة"
        case .filter: "تصفية بالاسم"
        case .untyped: "بلا نوع"
        case .vault: "الخزانة"
        case .asOf: "حتى"
        case .dataOf: "بيانات"
        case .publishedWith: "نُشر بواسطة Synapse"
        case .figures: "أرقام"
        case .pagesByType: "الصفحات حسب النوع"
        case .growth: "النمو"
        case .recentlyUpdated: "آخر التحديثات"
        case .hubs: "الأكثر ارتباطًا"
        case .review: "المراجعة"
        case .lint: "الفحص"
        case .links: "الروابط"
        case .clean: "لا ملاحظات"
        case .orphans: "صفحات معزولة"
        case .emptyVault: "لا شيء هنا بعد"
        case .emptyVaultText: "ليس في هذه الخزانة صفحات منشورة."
        case .nothingHere: "لا شيء هنا"
        case .nothingHereText: "ليس في الخزانة صفحات كهذه."
        case .noText: "بلا نص"
        case .noTextText: "الصفحة مدرجة في الخزانة لكن نصها غير موجود."
        case .noSources: "بلا مصادر"
        case .noSourcesText: "ليس في الخزانة ملفات مصادر."
        case .noGraph: "لا توجد شبكة"
        case .noGraphText: "لا ترتبط أي صفحة منشورة بأخرى."
        case .notFound: "هذه الصفحة غير موجودة"
        case .notFoundText: "ربما تغير اسمها أو لم تُنشر قط."
        case .fileMissing: "الملف مفقود"
        case .fileMissingText: "المصدر مدرج في الخزانة لكن تعذرت قراءة ملفه عند أخذ البيانات."
        case .uncited: "لم يُستشهد به بعد"
        case .uncitedText: "لا تستند أي صفحة منشورة إلى هذا المصدر."
        case .alsoKnownAs: "تُعرف أيضًا باسم"
        case .updated: "حُدّثت"
        case .tags: "الوسوم"
        case .related: "ذات صلة"
        case .linkedFrom: "روابط من"
        case .namedInFrontmatter: "مذكورة بين مصادرها أو صفحاتها ذات الصلة."
        case .previous: "السابقة"
        case .next: "التالية"
        case .neighbours: "الصفحة السابقة والتالية"
        case .pagesThatRest: "صفحات تستند إليه"
        case .openFile: "افتح الملف"
        case .search: "بحث"
        case .searchFailed: "تعذر تحميل فهرس البحث."
        case .searchNeedsScript: "يحتاج البحث إلى JavaScript، أما قائمة كل الصفحات فلا تحتاج إليه."
        case .searchFound: "النتائج: {n}"
        case .searchNone: "لم يُعثر على شيء. جرّب كلمات أقل أو غيرها."
        case .searchAll: "كل النتائج في صفحة واحدة"
        case .searchHint: "العناوين والأسماء الأخرى ورؤوس الأقسام والنص، مع التسامح في خطأ كتابة واحد."
        case .feed: "موجز"
        case .anyType: "كل الأنواع"
        case .anyDomain: "كل المجالات"
        case .anyTag: "كل الوسوم"
        case .showMore: "عرض المزيد"
        case .zoomLevels: "الملصقات"
        case .overview: "نظرة عامة"
        case .regions: "المناطق"
        case .detail: "التفاصيل"
        case .page: "صفحة من هذا الويكي"
        case .mentioned: "ذكرته الصفحة"
        case .onTheWeb: "الويب"
        case .domain: "المجال"
        case .community: "المجموعة"
        case .details: "التفاصيل"
        case .footnotes: "الحواشي"
        case .backToReference: "عودة إلى الموضع"
        case .taskDone: "منجز"
        case .taskOpen: "غير منجز"
        case .embedCycle: "حُذف هذا التضمين لأنه سيعرض نفسه من جديد."
        case .embedTooDeep: "حُذف هذا التضمين لأن التضمينات متداخلة بعمق زائد."
        case .embedMissing: "تعذرت قراءة نص هذا التضمين."
        case .pageTooLarge: "بقية هذه الصفحة أكبر من أن تُنسَّق، وهي معروضة نصًّا عاديًّا."
        case .addressNotAllowed: "عنوان غير مسموح"
        case .pageNoun: "صفحة"
        case .image: "صورة"
        case .audio: "تسجيل صوتي"
        case .video: "مقطع مرئي"
        case .pdf: "PDF"
        case .document: "مستند"
        case .table: "جدول"
        case .file: "ملف"
        case .previewOfFile: "محتواه"
        case .diagram: "مخطط"
        case .diagramSource: "المخطط نصًا"
        case .graphSearch: "ابحث عن صفحة"
        case .graphFilters: "المرشحات"
        case .graphKeys:
            "تحرّك مفاتيح الأسهم العرض، ويكبّر زائد ويصغّر ناقص، ويعرض 0 الكل. ينتقل N وP بين الصفحات بدءًا بالأكثر ارتباطًا، ويختار Enter ويلغي Escape."
        case .zoomIn: "تكبير"
        case .zoomOut: "تصغير"
        case .fit: "عرض الكل"
        case .fullScreen: "ملء الشاشة"
        case .close: "إغلاق"
        case .colorBy: "اللون حسب"
        case .type: "النوع"
        case .linkKinds: "أنواع الروابط"
        case .leastWeight: "الروابط بدءًا من هذا الوزن"
        case .withOrphans: "صفحات بلا روابط"
        case .weakLinks: "الروابط الضعيفة عند السكون"
        case .drawnBy: "طريقة الرسم"
        case .automatic: "تلقائي"
        case .allAgain: "إعادة الضبط"
        case .graphView: "الشبكة"
        case .tableView: "الجدول"
        case .pageElsewhere: "افتح في الخزانة"
        case .openPage: "افتح الصفحة"
        case .inGraph: "اعرض في الشبكة"
        case .byRank: "الصفحات حسب الرتبة"
        case .linksTo: "مرتبطة مع"
        case .picture: "صورة"
        case .benchmark: "قِس هذا الجهاز"
        case .neighbourhood: "الجوار"
        case .benchText:
            "يقيس سلاسة حركة الشبكة هنا. دع البرنامج يحركها أولًا ثم حركها بنفسك اثنتي عشرة ثانية بالسحب وبإصبعين. الملف المُصدَّر دليل لاختيار طريقة الرسم، وفيه اسم الجهاز والمتصفح، ويبقى عندك."
        case .benchScripted: "ابدأ"
        case .benchHand: "باليد"
        case .benchExport: "تصدير"
        case .benchMotion: "الحركة"
        case .offline: "غير متاحة بلا شبكة"
        case .offlineText: "لم تُقرأ هذه الصفحة على هذا الجهاز بعد، وستظهر حين تعود الشبكة."
        case .sortBy: "الترتيب"
        case .byTitle: "حسب العنوان"
        case .byDate: "الأحدث أولًا"
        case .byLinks: "الأكثر روابط أولًا"
        case .backToTop: "العودة إلى الأعلى"
        case .copy: "نسخ"
        case .copied: "تم النسخ"
        case .keyboard: "لوحة المفاتيح"
        case .timeline: "التسلسل الزمني"
        case .history: "التاريخ"
        case .earlierNights: "ليالٍ سابقة"
        case .versionNow: "الصفحة اليوم"
        case .changedNext: "ما تغيّر بعد ذلك"
        case .sameText: "النص هو نفسه."
        case .pastNote: "هذه نسخة سابقة، وتؤدي روابطها وصورها إلى ما هي عليه اليوم."
        case .timeMap: "كل النسخ للآلات (خريطة زمنية)"
        case .compareVersions: "قارن بين نسختين"
        case .asShown: "كما تظهر"
        case .asText: "كنص"
        case .allOfNight: "كل صفحات هذه الليلة"
        case .notThen: "لم تكن موجودة في تلك الليلة أو لا تُعرض"
        case .olderVersion: "من"
        case .newerVersion: "إلى"
        }
    }

    /// Arabic has six plural forms (Unicode CLDR, plural rules); without a number for one and two of a thing.
    private static func form(_ count: Int, _ none: String, _ one: String, _ two: String, few: String, many: String, other: String) -> String
    {
        switch count {
        case 0: return none
        case 1: return one
        case 2: return two
        default: break
        }
        return switch count % 100 {
        case 3...10: "\(number(count)) \(few)"
        case 11...99: "\(number(count)) \(many)"
        default: "\(number(count)) \(other)"
        }
    }

    static func counted(_ count: Int, _ noun: Counted) -> String {
        switch noun {
        case .pages: form(count, "لا صفحات", "صفحة واحدة", "صفحتان", few: "صفحات", many: "صفحة", other: "صفحة")
        case .sources: form(count, "لا مصادر", "مصدر واحد", "مصدران", few: "مصادر", many: "مصدرًا", other: "مصدر")
        case .links: form(count, "لا روابط", "رابط واحد", "رابطان", few: "روابط", many: "رابطًا", other: "رابط")
        case .connections: form(count, "لا صلات", "صلة واحدة", "صلتان", few: "صلات", many: "صلة", other: "صلة")
        case .minutes:
            form(count, "أقل من دقيقة", "دقيقة قراءة", "دقيقتا قراءة", few: "دقائق قراءة", many: "دقيقة قراءة", other: "دقيقة قراءة")
        case .citations:
            form(
                count, "لا صفحة تستند إليه", "صفحة واحدة تستند إليه", "صفحتان تستندان إليه", few: "صفحات تستند إليه",
                many: "صفحة تستند إليه",
                other: "صفحة تستند إليه")
        case .domains: form(count, "لا مجالات", "مجال واحد", "مجالان", few: "مجالات", many: "مجالًا", other: "مجال")
        case .tags: form(count, "لا وسوم", "وسم واحد", "وسمان", few: "وسوم", many: "وسمًا", other: "وسم")
        case .communities: form(count, "لا مجموعات", "مجموعة واحدة", "مجموعتان", few: "مجموعات", many: "مجموعة", other: "مجموعة")
        case .versions:
            form(
                count, "لا نسخ سابقة", "نسخة سابقة واحدة", "نسختان سابقتان", few: "نسخ سابقة", many: "نسخة سابقة", other: "نسخة سابقة")
        }
    }

    static func date(_ date: CalendarDate) -> String {
        let months = ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"]
        return "\(date.day) \(months[date.month - 1]) \(date.year)"
    }

    static func number(_ value: Int) -> String { grouped(value, by: ",") }

    static func typeName(_ type: String?, isPlural: Bool) -> String {
        guard let type, !type.isEmpty else { return text(.untyped) }
        switch type {
        case "concept": return isPlural ? "مفاهيم" : "مفهوم"
        case "entity": return isPlural ? "كيانات" : "كيان"
        case "source": return isPlural ? "مصادر" : "مصدر"
        case "synthesis": return isPlural ? "خلاصات" : "خلاصة"
        case "comparison": return isPlural ? "مقارنات" : "مقارنة"
        case "query": return isPlural ? "أسئلة" : "سؤال"
        case "overview": return isPlural ? "نظرات عامة" : "نظرة عامة"
        case "index": return isPlural ? "فهارس" : "فهرس"
        case "log": return isPlural ? "سجلات" : "سجل"
        default: return type.prefix(1).uppercased() + type.dropFirst()
        }
    }

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .vault(let title, let pages, let sources):
            "\(title): ويكي فيه \(counted(pages, .pages)) ويستند إلى \(counted(sources, .sources))"
        case .allPages(let pages): "\(counted(pages, .pages))، مرتبة أبجديًا"
        case .typeLede(let pages, let vault): "\(counted(pages, .pages)) من هذا النوع في \(vault)"
        case .domainLede(let pages): "\(counted(pages, .pages)) في هذا المجال، الأكثر ارتباطًا أولًا"
        case .communityLede(let pages, let cohesion):
            "\(counted(pages, .pages)) مترابطة. التماسك \(cohesion)٪ هو نسبة الروابط القائمة من كل ما يمكن بينها"
        case .domainsLede(let count): "\(counted(count, .domains)) تنقسم إليها الخزانة"
        case .communitiesLede(let count):
            "\(counted(count, .communities)) وُجدت في الروابط بين الصفحات. التماسك هو نسبة الروابط القائمة من كل ما يمكن داخلها"
        case .sourcesLede(let count, let bytes): "\(counted(count, .sources))، \(size(bytes))، تستند إليها الصفحات"
        case .tagsLede(let count): "\(counted(count, .tags)) قيد الاستعمال"
        case .tagLede(let pages): "\(counted(pages, .pages)) بهذا الوسم"
        case .recentLede(let date): "الأحدث أولًا حتى \(date)"
        case .backlinksLede(let count): "تشير إلى هنا أيضًا: \(counted(count, .pages))"
        case .moreBacklinks(let count): "\(number(count)) أخرى"
        case .cohesion(let percent): "التماسك \(percent)٪"
        case .linkedPairs(let pairs): "بين أزواج الصفحات، وعددها \(number(pairs))، لكل منها خط في المخطط"
        case .score(let percent): "الصلة \(percent)٪"
        case .growth(let from, let to, let pages): "من \(from) إلى \(to) نمت الخزانة حتى \(counted(pages, .pages))"
        case .graphCounts(let nodes, let edges): "\(counted(nodes, .pages)) · \(counted(edges, .connections))"
        case .poster(let vault, let pages): "شبكة المعرفة في \(vault): \(counted(pages, .pages)) تصل بينها روابطها"
        case .bytes(let bytes): size(bytes)
        case .beginningOf(let bytes, let all): "أول \(size(bytes)) من \(size(all))"
        case .firstRows(let count): "أول \(number(count)) صفوف"
        case .firstPage(let name): "الصفحة الأولى من \(name)"
        case .file(let kind, let format): format.isEmpty ? kind : "\(kind) · \(format.uppercased())"
        case .historyLede(let versions, let since): "\(counted(versions, .versions))، أولها في \(since)"
        case .versionOf(let from, let to): from == to ? "كما كانت في \(from)" : "كما كانت من \(from) إلى \(to)"
        case .asOf(let date): "كما في \(date)"
        case .nightLede(let pages, let missing):
            "صفحات تختلف عن اليوم: \(number(pages)).\(missing > 0 ? " صفحات من صفحات اليوم لم تكن موجودة بعد: \(number(missing))." : "") وما سواها كما هو اليوم."
        case .change(let name, let from, let to): "\(name): من \(from) إلى \(to)"
        }
    }

    private static func size(_ bytes: Int) -> String { sizeText(bytes, one: "بايت", many: "بايت", decimal: ".", number: number) }
}

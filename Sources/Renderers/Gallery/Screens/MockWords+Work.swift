extension MockWords {
    /// Texts of the screens that tell of work: sources, ingest, activity, research, providers, language.
    static let work: [String: (it: String, ja: String, ar: String)] = [
        // Sources.
        "Add a source": ("Aggiungi una fonte", "ソースを追加", "إضافة مصدر"),
        "Missing": ("Manca", "見つかりません", "مفقود"),
        // Ingest.
        "2 min": ("2 min", "2分", "دقيقتان"),
        "6.1 kB": ("6,1 kB", "6.1 kB", "6.1 ك.ب"),
        "Nine pages planned: four new, five changed. Nothing is published before the run is complete.": (
            "Nove pagine previste: quattro nuove, cinque modificate. Nulla è pubblicato prima della fine.",
            "9ページを予定：新規4、変更5。完了するまで何も公開されません。", "تسع صفحات مقررة: أربع جديدة وخمس معدّلة. لا يُنشر شيء قبل اكتمال التشغيل."
        ),
        "68 % done": ("68 % fatto", "68 % 完了", "اكتمل 68 %"),
        "Pause": ("Sospendi", "一時停止", "إيقاف مؤقت"),
        "Read": ("Leggere", "読み取り", "القراءة"),
        "412 lines, plain text": ("412 righe, testo semplice", "412行、プレーンテキスト", "412 سطرًا، نص عادي"),
        "Analyse": ("Analizzare", "分析", "التحليل"),
        "11 names, 4 claims, 2 contradictions": (
            "11 nomi, 4 affermazioni, 2 contraddizioni", "名称11、主張4、矛盾2", "11 اسمًا و4 ادعاءات وتناقضان"
        ),
        "Write": ("Scrivere", "執筆", "الكتابة"),
        "6 of 9 pages": ("6 pagine su 9", "9ページ中6ページ", "6 من 9 صفحات"),
        "Link and index": ("Collegare e indicizzare", "リンクと索引", "الربط والفهرسة"),
        "after the last page": ("dopo l’ultima pagina", "最後のページの後", "بعد الصفحة الأخيرة"),
        // Activity.
        "Running": ("In corso", "実行中", "قيد التشغيل"),
        "Waiting": ("In attesa", "待機中", "في الانتظار"),
        "Failed": ("Fallito", "失敗", "فشل"),
        "Done": ("Fatto", "完了", "مكتمل"),
        "Today": ("Oggi", "今日", "اليوم"),
        "Yesterday": ("Ieri", "昨日", "أمس"),
        "9 pages · 0.04 USD": ("9 pagine · 0,04 USD", "9ページ · 0.04 USD", "9 صفحات · 0.04 دولار"),
        "Check of links": ("Controllo dei collegamenti", "リンクの確認", "فحص الروابط"),
        "2 new findings · no cost": ("2 nuovi rilievi · gratis", "新しい指摘2件 · 無料", "ملاحظتان جديدتان · بلا تكلفة"),
        "5 pages · 0.03 USD": ("5 pagine · 0,03 USD", "5ページ · 0.03 USD", "5 صفحات · 0.03 دولار"),
        "no text layer": ("senza testo", "テキスト層なし", "بلا طبقة نص"),
        "Research: quiet disks": ("Ricerca: dischi silenziosi", "調査：静かなディスク", "بحث: أقراص هادئة"),
        "1 page · 0.11 USD": ("1 pagina · 0,11 USD", "1ページ · 0.11 USD", "صفحة واحدة · 0.11 دولار"),
        "Figures are those of the provider's own accounts.": (
            "Le cifre sono quelle del conto presso il fornitore.", "数値はプロバイダー側の明細によります。", "الأرقام من حسابات المزوّد نفسه."
        ),
        // Research.
        "Which disks stay quiet in a small case?": (
            "Quali dischi restano silenziosi in un case piccolo?", "小型ケースで静かなディスクはどれですか。", "أي الأقراص تبقى هادئة في صندوق صغير؟"
        ),
        "depth 2": ("profondità 2", "深さ2", "العمق 2"),
        "7 sources": ("7 fonti", "ソース7件", "7 مصادر"),
        "Five of seven sources agree that vibration, not the drive, is what is heard.": (
            "Cinque fonti su sette concordano: si sente la vibrazione, non il disco.",
            "7件中5件のソースは、聞こえるのはディスクではなく振動だとしています。", "تتفق خمسة من سبعة مصادر على أن المسموع هو الاهتزاز لا القرص."
        ),
        "55 % done": ("55 % fatto", "55 % 完了", "اكتمل 55 %"),
        "Stop": ("Ferma", "停止", "إيقاف"),
        "Plan": ("Pianificare", "計画", "التخطيط"),
        "4 questions out of one": ("4 domande da una", "1つの質問から4つ", "4 أسئلة من سؤال واحد"),
        "Gather": ("Raccogliere", "収集", "الجمع"),
        "7 sources, 3 set aside": ("7 fonti, 3 scartate", "ソース7件、除外3件", "7 مصادر، استُبعد 3"),
        "Compare": ("Confrontare", "比較", "المقارنة"),
        "claims that meet or differ": ("affermazioni concordi o discordi", "一致する主張と異なる主張", "ادعاءات متفقة أو مختلفة"),
        "a page with its sources, for review": ("una pagina con le sue fonti, da rivedere", "ソース付きのページ、レビュー待ち", "صفحة بمصادرها، للمراجعة"),
        // Providers.
        "Each kind of work goes to one provider; where it cannot answer, the next one does. Keys stay on the server.": (
            "Ogni lavoro va a un fornitore; se non risponde, tocca al successivo. Le chiavi restano sul server.",
            "仕事の種類ごとに1つのプロバイダーが担当し、応答できないときは次が引き継ぎます。鍵はサーバーに残ります。",
            "يذهب كل نوع من العمل إلى مزوّد واحد؛ وإن تعذّر عليه الرد تولّاه التالي. تبقى المفاتيح على الخادم."
        ),
        "Order": ("Ordine", "順序", "الترتيب"),
        "llama.cpp on elder · all work": (
            "llama.cpp su elder · ogni lavoro", "elder 上の llama.cpp · すべての仕事", "llama.cpp على elder · كل العمل"
        ),
        "Active": ("Attivo", "有効", "نشط"),
        "stands in for writing": ("di riserva per scrivere", "執筆の代理", "بديل للكتابة"),
        "Standing by": ("Di riserva", "待機", "احتياطي"),
        "Command line": ("Riga di comando", "コマンドライン", "سطر الأوامر"),
        "not set up": ("non configurata", "未設定", "غير مُعدّ"),
        "Off": ("Spenta", "オフ", "متوقف"),
        "This month": ("Questo mese", "今月", "هذا الشهر"),
        "Requests": ("Richieste", "リクエスト", "الطلبات"),
        "1,204": ("1.204", "1,204", "1,204"),
        "Cost": ("Costo", "費用", "التكلفة"),
        "1.86 USD": ("1,86 USD", "1.86 USD", "1.86 دولار"),
        "Limit": ("Limite", "上限", "الحد"),
        "A run stops before it goes over.": ("Un’esecuzione si ferma prima di superarlo.", "超える前に実行が止まります。", "يتوقف التشغيل قبل تجاوزه."),
        "10 USD": ("10 USD", "10 USD", "10 دولارات"),
        // Language.
        "App": ("App", "アプリ", "التطبيق"),
        "Chosen": ("Scelta", "選択中", "مختار"),
        "English language": ("Inglese", "英語", "الإنجليزية"),
        "Italian": ("Italiano", "イタリア語", "الإيطالية"),
        "Japanese": ("Giapponese", "日本語", "اليابانية"),
        "Arabic": ("Arabo", "アラビア語", "العربية"),
        "New pages": ("Pagine nuove", "新しいページ", "صفحات جديدة"),
        "As their source": ("Come la fonte", "ソースと同じ", "بلغة المصدر"),
        "Italian notes become Italian pages.": (
            "Appunti italiani diventano pagine italiane.", "イタリア語のメモはイタリア語のページになります。", "تصبح الملاحظات الإيطالية صفحات إيطالية."
        ),
        "Always English": ("Sempre in inglese", "常に英語", "الإنجليزية دائمًا"),
        "Pages that exist keep the language that they name.": (
            "Le pagine esistenti tengono la lingua che dichiarano.", "既存のページは自身の言語を保ちます。", "تحتفظ الصفحات الموجودة باللغة التي تذكرها."
        ),
    ]
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// JavaScriptCore's C interface, loaded on first use: most runs of the program never need it, and it takes longer to load than all else.
/// The names and types are those of `JavaScriptCore/JavaScript.h`.
struct JavaScriptCore: @unchecked Sendable {
    // Proof: addresses of C functions, read once under Swift's once and never written again.
    typealias Reference = UnsafeMutableRawPointer
    typealias Values = UnsafePointer<Reference?>
    typealias Exception = UnsafeMutablePointer<Reference?>
    typealias ShouldTerminate = @convention(c) (Reference?, Reference?) -> Bool

    let contextGroupCreate: @convention(c) () -> Reference?
    let contextGroupRelease: @convention(c) (Reference?) -> Void
    let contextGroupSetTimeLimit: @convention(c) (Reference?, Double, ShouldTerminate?, Reference?) -> Void
    let contextCreateInGroup: @convention(c) (Reference?, Reference?) -> Reference?
    let contextRelease: @convention(c) (Reference?) -> Void
    let contextGlobalObject: @convention(c) (Reference?) -> Reference?
    let evaluate: @convention(c) (Reference?, Reference?, Reference?, Reference?, Int32, Exception?) -> Reference?
    let call: @convention(c) (Reference?, Reference?, Reference?, Int, Values?, Exception?) -> Reference?
    let property: @convention(c) (Reference?, Reference?, Reference?, Exception?) -> Reference?
    let isObject: @convention(c) (Reference?, Reference?) -> Bool
    let isString: @convention(c) (Reference?, Reference?) -> Bool
    let protect: @convention(c) (Reference?, Reference?) -> Void
    let unprotect: @convention(c) (Reference?, Reference?) -> Void
    let makeString: @convention(c) (Reference?, Reference?) -> Reference?
    let stringCopy: @convention(c) (Reference?, Reference?, Exception?) -> Reference?
    let stringCreate: @convention(c) (UnsafePointer<CChar>?) -> Reference?
    let stringRelease: @convention(c) (Reference?) -> Void
    let stringMaximumSize: @convention(c) (Reference?) -> Int
    let stringBytes: @convention(c) (Reference?, UnsafeMutablePointer<CChar>?, Int) -> Int

    /// Nil where the machine has no JavaScriptCore.
    static let shared = JavaScriptCore()

    private static let names = [
        "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.0.so.18",
        "/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore",
    ]

    private init?() {
        guard let library = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        guard
            let contextGroupCreate: @convention(c) () -> Reference? = Self.symbol(library, "JSContextGroupCreate"),
            let contextGroupRelease: @convention(c) (Reference?) -> Void = Self.symbol(library, "JSContextGroupRelease"),
            // Exported, and declared in a private header only (JSContextRefPrivate.h).
            let contextGroupSetTimeLimit: @convention(c) (Reference?, Double, ShouldTerminate?, Reference?) -> Void = Self.symbol(
                library, "JSContextGroupSetExecutionTimeLimit"),
            let contextCreateInGroup: @convention(c) (Reference?, Reference?) -> Reference? = Self.symbol(
                library, "JSGlobalContextCreateInGroup"),
            let contextRelease: @convention(c) (Reference?) -> Void = Self.symbol(library, "JSGlobalContextRelease"),
            let contextGlobalObject: @convention(c) (Reference?) -> Reference? = Self.symbol(library, "JSContextGetGlobalObject"),
            let evaluate: @convention(c) (Reference?, Reference?, Reference?, Reference?, Int32, Exception?) -> Reference? = Self.symbol(
                library, "JSEvaluateScript"),
            let call: @convention(c) (Reference?, Reference?, Reference?, Int, Values?, Exception?) -> Reference? = Self.symbol(
                library, "JSObjectCallAsFunction"),
            let property: @convention(c) (Reference?, Reference?, Reference?, Exception?) -> Reference? = Self.symbol(
                library, "JSObjectGetProperty"),
            let isObject: @convention(c) (Reference?, Reference?) -> Bool = Self.symbol(library, "JSValueIsObject"),
            let isString: @convention(c) (Reference?, Reference?) -> Bool = Self.symbol(library, "JSValueIsString"),
            let protect: @convention(c) (Reference?, Reference?) -> Void = Self.symbol(library, "JSValueProtect"),
            let unprotect: @convention(c) (Reference?, Reference?) -> Void = Self.symbol(library, "JSValueUnprotect"),
            let makeString: @convention(c) (Reference?, Reference?) -> Reference? = Self.symbol(library, "JSValueMakeString"),
            let stringCopy: @convention(c) (Reference?, Reference?, Exception?) -> Reference? = Self.symbol(library, "JSValueToStringCopy"),
            let stringCreate: @convention(c) (UnsafePointer<CChar>?) -> Reference? = Self.symbol(library, "JSStringCreateWithUTF8CString"),
            let stringRelease: @convention(c) (Reference?) -> Void = Self.symbol(library, "JSStringRelease"),
            let stringMaximumSize: @convention(c) (Reference?) -> Int = Self.symbol(library, "JSStringGetMaximumUTF8CStringSize"),
            let stringBytes: @convention(c) (Reference?, UnsafeMutablePointer<CChar>?, Int) -> Int = Self.symbol(
                library, "JSStringGetUTF8CString")
        else { return nil }
        self.contextGroupCreate = contextGroupCreate
        self.contextGroupRelease = contextGroupRelease
        self.contextGroupSetTimeLimit = contextGroupSetTimeLimit
        self.contextCreateInGroup = contextCreateInGroup
        self.contextRelease = contextRelease
        self.contextGlobalObject = contextGlobalObject
        self.evaluate = evaluate
        self.call = call
        self.property = property
        self.isObject = isObject
        self.isString = isString
        self.protect = protect
        self.unprotect = unprotect
        self.makeString = makeString
        self.stringCopy = stringCopy
        self.stringCreate = stringCreate
        self.stringRelease = stringRelease
        self.stringMaximumSize = stringMaximumSize
        self.stringBytes = stringBytes
    }

    /// A C function of the type that is asked for; `dlsym` knows none.
    private static func symbol<Function>(_ library: UnsafeMutableRawPointer, _ name: String) -> Function? {
        dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
    }
}

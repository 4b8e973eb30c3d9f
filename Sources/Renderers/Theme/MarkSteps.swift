extension Mark {
    /// The S as steps for a canvas that knows lines and curves, on the grid of `Mark.grid`.
    public var spineSteps: [PathStep] { PathReader.steps(spine) }

    /// The ground as steps, on the same grid.
    public static var groundSteps: [PathStep] { PathReader.steps(ground) }
}

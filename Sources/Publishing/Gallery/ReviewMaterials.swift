import Canvas
import Gallery
import Site
import Snapshot
import Theme

/// The ledger with what was kept for it: the last approved set of each screen, and the evidence of other decisions.
func reviewMaterial(_ request: GalleryRequest) throws(PublishingError) -> ReviewMaterial {
    let ledger = try GalleryReview.readLedger(request.ledger) ?? Ledger()
    let store = ApprovedStore(beside: request.ledger)
    var material = ReviewMaterial(ledger: ledger, matters: try AttachedEvidence.matters(beside: request.ledger))
    for screen in Shot.screenNames {
        if let set = ledger.lastApproval(of: screen).flatMap(store.set) { material.approved[screen] = set }
    }
    return material
}

extension ReviewMaterial {
    /// Adds pictures and what differs from the approved ones. A picture that differs by less than the threshold is the approved one, so
    /// that its hash, and with it the approval, stays.
    mutating func add(
        _ taken: TakenPictures, approved store: ApprovedStore, theme: Theme, _ context: RunContext
    ) throws(PublishingError) {
        camera = taken.camera
        let shots = Shot.all().filter { taken.pictures[$0.name] != nil }
        context.progress.begin("Comparing \(shots.count) pictures", shots.count)
        let sets = approved
        let compared = parallelMap(shots.count, jobs: context.jobs, chunk: 1) {
            index -> Result<(before: [UInt8], change: PictureChange?)?, PublishingError> in
            defer { context.progress.advance(1) }
            let shot = shots[index]
            guard let after = taken.pictures[shot.name], let hash = sets[shot.screen]?.pictures[shot.name], let before = store.picture(hash)
            else { return .success(nil) }
            do throws(CanvasError) {
                return .success((before, try PictureChange(before: before, after: after, appearance: shot.appearance, theme: theme)))
            } catch {
                return .failure(PublishingError(.badData, "The pictures cannot be compared: \(error)", at: shot.path))
            }
        }
        for (shot, result) in zip(shots, compared) {
            let outcome = try result.get()
            changes[shot.name] = outcome?.change
            pictures[shot.name] = outcome.flatMap { $0.change == nil ? $0.before : nil } ?? taken.pictures[shot.name]
        }
    }
}

import CSystem
import Foundation
import Publishing

/// Ends the program on SIGINT, SIGTERM and SIGHUP after undoing what the run has begun: exit 128 and the signal's number, or 0 where the
/// run has no other end.
///
/// The signals are blocked in every thread and awaited by one, which may then do what a signal handler must not. To be called before
/// other threads are made. Signals that the caller told us to ignore (`nohup`) stay ignored.
func watchSignals(_ interruption: Interruption, _ console: Console) {
    // A reader that went away must not leave a staging folder behind; writing to it fails instead.
    syn_ignore_signal(SIGPIPE)
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM, SIGHUP] where syn_ignores_signal(number) == 0 { sigaddset(&awaited, number) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
    let set = awaited
    Thread.detachNewThread {
        var set = set
        var number: Int32 = 0
        guard sigwait(&set, &number) == 0 else { return }
        // This thread takes a second signal, which does not wait for anything.
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        if interruption.request() {
            if interruption.isOrdinaryEnd() {
                console.note("Stopped")
                _exit(0)
            }
            console.note("Interrupted; the previous output is as it was")
            _exit(128 + number)
        }
        console.note("Interrupted when the new output was at its place already; tidying up")
        while true { pause() }
    }
}

/// Waits for the thread that `watchSignals` started: it is about to end the program.
func awaitEndBySignal() -> Never {
    while true { pause() }
}

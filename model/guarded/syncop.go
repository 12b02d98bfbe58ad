package guarded

// SyncOp is one synchronisation operation of a step. An object has several vector clocks, told apart by keys; channels have one for each
// slot of a buffer and for each thread that waits, too.
type SyncOp struct {
	Kind SyncKind
	Key  int64 // of a clock: a lock, a channel, or the number of a parked thread
	N    int64 // Send, Receive: capacity of the channel; SendFor, ReceiveFor: number of the parked thread
}

// SyncKind is the kind of a [SyncOp].
type SyncKind int64

// The kinds. Park to Ready are about threads that wait and have numbers for it, as the sudogs of Go's runtime do; Send to ReceiveFor are
// about the buffer of the channel Key.
const (
	Acquire     SyncKind = iota // joins the clock Key into the thread's
	Release                     // joins the thread's clock into the clock Key
	Park                        // the thread begins to wait as number Key
	Resume                      // it continues, after another thread has completed its operation
	Rendezvous                  // completes the operation of the thread parked as number Key, and synchronises both ways
	Send                        // uses the next slot of the buffer
	Receive                     // uses the oldest full slot
	SendFor                     // Send on behalf of the thread parked as number N, which then may continue
	ReceiveFor                  // Receive on behalf of that thread
	Ready                       // lets the thread parked as number Key continue
	SendAttempt                 // a thread is about to send to the channel Key, perhaps in a select that then chooses another case
	Close                       // closes the channel Key
	FirstAdd                    // a WaitGroup's counter leaves 0
	Wait                        // a thread has waited for a WaitGroup
)

// Acquires is the operation that acquires the clock key.
func Acquires(key int64) SyncOp { return SyncOp{Kind: Acquire, Key: key} }

// Releases is the operation that releases to the clock key.
func Releases(key int64) SyncOp { return SyncOp{Kind: Release, Key: key} }

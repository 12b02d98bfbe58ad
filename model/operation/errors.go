package operation

// UsageError says that a program uses the model in a way that has no meaning: a
// Thread in another body than its own, say, or a declaration while it runs.
type UsageError struct {
	Thread  string // the thread that did it, or "" if none did
	Problem string // what it did, and what is right
}

func (e *UsageError) Error() string {
	if e.Thread == "" {
		return e.Problem
	}
	return "thread " + e.Thread + ": " + e.Problem
}

// CatchUsage is to be deferred by whoever runs a program: it makes the panic of one that uses
// the model wrongly outside of its threads' bodies the error.
func CatchUsage(err *error) {
	switch r := recover().(type) {
	case nil:
	case *UsageError:
		*err = r
	default:
		panic(r)
	}
}

package operation

// UsageError says that a program misuses the model: for example, it uses a Thread in
// the body of another one, or declares something while it runs.
type UsageError struct {
	Thread  string // the thread that did it, or "" if none did
	Problem string // the mistake, and the correct use
	// Unsupported reports that a translator refuses the program, in which there may be no mistake.
	Unsupported bool
}

func (e *UsageError) Error() string {
	if e.Thread == "" {
		return e.Problem
	}
	return "thread " + e.Thread + ": " + e.Problem
}

// CatchUsage is deferred by code that runs programs: it turns the panic of one that misuses
// the model outside its threads' bodies into an error.
func CatchUsage(err *error) {
	switch r := recover().(type) {
	case nil:
	case *UsageError:
		*err = r
	default:
		panic(r)
	}
}

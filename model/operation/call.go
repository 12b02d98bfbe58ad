package operation

// Call is the invocation of an operation of an object, or the response to one, as said by a thread: see Thread.Invoke and
// Thread.Respond in package model. A thread's calls form a list from the last one back, whose elements do not change. A
// thread that is run again makes another list with the same contents.
type Call struct {
	Before    *Call // the previous call of the thread, or nil
	Number    int   // of calls up to this one
	Response  bool
	Object    string  // of an invocation
	Operation string  // of an invocation: as in "enqueue"
	Values    []int64 // the arguments of an invocation, the results of a response
}

// Then returns the list with next added at its end.
func (c *Call) Then(next Call) *Call {
	next.Before, next.Number = c, c.Len()+1
	return &next
}

// Len returns the length of the list.
func (c *Call) Len() int {
	if c == nil {
		return 0
	}
	return c.Number
}

package operation

// Call is the invocation of an operation of an object, or the response to one, as a thread has said it: see Thread.Invoke
// and Thread.Respond in package model. Those of a thread are a list from the last one back; what is in it does not change. A
// thread that is run again makes another list, with the same things in it.
type Call struct {
	Before    *Call // what the thread had said before, or nil
	Number    int   // how many there are up to this one
	Response  bool
	Object    string  // of an invocation
	Operation string  // of an invocation: as in "enqueue"
	Values    []int64 // the arguments of an invocation, the results of a response
}

// Then is the list with one more at its end.
func (c *Call) Then(next Call) *Call {
	next.Before, next.Number = c, c.Len()+1
	return &next
}

// Len is how many there are.
func (c *Call) Len() int {
	if c == nil {
		return 0
	}
	return c.Number
}

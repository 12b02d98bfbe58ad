package machine

// Invoke says that an operation of an object begins; see [front.Thread.Invoke].
func (th *Thread) Invoke(object, operation string, args []int64) {
	if th.initialising() {
		th.Refuse("an operation of %s is marked while packages are initialised", object)
	}
	th.t.Invoke(object, operation, args...)
}

// Respond says that it has ended.
func (th *Thread) Respond(results []int64) {
	if th.initialising() {
		th.Refuse("an operation is marked while packages are initialised")
	}
	th.t.Respond(results...)
}

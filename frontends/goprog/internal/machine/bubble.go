package machine

// Bubble is a bubble of testing/synctest: the goroutines that a function starts, with a clock of their own, which begins when the function does. As the clock
// of an execution is one, this is a time on it.
type Bubble struct {
	Start int64 // in nanoseconds, on the clock of the execution
	id    int64 // the goroutine that began it
}

// InBubble calls f, whose goroutines are in a new bubble.
func (th *Thread) InBubble(f func()) {
	outside := th.Bubble
	th.Bubble = &Bubble{th.readClock().now, th.path}
	f()
	th.Bubble = outside
}

// EndBubble waits until nothing else can move. From then on, no time passes in the bubbles that the goroutine has begun: who sleeps there waits forever.
func (th *Thread) EndBubble() {
	th.awaitIdle(func(c *clock) {
		for i := range c.alarms {
			if a := &c.alarms[i]; a.bubble == th.path {
				a.at, a.bubble = unset, 0
			}
		}
	})
}

// bubbleID is the number of the bubble in which the goroutine is, or 0.
func (th *Thread) bubbleID() int64 {
	if th.Bubble == nil {
		return 0
	}
	return th.Bubble.id
}

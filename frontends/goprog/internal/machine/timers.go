package machine

// The names of goroutines that are timers: one that sends, once or repeatedly, and one that calls a function. No function of a
// program has such a name.
const (
	TimerName = "time.Timer"
	AlarmName = "time.AfterFunc"
)

// TimerChannel names the channels of timers. Nobody can observe that they have a buffer.
const TimerChannel = "timer.C"

// IsTimers reports whether a channel belongs to a timer.
func (th *Thread) IsTimers(ch value) bool {
	o, ok := ch.R.(*object)
	return ok && o.Site == th.Gen.Site(TimerChannel, nil, false)
}

// Identity publishes the object that p points to, and returns a number that no other object has.
func (th *Thread) Identity(p value) int64 { return th.publisher.Publish(th.Pointer(p)).Word }

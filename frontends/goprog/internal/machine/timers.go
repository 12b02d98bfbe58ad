package machine

// The names of goroutines that are timers: one that sends, once or repeatedly, and one that calls a function. No function of a
// program has such a name.
const (
	TimerName = "time.Timer"
	AlarmName = "time.AfterFunc"
)

// NoMoreTicks is the statement of a ticker that has ticked as often as it may: it waits to be stopped. It is no goroutine of the
// program, and goroutines that wait for more ticks are not known to wait forever.
const NoMoreTicks = "wait for the end of"

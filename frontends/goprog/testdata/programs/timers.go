package programs

import "time"

// Answered is wrong only if its timer fires before the answer is there.
func Answered() {
	answer := make(chan int, 1)
	go func() { answer <- 42 }()
	select {
	case <-answer:
	case <-time.After(time.Minute):
		panic("too late")
	}
}

// Late waits for a timer that only time can end, alongside a function that is to be called later.
func Late() {
	called, never := make(chan bool), make(chan int)
	time.AfterFunc(time.Second, func() { called <- true })
	select {
	case <-never:
	case <-time.After(time.Minute):
	}
	<-called
}

// Polled asks once whether the time is over, which it is not if timers fire last.
func Polled() {
	over := time.After(time.Minute)
	select {
	case <-over:
		panic("too early")
	default:
	}
}

package states

import "time"

// Clocks: a loop that waits, and reads the clock, is not decided, even if only some of its iterations read it.
func Clocks() {
	done := restored()
	for after.Load() == 0 {
		if isChanged() {
			time.Now()
		}
		<-done
	}
}

// Rounds: where loops are bounded, the number of iterations so far matters.
func Rounds() {
	done := restored()
	again, waits := isChanged(), true
	for {
		if again {
			again = false
			before.Add(0)
			continue
		}
		if waits {
			waits = false
			<-done
		}
		after.Add(1)
	}
}

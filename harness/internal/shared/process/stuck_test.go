package process

import (
	"sync/atomic"
	"testing"
	"time"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
)

// TestStarvedThreadIsNotStuck: a thread that is seen at the same place again and again is stuck only if the process has
// had time to leave that place, or if it waits there.
func TestStarvedThreadIsNotStuck(t *testing.T) {
	const enough = stuckCPU
	type look struct {
		place string
		waits bool
		cpu   time.Duration
	}
	many := func(l look, n int) (all []look) {
		for range n {
			all = append(all, l)
		}
		return all
	}
	for name, c := range map[string]struct {
		looks []look
		stuck bool
	}{
		"one look":             {[]look{{"f", false, time.Hour}}, false},
		"starved":              {many(look{"f", false, time.Second}, 100), false},
		"starved, almost":      {append(many(look{"f", false, 0}, 100), look{"f", false, enough - 1}), false},
		"running":              {[]look{{"f", false, time.Second}, {"f", false, time.Second + enough}}, true},
		"running in a loop":    {[]look{{"f", false, time.Second}, {"g", false, time.Second + enough}}, true},
		"an event in between":  {[]look{{"f", false, 0}, {"", false, enough}, {"f", false, 2 * enough}}, false},
		"waiting":              {many(look{"f", true, 0}, stuckLooks), true},
		"waiting for a moment": {append(many(look{"f", true, 0}, stuckLooks-1), look{"f", false, 0}, look{"f", true, 0}), false},
	} {
		var s suspicion
		stuck := false
		for _, l := range c.looks {
			stuck = s.confirms(l.place, l.waits, l.cpu)
		}
		if stuck != c.stuck {
			t.Errorf("%s: stuck is %v, want %v", name, stuck, c.stuck)
		}
	}
}

// TestStuckThread finds a thread that runs and one that waits for something other than an event, and nothing once the
// work is over.
func TestStuckThread(t *testing.T) {
	over := make(chan struct{})
	close(over)
	if place := StuckThread(over, time.Minute); place != "" {
		t.Errorf("work that is over is stuck in %s", place)
	}
	if place := StuckThread(nil, 3*lookInterval); place != "" {
		t.Errorf("without a thread, one is stuck in %s", place)
	}
	var end atomic.Bool
	ended := make(chan struct{})
	for name, wait := range map[string]func(){
		"running": func() {
			for !end.Load() {
			}
		},
		"waiting": func() { <-ended },
	} {
		end.Store(false)
		ended = make(chan struct{})
		p := model.NewProgram(name)
		p.Thread("t", func(*model.Thread) { wait() })
		left := make(chan struct{})
		go func() {
			defer close(left)
			m, err := machine.New(p, behaviour.Limits{})
			if err != nil {
				t.Error(err)
				return
			}
			defer m.Close()
			m.Enabled(0)
		}()
		if place := StuckThread(nil, time.Minute); place == "" {
			t.Errorf("%s: no thread is stuck", name)
		}
		end.Store(true)
		close(ended)
		<-left
	}
}

package library

import "dporbench/frontends/goprog/internal/memory"

// A bubble of testing/synctest is the goroutine of a test, which is started like a subtest, and all goroutines started by it. The goroutine that calls
// synctest.Test waits until they have ended, and no time passes for them once the test has returned: see machine.Bubble.

func synctests() map[string]native {
	return map[string]native{
		"testing/synctest.Test": func(th *thread, a []value) value {
			if th.Bubble != nil {
				throwText(th, "synctest.Run called from within a synctest bubble")
			}
			t := NewTest(th, th.Pointer(a[0]).Site.Elem, nameOf(th, a[0]))
			th.InBubble(func() {
				s := spawnSubtest(th, a[1], t)
				says(th, s.Says)
			})
			th.EndBubble()
			return value{}
		},
		"testing/synctest.Wait": func(th *thread, _ []value) value {
			if th.Bubble == nil {
				throwText(th, "goroutine is not in a bubble")
			}
			th.AwaitIdle()
			return value{}
		},
		"internal/synctest.IsInBubble": func(th *thread, _ []value) value { return memory.Bool(th.Bubble != nil) },
	}
}

// outsideBubbles returns a method of testing.T that must not be called in a bubble.
func outsideBubbles(name string, f native) native {
	return func(th *thread, a []value) value {
		if th.Bubble != nil {
			throwText(th, "testing: t."+name+" called inside synctest bubble")
		}
		return f(th, a)
	}
}

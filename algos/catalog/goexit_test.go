package catalog_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
)

// TestGoexit: a body that ends its goroutine is refused, and ends no other.
func TestGoexit(t *testing.T) {
	bodies := map[string]func(t *model.Thread, x model.Var){
		"at once":      func(*model.Thread, model.Var) { runtime.Goexit() },
		"after events": func(t *model.Thread, x model.Var) { t.Store(x, t.Load(x)+1); runtime.Goexit() },
		"in a child":   func(t *model.Thread, x model.Var) { t.Join(t.Go("quitter", func(*model.Thread) { runtime.Goexit() })) },
		"when it is left": func(t *model.Thread, x model.Var) {
			done := false
			defer func() {
				if !done {
					runtime.Goexit()
				}
			}()
			for t.Load(x) != 3 {
			}
			done = true
		},
	}
	for name, body := range bodies {
		for _, a := range catalog.All() {
			t.Run(name+"/"+a.Name, func(t *testing.T) {
				before := runtime.NumGoroutine()
				p := model.NewProgram("goexit")
				x := p.Var("x", 0)
				p.Thread("quitter", func(t *model.Thread) { body(t, x) })
				p.Thread("other", func(t *model.Thread) { t.Store(x, 1); t.Load(x) })
				failed := make(chan error, 1)
				go func() {
					_, err := a.New(algos.Options{MaxSteps: 50}).Explore(context.Background(), p, nil)
					failed <- err
				}()
				select {
				case err := <-failed:
					say := []string{"quitter", "runtime.Goexit"}
					if name == "in a child" {
						say[0] = "child 1 of thread 0 (quitter)"
					}
					if name != "when it is left" { // that need only end
						checkRefusal(t, err, say)
					}
				case <-time.After(10 * time.Second):
					t.Fatal("Explore does not return")
				}
				for range 100 {
					if runtime.NumGoroutine() <= before {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
				t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
			})
		}
	}
}

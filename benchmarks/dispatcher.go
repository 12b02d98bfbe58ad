package benchmarks

import "dporbench/model"

// A dispatcher hands out n requests, one after the other, each to the server
// whose number it finds in sid while a thread started for this request
// increments sid. Servers look once for requests and are not waited for.
var dispatcher = Benchmark{
	Name:   "dispatcher",
	Doc:    "a dispatcher hands requests to servers that it picks by a race",
	Source: "Nguyen, Rodríguez, Sousa, Coti, Petrucci: Quasi-Optimal Partial Order Reduction, CAV 2018",
	Params: []Param{{"n", "number of servers, and of requests", 1, ample}},
	Build:  One(Dispatcher),
}

// Dispatcher builds dispatcher(n).
func Dispatcher(n int) *model.Program {
	p := model.NewProgram("dispatcher")
	servers, k := p.Mutexes("servers", n), p.Mutex("k")
	sid := p.Var("sid", 0)
	in, out := p.Vars("in", n, 0), p.Vars("out", n, 0)

	pick := func(t *model.Thread) {
		for x := range int64(n) {
			t.Lock(k)
			t.Store(sid, x)
			t.Unlock(k)
		}
	}
	p.Thread("main", func(t *model.Thread) {
		for id := range n {
			t.Go("server", func(t *model.Thread) {
				t.Lock(servers[id])
				if t.Load(in[id]) > 0 {
					t.Store(out[id], t.Load(in[id]))
				}
				t.Unlock(servers[id])
			})
		}
		for range n {
			picker := t.Go("pick", pick)
			t.Lock(k)
			s := t.Load(sid)
			t.Unlock(k)
			t.Lock(servers[s])
			t.Store(in[s], t.Load(in[s])+1)
			t.Unlock(servers[s])
			t.Join(picker)
		}
	})
	return p
}

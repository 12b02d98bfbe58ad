package objects

import "dporbench/model"

func counters() []Object {
	const source = "folklore"
	operations := []Operation{{"inc", Nothing}, {"get", Nothing}}
	return []Object{
		{Name: "counter", Doc: "a counter with an atomic fetch-and-add", Source: source, Spec: "counter",
			Operations: operations, declare: counter(false)},
		{Name: "counter-torn", Doc: "a counter with a load and a store", Source: source, Spec: "counter", Broken: true,
			Operations: operations, declare: counter(true)},
	}
}

func counter(torn bool) func(*model.Program, Client) calls {
	return func(p *model.Program, _ Client) calls {
		x := p.Var("x", 0)
		return func(t *model.Thread, name string, _ []int64) []int64 {
			switch {
			case name == "get":
				return []int64{t.Load(x)}
			case torn:
				before := t.Load(x)
				t.Store(x, before+1)
				return []int64{before}
			}
			return []int64{t.Add(x, 1)}
		}
	}
}

package litmus

// Shrink makes p smaller while bad holds for it: it drops threads, statements
// and branches, and unpacks bodies, until nothing can be left out.
func Shrink(p Program, bad func(Program) bool) Program {
	for smaller := true; smaller; {
		smaller = false
		for _, q := range reductions(p) {
			if bad(q) {
				p, smaller = q, true
				break
			}
		}
	}
	return p
}

// reductions are the programs one step smaller than p.
func reductions(p Program) []Program {
	var all []Program
	for t := range p.Threads {
		if len(p.Threads) > 1 {
			q := p.Clone()
			q.Threads = append(q.Threads[:t], q.Threads[t+1:]...)
			all = append(all, q)
		}
		for _, body := range reduced(p.Threads[t]) {
			q := p.Clone()
			q.Threads[t] = body
			all = append(all, q)
		}
	}
	return all
}

func reduced(body []Statement) [][]Statement {
	var all [][]Statement
	for i := range body {
		without := clone(body)
		all = append(all, append(without[:i], without[i+1:]...))
		if len(body[i].Body) == 0 {
			continue
		}
		unpacked := append(clone(body[:i]), clone(body[i].Body)...)
		all = append(all, append(unpacked, clone(body[i+1:])...))
		for _, inner := range reduced(body[i].Body) {
			c := clone(body)
			c[i].Body = inner
			all = append(all, c)
		}
	}
	return all
}

package distinguish

import (
	"cmp"
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"dporbench/frontends/smallprog"
)

// Find finds a program on which the algorithms differ: the smallest within the
// bounds or, if none of those does, a random one, shrunk. A more serious criterion, such as a class that one of them misses, is
// preferred if a few more programs show it. If ctx is done first, it returns nil and the cause of ctx. tried is the
// number of programs compared without error.
func (s *Search) Find(ctx context.Context) (found *Difference, tried int, err error) {
	last := 0 // number of the last program to try, once one is found
	for p := range s.candidates() {
		d, err := s.compare(ctx, p)
		if err != nil && found == nil {
			return nil, tried, err
		}
		if err != nil {
			return found, tried, nil
		}
		tried++
		if s.Progress != nil {
			s.Progress(int64(tried), 0)
		}
		if d != nil && found == nil {
			last = tried + s.Patience
		}
		if d != nil && (found == nil || seriousness(d.By) < seriousness(found.By)) {
			found = d
		}
		if found != nil && (tried >= last || found.By == s.mostSerious()) {
			found, err = s.shrink(ctx, found)
			return found, tried, err
		}
	}
	panic("not reached: there is always another random program")
}

// seriousness is the place of a criterion among all, from the most serious.
func seriousness(by Criterion) int { return slices.Index(Criteria(), by) }

func (s *Search) mostSerious() Criterion {
	return slices.MinFunc(s.By, func(a, b Criterion) int { return cmp.Compare(seriousness(a), seriousness(b)) })
}

// candidates yields the programs within the bounds by size, each with its threads
// in every order, and then random ones forever.
func (s *Search) candidates() iter.Seq[smallprog.Program] {
	return func(yield func(smallprog.Program) bool) {
		most := 0
		for _, b := range s.Bounds {
			most = max(most, b.Accesses)
		}
		for accesses := 1; accesses <= most; accesses++ {
			for _, b := range s.Bounds {
				if accesses > b.Accesses {
					continue
				}
				for p := range b.OfSize(accesses) {
					for arranged := range p.Arrangements() {
						if !yield(arranged) {
							return
						}
					}
				}
			}
		}
		r := rand.New(rand.NewPCG(s.Seed, 0))
		for yield(smallprog.Accesses(r)) && yield(smallprog.Contended(r)) && yield(smallprog.Random(r)) {
		}
	}
}

func (s *Search) shrink(ctx context.Context, d *Difference) (*Difference, error) {
	small := smallprog.Shrink(d.Program, func(p smallprog.Program) bool {
		smaller, err := s.compare(ctx, p)
		return err == nil && smaller != nil && seriousness(smaller.By) <= seriousness(d.By)
	})
	smaller, err := s.compare(ctx, small)
	if smaller == nil {
		return d, err
	}
	return smaller, err
}

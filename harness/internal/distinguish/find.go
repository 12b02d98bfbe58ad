package distinguish

import (
	"context"
	"iter"
	"math/rand/v2"

	"dporbench/frontends/smallprog"
)

// Find finds a program on which the algorithms differ: the smallest within the
// bounds or, if none of those does, a random one, shrunk. If ctx is done first,
// it returns nil and the cause of ctx. tried is the number of programs compared
// without error.
func (s *Search) Find(ctx context.Context) (found *Difference, tried int, err error) {
	for p := range s.candidates() {
		d, err := s.compare(ctx, p)
		if err != nil {
			return nil, tried, err
		}
		tried++
		if s.Progress != nil {
			s.Progress(int64(tried), 0)
		}
		if d != nil {
			d, err = s.shrink(ctx, d)
			return d, tried, err
		}
	}
	panic("not reached: there is always another random program")
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
		d, err := s.compare(ctx, p)
		return err == nil && d != nil
	})
	smaller, err := s.compare(ctx, small)
	if smaller == nil {
		return d, err
	}
	return smaller, err
}

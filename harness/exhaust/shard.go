package exhaust

import (
	"context"
	"iter"

	"dporbench/litmus"
)

// shardSize is how many programs are checked at a time. Half a second's work, so
// that little is lost when a run is interrupted.
const shardSize = 512

// shard is a part of the enumeration.
type shard struct {
	number   int // from 0, through all bounds
	bound    int
	programs []litmus.Program
}

// shards cuts the enumeration into parts, each of programs of one bound.
func (p Plan) shards() iter.Seq[shard] {
	return func(yield func(shard) bool) {
		next := shard{}
		flush := func() bool {
			full := next
			next = shard{number: full.number + 1, bound: full.bound}
			return yield(full)
		}
		for i, b := range p.Bounds {
			next.bound = i
			for program := range b.Programs() {
				next.programs = append(next.programs, program)
				if len(next.programs) == shardSize && !flush() {
					return
				}
			}
			if len(next.programs) > 0 && !flush() {
				return
			}
		}
	}
}

// check checks the programs of a shard, up to the first that fails if the plan
// says so.
func (p Plan) check(ctx context.Context, v *verifier, s shard) (Findings, error) {
	var f Findings
	for _, program := range s.programs {
		if err := p.checkOne(ctx, v, s.bound, program, &f); err != nil {
			return f, err
		}
		if p.StopAtFirst && len(f.Failures) > 0 {
			break
		}
	}
	return f, nil
}

func (p Plan) checkOne(ctx context.Context, v *verifier, bound int, program litmus.Program, f *Findings) error {
	t := Tally{Bound: bound, Threads: len(program.Threads), Accesses: accesses(program), Programs: 1}
	for arranged := range p.arrangements(program) {
		problem, err := v.verify(ctx, arranged)
		if err != nil {
			return err
		}
		if problem != nil && t.Failing == 0 {
			t.Failing = 1
			f.fail(Failure{arranged.String(), *problem})
		}
		t.Classes = v.expected.Executions // the same for all
		t.Most = t.Classes
		t.Executions += v.executed.Executions
		t.Redundant += v.executed.Redundant
	}
	f.add(t)
	return nil
}

func accesses(p litmus.Program) int {
	n := 0
	for _, body := range p.Threads {
		n += len(body)
	}
	return n
}

// arrangements are the program, or the program with its threads in every order.
func (p Plan) arrangements(program litmus.Program) iter.Seq[litmus.Program] {
	if p.Rearrange {
		return program.Arrangements()
	}
	return func(yield func(litmus.Program) bool) { yield(program) }
}

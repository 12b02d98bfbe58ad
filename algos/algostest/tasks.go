package algostest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
)

// inTasks compares the exploration of a program in tasks, suspended and split at random, with that
// of a single worker, class by class. Counts alone would not show that a class is lost and another
// repeated.
func (k kit) inTasks(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built := p.Build()
	for _, o := range options {
		want, err := k.whole(built, o, atMost)
		if errors.Is(err, errTooMany) {
			return nil, false
		}
		if err != nil {
			return violationOf(err), true
		}
		for seed := range uint64(5) {
			if f := k.byOneAndByMany(p.Build, o, want, seed); f != nil {
				f.options = o
				return f, true
			}
		}
	}
	return nil, true
}

// byOneAndByMany explores each task with a new worker, and then all with a single one. That takes the same work,
// because no trace of a task may be left in a worker when the next one begins.
func (k kit) byOneAndByMany(build func() *model.Program, o algos.Options, want visited, seed uint64) *violation {
	many, err := k.cut(build, o, want, seed, false)
	if f := k.compareTasks(many, err, want); f != nil {
		return f
	}
	one, err := k.cut(build, o, want, seed, true)
	if f := k.compareTasks(one, err, want); f != nil {
		return f
	}
	if one.stats.Work != many.stats.Work {
		return &violation{what: fmt.Sprintf("one worker does %+v, a new one for each task %+v", one.stats.Work, many.stats.Work)}
	}
	return nil
}

func (k kit) compareTasks(got visited, err error, want visited) *violation {
	if f := k.compare(got, err, want); f != nil {
		f.what += ", compared with an exploration in one task"
		return f
	}
	if summed(got.stats) != summed(want.stats) {
		return &violation{what: fmt.Sprintf("tasks add up to %+v, should be %+v", got.stats, want.stats)}
	}
	return nil
}

// summed returns s without what depends on the tasks.
func summed(s algos.Stats) algos.Stats {
	s.Peak.BehaviourNodes = 0
	s.Work = algos.Work{}
	return s
}

// whole explores p in one task: unless the order is random, with Explore.
func (k kit) whole(p *model.Program, o algos.Options, atMost int) (visited, error) {
	v := visited{program: p, classes: Classes{}}
	if o.Order != algos.RandomThread {
		keyer := k.keyer(p, []algos.Options{o})
		defer keyer.Close()
		return k.visit(k.New(o), p, how{atMost: atMost, keyer: keyer})
	}
	_, err := k.alone(p, o, algos.Root(), &v, atMost, nil)
	return v, err
}

// alone is task with a new worker.
func (k kit) alone(p *model.Program, o algos.Options, t algos.Task, v *visited, atMost int, goOn func(*algos.Stats) bool) (rest algos.Task, err error) {
	w, err := k.worker(p, o)
	if err != nil {
		return algos.Task{}, err
	}
	defer w.Close()
	return k.task(w, t, v, atMost, goOn)
}

type worker struct {
	*algos.Worker
	program *model.Program
	keyer   *equivalence.Keyer
}

func (w *worker) Close() {
	w.keyer.Close()
	w.Worker.Close()
}

func (k kit) worker(p *model.Program, o algos.Options) (*worker, error) {
	x, ok := k.New(o).(algos.Splittable)
	if !ok {
		return nil, errors.New("is not an algos.Splittable, but promises to be one")
	}
	w, err := x.NewWorker(p)
	return &worker{w, p, k.keyer(p, []algos.Options{o})}, err
}

// cut explores a program in tasks, with a single worker or one for each task. Each worker has a program of its own,
// from build, like workers in different processes.
func (k kit) cut(build func() *model.Program, o algos.Options, want visited, seed uint64, single bool) (visited, error) {
	v, bound := visited{program: want.program, classes: Classes{}}, k.visitBound(want)
	explore := func(t algos.Task, goOn func(*algos.Stats) bool) (algos.Task, error) {
		return k.alone(build(), o, t, &v, bound, goOn)
	}
	if single {
		w, err := k.worker(build(), o)
		if err != nil {
			return v, err
		}
		defer w.Close()
		explore = func(t algos.Task, goOn func(*algos.Stats) bool) (algos.Task, error) {
			return k.task(w, t, &v, bound, goOn)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	todo := []algos.Task{algos.Root()}
	for len(todo) > 0 {
		i := r.IntN(len(todo))
		t := todo[i]
		todo[i] = todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for r.IntN(3) == 0 {
			shallow, deep, ok := t.Split()
			if !ok {
				break
			}
			todo, t = append(todo, shallow), deep
		}
		budget := int64(1 + r.IntN(1+len(want.classes)/3))
		rest, err := explore(t, func(s *algos.Stats) bool { return s.Executions < budget })
		if err != nil {
			return v, err
		}
		if !rest.IsDone() {
			todo = append(todo, rest)
		}
	}
	return v, nil
}

// task encodes and decodes t, has w explore it, and adds the result to v. It returns the rest of t.
func (k kit) task(w *worker, t algos.Task, v *visited, atMost int, goOn func(*algos.Stats) bool) (rest algos.Task, err error) {
	if t, err = algos.ParseTask(t.Append(nil)); err != nil {
		return t, err
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), k.timeout, errLate)
	defer cancel()
	stats, rest, err := w.Explore(ctx, t, func(e *model.Execution) error {
		if v.stats.Executions >= int64(atMost) || len(v.classes) >= atMost {
			return errTooMany
		}
		key, err := w.keyer.Key(e.Events())
		if err != nil {
			return err
		}
		if v.classes[key]++; v.classes[key] == 1 {
			v.outcomes.Add(e.Outcome())
		}
		v.largest.Add(e.Events())
		return nil
	}, goOn)
	v.stats.Add(stats)
	return rest, err
}

// tasks makes these comparisons on programs on which algorithms went wrong, and on benchmarks.
func (k kit) tasks() error {
	for _, text := range k.hardPrograms() {
		p := smallprog.MustParse(text)
		if violation, _ := k.inTasks(p, inAllOrders(always0{}), 1000); violation != nil {
			return errors.New(k.report(&finding{p, violation, "program known to be hard"}))
		}
	}
	for _, c := range []struct {
		benchmark string
		param     int
	}{{"lastzero", 6}, {"poke", 3}, {"dispatcher", 3}, {"fib-bench", 3}, {"linuxrwlocks", 3}, {"circular-buffer", 4}} {
		p := program(c.benchmark, c.param)
		want, err := k.whole(p, algos.Options{}, 5000)
		if errors.Is(err, errTooMany) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s %d: %w", c.benchmark, c.param, err)
		}
		if f := k.byOneAndByMany(func() *model.Program { return p }, algos.Options{}, want, 1); f != nil {
			return fmt.Errorf("%s %d: %s", c.benchmark, c.param, f.what)
		}
	}
	return k.foreignTask()
}

type always0 struct{}

func (always0) IntN(int) int { return 0 }

func (k kit) foreignTask() error {
	v := visited{classes: Classes{}}
	t := algos.Task{Path: []algos.Step{{After: 1000}, {After: 1000}}}
	_, err := k.alone(racing(), algos.Options{}, t, &v, 100, nil)
	if !errors.Is(err, algos.ErrNoTask) || v.stats.Executions != 0 {
		return fmt.Errorf("a task of another program: %d executions, error %v, want %v", v.stats.Executions, err, algos.ErrNoTask)
	}
	return nil
}

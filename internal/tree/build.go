package tree

import (
	"fmt"
	"regexp"
	"slices"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/trace"
)

// builder makes a Tree of branches.
type builder struct {
	program *model.Program
	made    *Tree
	leaves  map[*branch]*Leaf
}

func newBuilder(p *model.Program, algorithm string) *builder {
	return &builder{p, &Tree{Program: p.Name(), Algorithm: algorithm}, map[*branch]*Leaf{}}
}

// tree makes leaves of all branches. Each has its parent among them.
func (t *builder) tree(branches []*branch) (*Tree, error) {
	for _, b := range branches {
		leaf, err := t.leaf(b)
		if err != nil {
			return nil, fmt.Errorf("leaf %d: %w", len(t.leaves)+1, err)
		}
		t.leaves[b] = leaf
		t.made.Leaves = append(t.made.Leaves, leaf)
	}
	for _, b := range branches {
		t.link(b)
	}
	t.nameThreads()
	return t.made, nil
}

// leaf is b without what it has to do with others.
func (t *builder) leaf(b *branch) (*Leaf, error) {
	shown, err := trace.Of(t.program, b.events)
	if err != nil {
		return nil, err
	}
	t.learn(shown.Threads)
	l := &Leaf{
		Number: b.number, Began: b.began, Steps: shown.Steps, Ending: b.end.How, Outcome: b.end.Outcome, Failure: b.end.Failure, Sleeping: b.sleeping,
	}
	if b.end.How == algos.Executed {
		l.Key = model.ClassKey(b.events)
	}
	return l, nil
}

// link tells the leaf of b where it branches off, and why.
func (t *builder) link(b *branch) {
	if b.parent == nil {
		return
	}
	l := t.leaves[b]
	l.Parent = t.leaves[b.parent]
	l.At = min(b.prefix, common(b.parent.events, b.events))
	if b.race != nil {
		l.Schedule = played(b.events[l.At:], b.race.Schedule, b.end.How)
		l.Race = t.race(b.race)
	}
}

// played is how many of the events that a branch continues with are its schedule.
func played(events, schedule []model.Event, how algos.Ending) int {
	n := common(events, schedule)
	if n < len(schedule) && how != algos.Blocked {
		return 0
	}
	return n
}

func (t *builder) race(r *reversal) *Race {
	in := t.leaves[r.in]
	race := &Race{Leaf: in, First: find(r.in.events, r.First), Second: find(r.in.events, r.Second)}
	if race.Second < len(in.Steps) && in.Steps[race.Second].Event == r.Second {
		race.Event = in.Steps[race.Second]
	} else {
		race.Event = t.pending(r)
	}
	return race
}

// pending is the second event of a race as it would be right after E.
func (t *builder) pending(r *reversal) trace.Step {
	before := r.E[:find(r.E, r.Second)]
	if shown, err := trace.Of(t.program, append(slices.Clone(before), r.Second)); err == nil {
		return shown.Steps[len(shown.Steps)-1]
	}
	object := ""
	if r.Second.Kind.OnMutex() {
		object = t.program.MutexName(r.Second.Object)
	} else {
		object = t.program.VarName(r.Second.Object)
	}
	return trace.Step{Event: r.Second, Text: r.Second.Kind.String() + " " + object}
}

// learn takes over names of threads that are not known yet.
func (t *builder) learn(names []string) {
	for i, name := range names {
		if i == len(t.made.Threads) {
			t.made.Threads = append(t.made.Threads, "")
		}
		if t.made.Threads[i] == "" {
			t.made.Threads[i] = name
		}
	}
}

// numbered is a name with a number that tells it from others.
var numbered = regexp.MustCompile(`#\d+$`)

// nameThreads gives each thread one name in all leaves: the started ones, which
// every leaf has named in the order in which it starts them, in the order of
// their numbers.
func (t *builder) nameThreads() {
	names := t.made.Threads
	for i := t.program.NumThreads(); i < len(names); i++ {
		plain := numbered.ReplaceAllString(names[i], "")
		names[i] = plain
		for n := 2; slices.Contains(names[:i], names[i]); n++ {
			names[i] = fmt.Sprintf("%s#%d", plain, n)
		}
	}
	for _, l := range t.made.Leaves {
		for i := range l.Steps {
			switch s := &l.Steps[i]; s.Event.Kind {
			case model.Spawn:
				s.Text = "go " + names[s.Event.Object]
			case model.Join:
				s.Text = "join " + names[s.Event.Object]
			}
		}
	}
}

package lab

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/internal/quiz"
)

// finish schedules threads at random until none can continue.
func finish(t *testing.T, x Experiment, r *rand.Rand, schedule string, mine []string) (string, Play) {
	t.Helper()
	for {
		play := x.Play(schedule, mine)
		if play.Failed != "" {
			t.Fatalf("%s: %s: %s", x.Text, schedule, play.Failed)
		}
		ready := slices.DeleteFunc(slices.Clone(play.Options), func(m Move) bool { return m.Waits != "" })
		if play.Maximal != (len(ready) == 0) {
			t.Fatalf("%s: %s: %+v", x.Text, schedule, play)
		}
		if play.Maximal {
			return schedule, play
		}
		schedule = strings.TrimSpace(schedule + " " + ready[r.IntN(len(ready))].Word)
	}
}

// TestPlay: executions of random programs, scheduled at random, are of the class that their keys say, and as many classes are found as there are.
func TestPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 55))
	for range 8 {
		x := Experiment{Kind: "small", Text: smallprog.Random(r).String(), Memory: []string{"sc", "tso"}[r.IntN(2)]}
		classes := x.Explore("exhaustive", Bounds{}, nil).Counts["executions"]
		var mine []string
		for range 6 {
			schedule, play := finish(t, x, r, "", mine)
			seen := 0
			p, m, _ := x.Load()
			for i, other := range mine {
				a := (&game{program: p, memory: m})
				one, err1 := a.follow(schedule)
				two, err2 := a.follow(other)
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				if quiz.Compare(p, one, two).Same && seen == 0 {
					seen = i + 1
				}
			}
			if int64(play.Classes) != classes || play.Seen != seen || play.Class == 0 || seen > 0 && play.Class != play.Mine[seen-1] {
				t.Fatalf("%s, %s: %s after %q: %+v, seen %d, %d classes", x.Text, x.Memory, schedule, mine, play, seen, classes)
			}
			mine = append(mine, schedule)
		}
		for range classes {
			play := x.Play("", mine)
			if play.Next == "" {
				break
			}
			mine = append(mine, play.Next)
		}
		if play := x.Play("", mine); int64(play.Found) != classes || play.Next != "" {
			t.Errorf("%s, %s: %d classes found of %d", x.Text, x.Memory, play.Found, classes)
		}
	}
}

// TestWithin: as many classes are said to begin like an execution as all ways to continue it lead to.
func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 55))
	for range 10 {
		x := Experiment{Kind: "small", Text: smallprog.Random(r).String()}
		schedule, whole := finish(t, x, r, "", nil)
		words := strings.Fields(schedule)
		schedule = strings.Join(words[:max(0, len(words)-3)], " ")
		p, m, err := x.Load()
		if err != nil {
			t.Fatal(err)
		}
		g := &game{program: p, memory: m}
		keys := map[string]bool{}
		var visit func(schedule string)
		visit = func(schedule string) {
			play := x.Play(schedule, nil)
			if play.Maximal {
				one, err := g.follow(schedule)
				if err != nil {
					t.Fatal(err)
				}
				keys[g.key(one)] = true
			}
			for _, o := range play.Options {
				if o.Waits == "" {
					visit(strings.TrimSpace(schedule + " " + o.Word))
				}
			}
		}
		visit(schedule)
		if got := x.Play(schedule, nil); got.Within != len(keys) || whole.Classes < got.Within {
			t.Errorf("%s: after %q %d classes, want %d", x.Text, schedule, got.Within, len(keys))
		}
	}
}

// TestPlayProblems: schedules that are impossible, and programs with too many classes, are answered.
func TestPlayProblems(t *testing.T) {
	x := Experiment{Kind: "small", Text: "p: lock l; x=1; unlock l | q: lock l; a=x; unlock l"}
	for schedule, want := range map[string]string{"p q": "it waits at lock l, held by p", "p r": "r cannot continue", "p p p p": "it has ended"} {
		if play := x.Play(schedule, nil); !strings.Contains(play.Failed, want) {
			t.Errorf("%s: %q", schedule, play.Failed)
		}
	}
	if play := x.Play("", []string{"q r"}); !strings.Contains(play.Failed, "an earlier execution") {
		t.Errorf("%+v", play)
	}
	large := Experiment{Kind: "benchmark", Text: "exp-mem3", Params: []int{7}}
	if play := large.Play("", nil); play.Failed != "" || play.Classes != 0 || play.Within != -1 || len(play.Options) == 0 {
		t.Errorf("%+v", play)
	}
	if q := x.Quiz("nosuch", quiz.Blocked, 0); q.Failed == "" || q.Question != nil {
		t.Errorf("%+v", q)
	}
}

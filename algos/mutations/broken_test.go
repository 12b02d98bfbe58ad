package mutations

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"dporbench/frontends/smallprog"
)

// broken is an algorithm with a mistake put into its source.
type broken struct {
	algorithm string // its package below algos
	mistake   string
	edits     []edit
	want      string // the problem that the kit reports, as a regular expression
}

const (
	dropsARace         = "drops a race"
	repeatsASchedule   = "repeats a schedule"
	forgetsASleepSet   = "forgets a sleep set"
	ignoresPendingLock = "ignores a Lock that is pending forever"
	mixesChoices       = "takes one value of a choice for another"
)

const (
	eager       = "algos/internal/parsimonious/eager.go"
	races       = "algos/internal/parsimonious/races.go"
	schedule    = "algos/internal/parsimonious/schedule.go"
	lazy        = "algos/poplazy/poplazy.go"
	naive       = "algos/popnaive/popnaive.go"
	optimal     = "algos/optimal/optimal.go"
	reverse     = "algos/optimal/reverse.go"
	sourceFile  = "algos/source/source.go"
	fgdporFile  = "algos/fgdpor/fgdpor.go"
	backtrack   = "algos/fgdpor/backtrack.go"
	revisit     = "algos/trust/revisit.go"
	maximal     = "algos/trust/maximal.go"
	lock        = "algos/trust/lock.go"
	sleepsetOne = "algos/sleepset/sleepset.go"
)

const (
	missing   = `of \d+ classes: \d+ missing`
	repeated  = `of \d+ classes: \d+ repeated|visits more than \d+ executions`
	redundant = repeated + `|begins \d+ redundant explorations|this exploration is redundant`
)

// brokenOnes leaves out parts that an algorithm does not have: sleep sets (trust),
// schedules (sleepset, source, fgdpor), Locks that are not in enabled(E)
// (sleepset).
var brokenOnes = []broken{
	{"pop", dropsARace, one(eager, "for i := x.Run.Tasks.First(x.depth, step); i <", "for i := x.Run.Tasks.First(x.depth, step) + 1; i <"), missing},
	{"pop", repeatsASchedule, one(races, "!past.Has(*t.At(after.HeadAt))", "!past.Has(*t.At(after.HeadAt)) && r.First < 0"), redundant},
	{"pop", forgetsASleepSet, one(eager, "Kind.Commutes() || !sleep.Asleep()", "Kind.Commutes() || true"), redundant},
	{"pop", ignoresPendingLock, one(eager, "x.reverseAll(x.AppendPendingRaces(x.races), step)", "x.reverseAll(x.races, step)"), missing},

	{"poplazy", repeatsASchedule, one(lazy, "append(*here, s)", "append(*here, s, s)"), redundant},
	{"poplazy", ignoresPendingLock, one(lazy, "	x.collect(x.AppendPendingRaces(x.races))\n", ""), missing},
	{"popnaive", forgetsASleepSet, one(naive, "if s.IsRead() {", "if s.IsRead() && s.At > 0 {"), redundant},

	{"optimal", dropsARace, one(reverse, "range x.races {", "range x.races[min(1, len(x.races)):] {"), missing},
	{"optimal", repeatsASchedule, one(reverse, "x.v.weakInitial(q) {", "x.v.weakInitial(q) && false {"), redundant},
	{"optimal", forgetsASleepSet, one(optimal, "			x.sleep.Add(p)\n", "			_ = p\n"), redundant},
	{"optimal", ignoresPendingLock, one(reverse, "range x.pending {", "range x.pending[:0] {"), missing},

	{"source", dropsARace, one(sourceFile, "x.AppendRaces(x.races))", "x.AppendRaces(x.races)[:min(1, len(x.Races()))])"), missing},
	{"source", forgetsASleepSet, one("algos/sequence/backtracking.go", "b.Sleep.Add(e)", "_ = e"), redundant},
	{"source", ignoresPendingLock, one(sourceFile, "x.AppendPendingRaces(x.races))", "nil)"), missing},

	{"fgdpor", dropsARace, one(backtrack, "sequence.DependentAndCoEnabled(x.Event(i), next) && !x.before(i, next) {", "sequence.DependentAndCoEnabled(x.Event(i), next) && !x.before(i, next) && next.Kind != event.Read {"), missing},
	{"fgdpor", ignoresPendingLock, one(fgdporFile, "x.Run.Machine.Next(q); ok {", "x.Run.Machine.Next(q); ok && x.Run.Machine.Enabled(q) {"), missing},

	{"optimal", mixesChoices, one("algos/optimal/notdep.go", "v.At(int(at)).Value() != value ||", "v.At(int(at)).Value() == -1-value ||"), missing},
	{"trust", mixesChoices, one(maximal, "return e.Object == 0 //", "return true //"), repeated},
	{"trust", dropsARace, one(revisit, "			if err := x.revisit(r, u, pred); err != nil {\n				return err\n			}\n", "			return x.revisit(r, u, pred)\n"), missing},
	{"trust", repeatsASchedule, one(maximal, "!x.hasRevisited(id) && ", ""), redundant},
	{"trust", ignoresPendingLock, one(lock, "return x.readEarlier(t, s)", "return nil"), missing},

	{"sleepset", dropsARace, one(sleepsetOne, "!event.Dependent(e, f) {", "e.Thread != f.Thread {"), missing},
	{"sleepset", forgetsASleepSet, one(sleepsetOne, "		s.threads = append(s.threads, t)\n", ""), repeated},
}

func one(file, old, new string) []edit {
	return []edit{{file, old, new}}
}

// maxFindTime is the CPU time that the test may take to discover a mistake.
const maxFindTime = 30 * time.Second

// conformance runs the conformance test up to the first failure.
var conformance = []string{"-test.v", "-test.failfast", "-test.run=^TestConformance$"}

// maxStatements is the largest number of statements of a program that shows a mistake.
const maxStatements = 5

// TestBrokenAlgorithms checks that the kit finds each mistake within maxFindTime, describes the problem, and shows a
// small program.
func TestBrokenAlgorithms(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test for each mistake")
	}
	for _, b := range brokenOnes {
		t.Run(b.algorithm+" "+b.mistake, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // including the build
			defer cancel()
			got := runMutated(ctx, t, b.edits, "./algos/"+b.algorithm, conformance...)
			if got.passed {
				t.Fatalf("nothing fails:\n%s", got.output)
			}
			if !regexp.MustCompile(b.want).MatchString(got.output) {
				t.Errorf("got this, want %s:\n%s", b.want, got.output)
			}
			checkProgram(t, got.output)
			if got.cpu > maxFindTime {
				t.Errorf("it took %v, want %v at most", got.cpu, maxFindTime)
			}
			t.Logf("%s", got.output)
		})
	}
}

// checkProgram checks that the output shows one small program in all forms.
func checkProgram(t *testing.T, output string) {
	found := regexp.MustCompile(`-algostest.program='([^']*)'`).FindStringSubmatch(output)
	if found == nil || !strings.Contains(output, "func Program() *model.Program {") {
		t.Fatalf("no program:\n%s", output)
	}
	p, err := smallprog.Parse(found[1])
	if err != nil {
		t.Fatal(err)
	}
	if n := p.Size(); n > maxStatements {
		t.Errorf("%v has %d statements, want %d at most", p, n, maxStatements)
	}
}

// TestAgain checks that the command shown finds the same mistake again.
func TestAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test")
	}
	b := brokenOnes[0]
	found := runMutated(t.Context(), t, b.edits, "./algos/"+b.algorithm, conformance...)
	command := regexp.MustCompile(`go test dporbench/(\S+) -run '(\S+)' (-algostest.program)='([^']*)'`).FindStringSubmatch(found.output)
	if command == nil {
		t.Fatalf("no command:\n%s", found.output)
	}
	flags := []string{"-test.run=" + command[2], command[3] + "=" + command[4]}
	again := runMutated(t.Context(), t, b.edits, "./"+command[1], flags...)
	if again.passed || !regexp.MustCompile(b.want).MatchString(again.output) || strings.Contains(again.output, "random_programs") {
		t.Errorf("%s\nprints\n%s\nwant %s", command[0], again.output, b.want)
	}
	if sane := runMutated(t.Context(), t, nil, "./"+command[1], flags...); !sane.passed {
		t.Errorf("without the mistake:\n%s", sane.output)
	}
}

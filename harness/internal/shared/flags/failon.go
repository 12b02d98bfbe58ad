package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/counters"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
)

// FailOn holds the outcomes of executions on which a command fails.
type FailOn struct {
	Outcomes   []model.Outcome
	Unexpected bool // except the outcomes that a benchmark declares
	named      bool // each by its name
}

// FailOnNone fails on no outcome.
func FailOnNone() FailOn { return FailOn{} }

// FailOnUnexpected fails on each outcome of a bug, unless the program is a benchmark listed with it.
func FailOnUnexpected() FailOn { return FailOn{Outcomes: Failures(), Unexpected: true} }

// Failures are the outcomes whose executions are shown by default.
func Failures() []model.Outcome {
	return []model.Outcome{model.Raced, model.Failed, model.NotLinearizable, model.Deadlocked, model.Starved, model.Livelocked, model.Leaked}
}

// Count is the number of executions with an outcome.
func Count(c counters.Counts, o model.Outcome) int64 {
	if n := algos.Counted(&c, o); n != nil {
		return *n
	}
	return 0
}

// words are the values that stand for several outcomes, or for none.
func words() map[string]FailOn {
	return map[string]FailOn{"any": {Outcomes: Failures()}, "none": FailOnNone(), "unexpected": FailOnUnexpected()}
}

func parseFailOn(text string) (f FailOn, err error) {
	if f, ok := words()[text]; ok {
		return f, nil
	}
	f.named = true
	for word := range strings.SplitSeq(text, ",") {
		i := slices.IndexFunc(Failures(), func(o model.Outcome) bool { return o.String() == word })
		if i < 0 {
			return f, errors.New("must be some of raced, failed, nonlinearizable, deadlocked, starved, livelocked, leaked, or any, unexpected or none")
		}
		f.Outcomes = append(f.Outcomes, Failures()[i])
		if Failures()[i] == model.Deadlocked { // once the name of both of these, too
			f.Outcomes = append(f.Outcomes, model.Starved, model.Livelocked)
		}
	}
	return f, nil
}

func (f FailOn) String() string {
	for name, same := range words() {
		if f.Unexpected == same.Unexpected && slices.Equal(f.Outcomes, same.Outcomes) {
			return name
		}
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(f.Outcomes), " ", ","), "[]")
}

func (f *FailOn) Register(flags *pflag.FlagSet) {
	choices := []string{"failed", "deadlocked", "starved", "livelocked", "leaked", "raced", "nonlinearizable", "any", "unexpected", "none"}
	flags.Var(value.Chosen(f, "OUTCOMES", choices, parseFailOn, FailOn.String), "fail-on",
		"exit with status 1 if executions have these outcomes, separated by commas: failed, deadlocked (includes starved and livelocked), "+
			"starved, livelocked, leaked, raced, nonlinearizable; any (all of these), unexpected (all that the benchmark does not declare) or none")
}

// AsksForRaces returns the flag if it names raced, and "" otherwise.
func (f FailOn) AsksForRaces() string {
	if f.named && slices.Contains(f.Outcomes, model.Raced) {
		return "--fail-on raced"
	}
	return ""
}

// Problem counts, in words, the executions with an outcome on which f fails; "" if none. documented reports whether
// the program is listed with an outcome; nil if it is listed with none.
func (f FailOn) Problem(documented func(model.Outcome) bool, counted counters.Counts) string {
	var parts []string
	for _, o := range Failures() {
		expected := f.Unexpected && documented != nil && documented(o)
		if n := Count(counted, o); n > 0 && slices.Contains(f.Outcomes, o) && !expected {
			parts = append(parts, fmt.Sprintf("%s %s", share(n, counted.Executions), o.Verb(n)))
		}
	}
	return strings.Join(parts, ", ")
}

// share describes n of all executions. all may be too small: executions of other tools are not all counted.
func share(n, all int64) string {
	switch {
	case all == 1:
		return "the only execution"
	case n == 1 && all < n:
		return "1 execution"
	case all < n:
		return fmt.Sprintf("%d executions", n)
	}
	return fmt.Sprintf("%d of %d executions", n, all)
}

package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/harness/internal/ground/value"
	"dporbench/model"
)

// FailOn are the outcomes of executions at which a command fails.
type FailOn []model.Outcome

// Failures are the outcomes of executions that are shown unasked.
func Failures() []model.Outcome { return []model.Outcome{model.Failed, model.Deadlocked} }

// Register adds the flag.
func (f *FailOn) Register(flags *pflag.FlagSet) {
	flags.Var(value.SomeOf((*[]model.Outcome)(f), "OUTCOMES", "any", Failures()), "fail-on",
		"exit with status 1 if executions failed or deadlocked: failed, deadlocked, or both separated by a comma")
}

// Problem says how many executions have an outcome that is not to be; nothing if
// none has.
func (f FailOn) Problem(failed, deadlocked int64) string {
	var parts []string
	for _, o := range []struct {
		outcome model.Outcome
		n       int64
	}{{model.Failed, failed}, {model.Deadlocked, deadlocked}} {
		if o.n > 0 && slices.Contains(f, o.outcome) {
			parts = append(parts, fmt.Sprintf("%d executions %v", o.n, o.outcome))
		}
	}
	return strings.Join(parts, ", ")
}

package arguments

import (
	"strings"

	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/linear/spec"
)

// RegisterLinearizable adds --linearizable.
func RegisterLinearizable(flags *pflag.FlagSet, d *program.Demand) {
	flags.Var(value.Chosen(d, "SPEC", spec.Names(), func(text string) (program.Demand, error) {
		_, err := program.Demand(text).Property()
		return program.Demand(text), err
	}, func(d program.Demand) string { return string(d) }), program.LinearizableFlag,
		"the marked operations must be linearizable as those of a "+strings.Join(spec.Names(), ", ")+"; or OBJECT=SPEC,...; "+
			"observed:SPEC asks only for the order that threads can observe; with events:SPEC, calls and returns are events")
}

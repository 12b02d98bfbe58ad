package run

import (
	"strings"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
)

// needTarget returns an error if there is nothing for --resume to continue.
func (m *runCommand) needTarget() error {
	if m.Resume && m.Out == "" && m.checkpoint == "" {
		return cli.Usagef("--resume: needs --out FILE or --checkpoint FILE")
	}
	return nil
}

// conflicts lists what cannot be combined in one command line.
func (m *runCommand) conflicts(specs []program.Spec) flags.Conflicts {
	given := func(name string, is bool) flags.Given { return flags.Given{Name: name, Is: is} }
	var (
		bounded    = given("--preemptions", m.within != nil)
		certify    = given("--certify", m.certify != "")
		checkpoint = given("--checkpoint", m.checkpoint != "")
		classes    = given("--classes", m.classes)
		jobs       = given("--jobs", m.Jobs > 1)
		json       = given("--json", m.asJSON)
		out        = given("--out", m.Out != "")
		repeat     = given("--repeat", m.Repeat != 1)
		resume     = given("--resume", m.Resume)
		stop       = given("--stop-at-first", m.stopAtFirst)
		tools      = given("--tool", len(m.Tools) > 0)
		programs   = given("several programs", len(specs) > 1)
		algorithms = given("several algorithms", len(m.Algorithms) > 1)
		whole      = given("--algo "+m.Algorithms[0].Name, !m.Algorithms[0].Splittable)
	)
	const single = "it belongs to one exploration"
	return flags.Conflicts{
		flags.ClassesUnder(m.Memory, m.classes),

		{A: checkpoint, B: programs, Why: single},
		{A: checkpoint, B: algorithms, Why: single},
		{A: checkpoint, B: repeat, Why: single},
		{A: checkpoint, B: whole, Why: "its exploration cannot be split: use " + strings.Join(flags.Splittable(m.Registry), " or ")},
		{A: checkpoint, B: certify, Why: "a certificate is written by an exploration from the beginning"},
		{A: checkpoint, B: stop, Why: "a run that is to stop early is not continued"},

		{A: certify, B: programs, Why: single},
		{A: certify, B: algorithms, Why: single},
		{A: certify, B: stop, Why: "a certificate needs all executions"},

		{A: tools, B: checkpoint, Why: "other tools write none"},
		{A: tools, B: certify, Why: "other tools write none"},
		{A: tools, B: stop, Why: "other tools explore all executions"},
		{A: jobs, B: stop, Why: "only a single worker finds the first execution first"},

		// Explorations within a bound are compared with each other, and do not become rows of results.
		{A: bounded, B: out, Why: "an exploration within a bound has no row in a results file"},
		{A: bounded, B: resume, Why: "an exploration within a bound is not continued"},
		{A: bounded, B: checkpoint, Why: "an exploration within a bound is not continued"},
		{A: bounded, B: json, Why: "an exploration within a bound has no row in a results file"},
		{A: bounded, B: certify, Why: "a certificate needs all classes"},
		{A: bounded, B: classes, Why: "only a complete exploration has all classes"},
		{A: bounded, B: stop, Why: "the bound already ends each exploration"},
		{A: bounded, B: repeat, Why: "an exploration within a bound is not measured"},
		{A: bounded, B: tools, Why: "other tools count preemptions differently"},
	}
}

package task

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

type taskCommand struct {
	flags.One
	programs  *arguments.Programs
	property  string
	dataModel string
	witness   string
	validate  string
}

// Command returns the command task.
func Command(r *program.Registry) *cobra.Command {
	t := taskCommand{One: flags.NewOne(r)}
	c := &cobra.Command{
		Use:   "task FILE.yml|FILE.c",
		Short: "Decide a verification task of SV-COMP",
		Example: `dporbench task race.yml
dporbench task race.c --property unreach-call.prp --witness race.witness.yml`,
		Long: `Decide a verification task: whether a C file ever calls reach_error, uses or frees
memory that it must not, loses memory, or has a data race. The task is a task definition
(format 2.0), or a C file with --property FILE.prp. The first line of the output is the
verdict: true, false with what is violated, as in false(unreach-call), or unknown with
the reason.

The verdict is true only if all executions have been explored. With --unroll it is
unknown instead, and so it is with --nondet if the file asks for numbers. For properties
other than unreach-call, valid-memsafety, valid-memcleanup and no-data-race the verdict
is unknown, and so it is for files to which the data model makes a difference: they are
read as LP64.

--witness writes what leads to a violation, as a violation witness of format 2.2: where
threads are started, the threads' statements in their order, numbers chosen, and the
call of reach_error, the use of memory or the two accesses of a data race. There is none
for lost memory. --validate reads such a witness, from any tool, and prints confirmed,
not confirmed, or unknown with the reason: an execution must pass its waypoints in their
order and violate the property at its targets. The witness_input_file of a task is
validated in the same way.

The exit status is 1 if the verdict is unknown or not the expected one, and if a witness
is not confirmed.`,
		Args: flags.OneFile,
		RunE: func(c *cobra.Command, args []string) error { return t.run(c, args[0]) },
	}
	f := c.Flags()
	t.programs = arguments.Of(c, r)
	t.Register(r, f)
	f.StringVar(&t.property, "property", "", "`NAME` of one of the task's properties; for a C file, a property file")
	f.StringVar(&t.dataModel, "data-model", "", "for a C file: `MODEL` of the task, LP64 or ILP32 (default LP64)")
	f.Var(value.Output(&t.witness), "witness", "also write a violation to `FILE`, as a witness")
	f.StringVar(&t.validate, "validate", "", "validate the violation witness in `FILE` instead")
	for _, name := range []string{"memory", "settle", "short"} { // a task is a C file, under sc
		f.MarkHidden(name)
	}
	return c
}

func (t *taskCommand) run(c *cobra.Command, file string) error {
	if err := flags.OnlySC(t.Settings, "tasks are decided under sequential consistency"); err != nil {
		return err
	}
	if t.Algorithm.Samples {
		return cli.Usagef("--algo %s: it samples, and proves nothing", t.Algorithm.Name)
	}
	if err := flags.Apart(c.Flags(), "a validation writes no witness", "witness", "validate").Check(); err != nil {
		return err
	}
	d, err := t.definition(file)
	if err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return err
	}
	t.validate = cmp.Or(t.validate, d.Witness)
	p, err := t.program(d)
	if t.validate != "" {
		return t.printValidation(c, d, p, err)
	}
	if err != nil {
		return t.print(c, d, unknown(err))
	}
	return t.print(c, d, decide(c.Context(), d, p, t.Algorithm, t.Settings))
}

// definition returns the task defined in a file, or the task for a C file given by flags.
func (t *taskCommand) definition(file string) (d Definition, err error) {
	if !strings.HasSuffix(file, ".c") && !strings.HasSuffix(file, ".i") {
		if t.dataModel != "" {
			return d, cli.Usagef("--data-model: goes with a C file only; %s says which", file)
		}
		return readDefinition(file, t.property)
	}
	if t.property == "" {
		return d, cli.Usagef("%s: a C file needs --property FILE.prp", file)
	}
	d = Definition{File: file, DataModel: cmp.Or(t.dataModel, LP64)}
	d.Property, err = readProperty(t.property)
	return d, err
}

// program returns the program of a task. The error says why the task cannot be decided.
func (t *taskCommand) program(d Definition) (p program.Program, err error) {
	if _, err := d.Property.checks(); err != nil {
		return p, err
	}
	if p, err = t.programs.Parse([]string{d.File}, t.Memory); err != nil {
		return p, err
	}
	o := d.Property.options(cOptions(p))
	o.ILP32 = d.DataModel == ILP32
	p.Spec.Kind = program.CFile{Path: d.File, Options: o}
	p.Program, err = cprog.Load(d.File, o)
	return p, err
}

func (t *taskCommand) print(c *cobra.Command, d Definition, a Answer) error {
	text := a.String()
	if a.Violation != nil {
		text += fmt.Sprintf("\nexecution %d by %s %s", a.Executions, t.Algorithm.Name, a.Violation.What)
	}
	if _, err := fmt.Fprintln(c.OutOrStdout(), text); err != nil {
		return err
	}
	if a.Violation != nil && t.witness != "" {
		if err := writeWitness(t.witness, d, a.Violation); err != nil {
			return err
		}
	}
	switch {
	case !a.Agrees(d.Expected):
		return fmt.Errorf("%s: the expected verdict is %v", d.File, *d.Expected)
	case a.Verdict == Unknown:
		return cli.ErrReported
	}
	return nil
}

// printValidation prints whether the witness is confirmed. cannot says why the task cannot be decided; nil if it can be.
func (t *taskCommand) printValidation(c *cobra.Command, d Definition, p program.Program, cannot error) error {
	waypoints, err := readWitness(t.validate, d)
	if cli.Status(err) == 2 {
		return err
	}
	confirmed := false
	if d.Property.asks(memCleanup) && cannot == nil {
		cannot = fmt.Errorf("property %s: no witnesses of it are validated", d.Property.Name)
	}
	if err = cmp.Or(cannot, err); err == nil {
		confirmed, err = validate(c.Context(), waypoints, d, p, t.Settings)
	}
	text := map[bool]string{true: "confirmed", false: "not confirmed"}[confirmed]
	if err != nil {
		text = unknown(err).String()
	}
	if _, err := fmt.Fprintln(c.OutOrStdout(), text); err != nil {
		return err
	}
	if !confirmed {
		return cli.ErrReported
	}
	return nil
}

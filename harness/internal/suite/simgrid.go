package suite

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
)

// SimGrid's model checker explores C programs with threads: its checkout has them in teshsuite/mc and examples/sthread, each beside a script that
// runs it and has the output, with the number of traces. Only functions of the library of threads are events there; accesses to variables are not.

// simgridFolders are the folders of a checkout with such programs, and the prefixes of the names of their executables that the names of the
// files do not have.
var simgridFolders = []struct{ path, prefix string }{
	{"teshsuite/mc/mcmini", "mcmini-"}, {"teshsuite/mc/dpu", "dpu-"}, {"examples/sthread", ""},
}

// simgridConventions are the reasons for other counts, by program.
var simgridConventions = map[string]string{
	"barber_shop_ok.c":            "threads access allDone without a lock, and SimGrid does not order accesses to variables",
	"pthread-cond-timedwait_ok.c": "the time that threads read is ordered with the sleep of another one",
}

// readSimGrid reads the tests of a checkout of SimGrid.
func readSimGrid(root string) (all []Test, err error) {
	for _, f := range simgridFolders {
		scripts, err := filepath.Glob(filepath.Join(root, f.path, "*.tesh"))
		if err != nil {
			return nil, err
		}
		for _, script := range scripts {
			text, err := lines(script)
			if err != nil {
				return nil, err
			}
			for _, run := range runsIn(text) {
				file := filepath.Join(root, f.path, strings.TrimPrefix(run.program, f.prefix)+".c")
				if _, err := os.Stat(file); err != nil {
					continue
				}
				all = append(all, Test{
					Folder: f.path, Name: strings.TrimSpace(filepath.Base(file) + " " + run.arguments), Files: []string{file}, Counts: Complete, Want: run.traces, Reason: simgridConventions[filepath.Base(file)],
					Options: cprog.Options{Arguments: strings.Fields(run.arguments)},
				})
			}
		}
	}
	slices.SortStableFunc(all, func(s, t Test) int { return cmp.Or(cmp.Compare(s.Folder, t.Folder), cmp.Compare(s.Name, t.Name)) })
	return slices.CompactFunc(all, func(s, t Test) bool { return s.Folder == t.Folder && s.Name == t.Name && s.Want == t.Want }), nil
}

// simgridRun is a run of the model checker that explores all traces of a program.
type simgridRun struct {
	program, arguments string
	traces             int64
}

var (
	simgridCommand = regexp.MustCompile(`^\$ .*simgrid-mc .*\$\{bindir:=\.\}/(?:\S*/)?(\S+)(.*)$`)
	simgridTraces  = regexp.MustCompile(`exploration ended\. .* (\d+) explored traces`)
)

// runsIn returns the runs in a script: a line for each command, followed by the lines of its output. One that finds an error ends
// there, and counts nothing; one of several explorers at a time counts traces more than once.
func runsIn(script []string) (all []simgridRun) {
	var run simgridRun
	for _, line := range script {
		switch m := simgridCommand.FindStringSubmatch(line); {
		case m != nil:
			run = simgridRun{program: m[1], arguments: strings.TrimSpace(m[2])}
		case strings.HasPrefix(line, "$"), strings.Contains(line, "***"):
			run = simgridRun{}
		}
		if m := simgridTraces.FindStringSubmatch(line); m != nil && run.program != "" {
			run.traces, _ = strconv.ParseInt(m[1], 10, 64)
			all = append(all, run)
		}
	}
	return all
}

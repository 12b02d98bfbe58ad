package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"dporbench/internal/documents/page"
)

// patience is how long a command may take: what a page shows is cheap to make.
const patience = time.Minute

// output is what a command has to say.
type output struct {
	text   string
	status int
}

// print is what a command prints for a part: in a console, with what goes to
// standard error.
func (g *generator) print(p page.Part, args []string) (string, error) {
	out, err := g.run(args, p.Language == "console")
	if err != nil {
		return "", err
	}
	return out.text, out.expect(p.Status)
}

func (o output) expect(status int) error {
	if o.status == status {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(o.text), "\n")
	return fmt.Errorf("exit status %d, should be %d: %s", o.status, status, lines[len(lines)-1])
}

// run runs dporbench, once for all parts with the same command. Standard error
// is kept if it is asked for, or if the command fails.
func (g *generator) run(args []string, withErrors bool) (output, error) {
	if err := deterministic(args); err != nil {
		return output{}, err
	}
	key := fmt.Sprintf("%q %v", args, withErrors)
	if out, ok := g.printed[key]; ok {
		return out, nil
	}
	ctx, cancel := context.WithTimeoutCause(g.ctx, patience, fmt.Errorf("takes more than %v", patience))
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, g.dporbench, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if withErrors {
		cmd.Stderr = &stdout
	}
	err := cmd.Run()
	if ctx.Err() != nil {
		return output{}, context.Cause(ctx)
	}
	out := output{text: stdout.String()}
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		out.text, out.status = out.text+stderr.String(), failed.ExitCode()
	} else if err != nil {
		return output{}, fmt.Errorf("%w (make build makes it)", err)
	}
	g.printed[key] = out
	return out, nil
}

// deterministic refuses the commands that measure.
func deterministic(args []string) error {
	measures := len(args) > 0 && slices.Contains([]string{"run", "table1", "ablation"}, args[0])
	reads := slices.ContainsFunc(args, func(arg string) bool { return arg == "--from" || strings.HasPrefix(arg, "--from=") })
	if measures && !reads {
		return errors.New("measures, and so never prints the same again: must be a command that explores, or have --from FILE")
	}
	return nil
}

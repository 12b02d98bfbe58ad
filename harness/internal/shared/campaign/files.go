package campaign

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
)

// writeFiles writes the programs that are not C files as C files, for other tools;
// remove deletes them. It explores each program to do so, in its own process.
func (c *Campaign) writeFiles(ctx context.Context) (remove func(), err error) {
	folder, err := os.MkdirTemp("", "dporbench-export-")
	if err != nil {
		return nil, err
	}
	remove = func() { os.RemoveAll(folder) }
	c.files = map[string]program.Spec{}
	for k, one := range c.Programs {
		if _, ok := one.Kind.(program.CFile); ok {
			c.files[one.String()] = one
			continue
		}
		file := filepath.Join(folder, strconv.Itoa(k)+".c")
		if err := c.export(ctx, one, file); err != nil {
			remove()
			return nil, err
		}
		c.files[one.String()] = program.Spec{Kind: program.CFile{Path: file}}
	}
	return remove, nil
}

func (c *Campaign) export(ctx context.Context, one program.Spec, file string) error {
	executable, err := process.Executable()
	if err != nil {
		return err
	}
	args := append([]string{"export"}, one.Words()...)
	args = append(args, "--out="+file, "--timeout="+c.Settings.Time.String(), "--mem-limit="+strconv.FormatInt(c.Settings.MemLimit, 10))
	var output strings.Builder
	cmd := exec.CommandContext(ctx, executable, args...)
	cmd.Args[0] = os.Args[0]
	cmd.Stderr = &output
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s as a C file: %s", one, strings.TrimPrefix(strings.TrimSpace(output.String()), "dporbench: "))
	}
	return nil
}

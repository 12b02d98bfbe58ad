package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
)

// hasOwn reports whether another module adds a program or an algorithm to r.
func hasOwn(r *program.Registry) bool {
	for _, b := range r.Benchmarks() {
		if _, ok := benchmarks.Lookup(b.Name); !ok {
			return true
		}
	}
	for _, a := range r.Algorithms() {
		if _, ok := catalog.Lookup(a.Name); !ok {
			return true
		}
	}
	return false
}

// startOwn starts the server of this command's module. Page and server are built from the source of the module, so that
// both are of the version of dporbench that it requires.
func startOwn(ctx context.Context, note func(string), args ...string) error {
	folder, err := ownSource(ctx)
	if err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	note(fmt.Sprintf("the page is being built from %s, which takes a minute the first time", folder))
	server := filepath.Join(cache, "dporbench", fmt.Sprintf("%s-%d", name, os.Getpid()))
	defer os.Remove(server)
	// Without -trimpath, so that most packages are compiled already, for this command.
	if _, err := goCommand(ctx, folder, "build", "-pgo=off", "-o", server, "dporbench/cmd/"+name); err != nil {
		return err
	}
	return start(ctx, server, append(args, "--own", folder)...)
}

// ownSource is the folder of the package main of this executable, found from the working folder or the executable's.
func ownSource(ctx context.Context) (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("this executable does not say which package it was built from: the page cannot be built")
	}
	current, err := os.Getwd()
	if err != nil {
		return "", err
	}
	beside, err := beside()
	if err != nil {
		return "", err
	}
	for _, from := range []string{current, beside} {
		if folder, err := goCommand(ctx, from, "list", "-f", "{{.Dir}}", info.Path); err == nil {
			return folder, nil
		}
	}
	return "", cli.Usagef("the page is built from the source of this command, but the go command finds its package %s neither from %s nor from %s: "+
		"run serve in the folder of its module", info.Path, current, beside)
}

// goCommand returns the output of the go command, without white space around it.
func goCommand(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return "", fmt.Errorf("go %s in %s: %s", args[0], folder, cmp.Or(strings.TrimSpace(stderr.String()), err.Error()))
	}
	return strings.TrimSpace(string(out)), nil
}

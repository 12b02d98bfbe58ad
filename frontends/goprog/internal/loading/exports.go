package loading

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The go command takes longer to say where export data is than for all the rest. Of the standard library, it stays where it is as long as the
// toolchain is the same, so these places are kept in a file of the user's cache.

// exports are the places of the export data of packages of the standard library, by their paths.
type exports struct {
	file   string // "" if there is no cache
	Places map[string]string
}

// findExports sets the ExportFile of packages of the standard library.
func findExports(folder string, all []*packages.Package) error {
	if len(all) == 0 {
		return nil
	}
	e := knownExports(all)
	var missing []string
	for _, pkg := range all {
		if place := e.Places[pkg.PkgPath]; place != "" && exists(place) {
			pkg.ExportFile = place
		} else {
			missing = append(missing, pkg.PkgPath)
		}
	}
	if missing == nil {
		return nil
	}
	if err := e.ask(folder, missing); err != nil {
		return err
	}
	for _, pkg := range all {
		pkg.ExportFile = e.Places[pkg.PkgPath]
	}
	e.keep()
	return nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// knownExports reads the places that are known for the toolchain of some packages.
func knownExports(all []*packages.Package) *exports {
	e := &exports{Places: map[string]string{}}
	root, ok := toolchain(all)
	cache, err := os.UserCacheDir()
	if !ok || err != nil {
		return e
	}
	sum := sha256.New()
	version, _ := os.ReadFile(filepath.Join(root, "VERSION"))
	fmt.Fprintf(sum, "%s\n%s\n%s %s\n", root, version, runtime.GOOS, runtime.GOARCH)
	for _, name := range []string{"GOFLAGS", "GOOS", "GOARCH", "GOEXPERIMENT", "GOCACHE"} {
		fmt.Fprintf(sum, "%s\n", os.Getenv(name))
	}
	e.file = filepath.Join(cache, "dporbench", fmt.Sprintf("exports-%x.json", sum.Sum(nil)[:8]))
	if text, err := os.ReadFile(e.file); err == nil && json.Unmarshal(text, &e.Places) != nil {
		e.Places = map[string]string{} // a damaged file is made again
	}
	return e
}

// toolchain returns the folder of the toolchain.
func toolchain(all []*packages.Package) (root string, ok bool) {
	for _, pkg := range all {
		if len(pkg.GoFiles) > 0 {
			return strings.CutSuffix(filepath.Dir(pkg.GoFiles[0]), filepath.Join("src", filepath.FromSlash(pkg.PkgPath)))
		}
	}
	return "", false
}

// ask asks the go command for places.
func (e *exports) ask(folder string, paths []string) error {
	slices.Sort(paths)
	cmd := exec.Command("go", append([]string{"list", "-export", "-f", "{{.ImportPath}}\t{{.Export}}", "--"}, slices.Compact(paths)...)...)
	cmd.Dir, cmd.Env = folder, environment()
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return errors.New(firstLine(problems.String() + err.Error()))
	}
	for line := range strings.Lines(string(out)) {
		if path, place, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			e.Places[path] = place
		}
	}
	return nil
}

// keep writes the file anew. It is only there to save time, so errors are ignored.
func (e *exports) keep() {
	if e.file == "" || os.MkdirAll(filepath.Dir(e.file), 0o777) != nil {
		return
	}
	text, err := json.Marshal(e.Places)
	if err != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(e.file), "exports")
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if f.Close() == nil && err == nil && os.Rename(f.Name(), e.file) == nil {
		return
	}
	os.Remove(f.Name())
}

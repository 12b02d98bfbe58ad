// Package site has the files of the page, and writes them as one folder, which any static host can serve.
package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dporbench/internal/tree/html"
	"dporbench/internal/tree/layout"
)

// Policy is the page's Content-Security-Policy, which allows only the resources that the page needs, from its own origin.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
	"worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

//go:embed static
var static embed.FS

// Source is a command whose main calls harness.Main: built for a browser, it is the page's WebAssembly module.
type Source struct {
	Folder  string // in which the go command finds the package
	Package string // the path of the package main, or how it is found from the folder
}

// Files returns all files of the page by name, except for those made by the go command.
func Files() (map[string][]byte, error) {
	files, err := html.Files()
	if err != nil {
		return nil, err
	}
	own := map[string][]byte{}
	err = fs.WalkDir(static, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := static.ReadFile(name)
		own[path.Base(name)] = text
		return err
	})
	own["style.css"] = append(own["style.css"], layout.HueRules(".t%d{--hue:%s;--tint:%s}\n", layout.Colours)...)
	own["index.html"] = bytes.ReplaceAll(own["index.html"], []byte("{{.Policy}}"), []byte(Policy))
	maps.Copy(files, own)
	if err != nil {
		return nil, err
	}
	pages, err := texts()
	maps.Copy(files, pages)
	return files, err
}

// Write writes the page into a folder, which is created if necessary. The go command builds its WebAssembly module from
// source.
func Write(folder string, source Source) error {
	files, err := Files()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if files["wasm_exec.js"], err = support(source.Folder); err != nil {
		return err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return err
	}
	if err := build(filepath.Join(folder, "lab.wasm"), source); err != nil {
		return err
	}
	if err := keepOffline(files, filepath.Join(folder, "lab.wasm")); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			return err
		}
		if err := compress(folder, name); err != nil {
			return err
		}
	}
	return compress(folder, "lab.wasm")
}

// Compressed is the ending of the name of a compressed file, which is beside the file that it was made from.
const Compressed = ".gz"

// compress writes the compressed form of a file, once and for all: the page has 16 MB, and 4 MB compressed.
func compress(folder, name string) (err error) {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	var small bytes.Buffer
	w, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name+Compressed), small.Bytes(), 0o666)
}

// keepOffline completes sw.js, which keeps all files for use offline, with their names and a version that changes
// with their contents.
func keepOffline(files map[string][]byte, wasm string) error {
	sum := sha256.New()
	text, err := os.ReadFile(wasm)
	if err != nil {
		return err
	}
	sum.Write(text)
	names := []string{"./", filepath.Base(wasm)}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum.Write(files[name])
		if name != "sw.js" && name != "index.html" {
			names = append(names, name)
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	files["sw.js"] = []byte(strings.NewReplacer("{{.Version}}", hex.EncodeToString(sum.Sum(nil)[:8]), "{{.Files}}", string(list)).Replace(string(files["sw.js"])))
	return nil
}

// support returns the script that comes with the compiler and must be of the same version.
func support(source string) ([]byte, error) {
	root, err := goCommand(source, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
}

func build(file string, source Source) error {
	_, err := goCommand(source.Folder, "build", "-trimpath", "-pgo=off", "-ldflags", "-s -w", "-o", file, source.Package)
	return err
}

func goCommand(source string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = source
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}

// FindSource finds the source of dporbench's own command in the given folders and those above them.
func FindSource(folders ...string) (Source, bool) {
	for _, folder := range folders {
		folder, err := filepath.Abs(folder)
		if err != nil {
			continue
		}
		for at := folder; ; at = filepath.Dir(at) {
			if text, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil && bytes.HasPrefix(text, []byte("module dporbench\n")) {
				return Source{at, "./cmd/dporbench"}, true
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return Source{}, false
}

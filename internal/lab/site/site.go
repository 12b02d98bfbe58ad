// Package site has the files of the page, and writes them as one folder, which any static host can serve.
package site

import (
	"bytes"
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
)

// Policy is the page's Content-Security-Policy: it has what it needs of its own, and nothing from elsewhere.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

//go:embed static
var static embed.FS

// module is where the module of the laboratory is in the source.
const module = "./internal/lab/wasm"

// Files are all files of the page but for those that are made by the go command, by their names.
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
	own["index.html"] = bytes.ReplaceAll(own["index.html"], []byte("{{.Policy}}"), []byte(Policy))
	maps.Copy(files, own)
	return files, err
}

// Write writes the page into a folder, which is made if need be. source is the folder of this module's source,
// of which the go command makes the WebAssembly module.
func Write(folder, source string) error {
	files, err := Files()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if files["wasm_exec.js"], err = support(source); err != nil {
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
	}
	return nil
}

// keepOffline completes sw.js, which keeps all files: with their names, and a version that changes with them.
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

// support is the script that comes with the compiler and has to be of its version.
func support(source string) ([]byte, error) {
	root, err := goCommand(source, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
}

func build(file, source string) error {
	_, err := goCommand(source, "build", "-trimpath", "-pgo=off", "-ldflags", "-s -w", "-o", file, module)
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

// FindSource finds the source of this module in the given folders and those above them.
func FindSource(folders ...string) (string, bool) {
	for _, folder := range folders {
		folder, err := filepath.Abs(folder)
		if err != nil {
			continue
		}
		for at := folder; ; at = filepath.Dir(at) {
			if text, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil && bytes.HasPrefix(text, []byte("module dporbench\n")) {
				return at, true
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return "", false
}

package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// File is a results file open for appending. Only one process has it open at a time.
type File struct{ *appending }

// Create begins a new results file at path, and creates its folder if necessary.
// An existing results file is moved aside and its new name returned; any other regular
// file is left alone, with an error, as is one that another process is writing.
func Create(path string) (f *File, movedTo string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, "", err
	}
	if movedTo, err = moveAside(path); err != nil {
		return nil, "", err
	}
	rows, err := columns.appendTo(path, 0)
	return &File{rows}, movedTo, err
}

// Resume opens the results file at path to continue it, and returns its
// contents. An incomplete last row is removed from the file. A file that does
// not exist is created.
func Resume(path string) (*File, Contents, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f, _, err := Create(path)
		return f, Contents{}, err
	case err != nil:
		return nil, Contents{}, err
	case !info.Mode().IsRegular():
		return nil, Contents{}, fmt.Errorf("%s: cannot be resumed: it is not an ordinary file", path)
	}
	contents, err := Read(path)
	if err != nil {
		return nil, Contents{}, err
	}
	if contents.retired != nil {
		return nil, Contents{}, fmt.Errorf("%s: cannot be resumed: an earlier version wrote it, with a column %q; begin another file", path, retired[0])
	}
	if contents.added != nil {
		return nil, Contents{}, fmt.Errorf("%s: cannot be resumed: an earlier version wrote it, without the column %q; begin another file", path, columns[contents.added[0]].name)
	}
	rows, err := columns.appendTo(path, contents.size)
	return &File{rows}, contents, err
}

// Append adds a row and returns once it is on the disk. If that fails the file
// is left as it was before.
func (f *File) Append(row Row) error { return f.write(encode(columns.record(row))) }

// moveAside renames the results file at path, of any version, to path with the
// first free number before its extension. A file without rows is not moved: it
// has nothing to keep.
func moveAside(path string) (movedTo string, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder, not a results file", path)
	case !info.Mode().IsRegular():
		return "", nil
	}
	lock := flock.New(path)
	defer lock.Close()
	if err := claim(lock); err != nil {
		return "", err
	}
	data, err := readFile(path)
	switch {
	case err != nil:
		return "", err
	case bytes.HasPrefix(encode(columns.header()), data):
		return "", nil
	case !bytes.HasPrefix(data, []byte(columns[0].name+",")):
		return "", fmt.Errorf("%s exists and is not a results file; it is left alone", path)
	}
	movedTo = freeName(path)
	return movedTo, errors.Join(os.Rename(path, movedTo), moveCompanions(path, movedTo))
}

func moveCompanions(from, to string) error {
	for _, companion := range []func(string) string{SamplesPath, ManifestPath, ClassesPath} {
		if err := os.Rename(companion(from), companion(to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// SamplesPath is the path of the samples taken during the runs of a results file:
// table1.samples.csv next to table1.csv.
func SamplesPath(path string) string { return strings.TrimSuffix(path, ".csv") + ".samples.csv" }

// ManifestPath is the path of the manifest of a results file, which says how it was
// measured: table1.manifest.json next to table1.csv.
func ManifestPath(path string) string { return strings.TrimSuffix(path, ".csv") + ".manifest.json" }

func freeName(path string) string {
	extension := filepath.Ext(path)
	stem := strings.TrimSuffix(path, extension)
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.%d%s", stem, n, extension)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}

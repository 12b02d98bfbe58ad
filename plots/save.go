package plots

import (
	"io"
	"os"
	"path/filepath"

	"gonum.org/v1/plot/vg/draw"
)

// save draws the figure into a file of the folder and returns its path. A file
// that is there already is replaced when the new one is complete.
func (f figure) save(dir string, format Format) (path string, err error) {
	picture := format.picture(f.size())
	f.draw(draw.New(picture))
	path = filepath.Join(dir, f.name+"."+string(format))
	return path, replace(path, picture)
}

// replace makes content the file at path: all of it, or the file stays as it was.
func replace(path string, content io.WriterTo) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".*-"+filepath.Base(path))
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // nothing is left of it when all went well
	if err := fill(temporary, content); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

// fill writes content and closes the file once it is on the disk, with the rights
// figures have rather than those of a temporary file.
func fill(file *os.File, content io.WriterTo) error {
	defer file.Close() // a second time, where it is too late for an error
	if _, err := content.WriteTo(file); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}

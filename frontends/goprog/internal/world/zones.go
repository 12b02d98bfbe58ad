package world

import (
	"archive/zip"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// Time zones are as the machine on which programs are explored has them, looked for where package time does: the system's, or the ones that come with Go.
// The local one is UTC.

// zoneFolders are where systems have them. See package time, zoneinfo_unix.go.
var zoneFolders = []string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"}

// zoneArchives returns the files that may come with Go.
var zoneArchives = sync.OnceValue(func() (all []string) {
	for _, root := range []string{os.Getenv("GOROOT"), "/usr/local/go"} {
		all = append(all, filepath.Join(root, "lib", "time", "zoneinfo.zip"))
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) { // beside the go command
		if found, err := filepath.EvalSymlinks(filepath.Join(dir, "go")); err == nil {
			all = append(all, filepath.Join(filepath.Dir(found), "..", "lib", "time", "zoneinfo.zip"))
		}
	}
	return all
})

// zone returns the description of a time zone, and whether there are any.
func zone(name string) (data []byte, any bool) {
	for _, folder := range zoneFolders {
		if data, err := os.ReadFile(filepath.Join(folder, name)); err == nil {
			return data, true
		}
		_, err := os.Stat(filepath.Join(folder, "Etc"))
		any = any || err == nil
	}
	for _, archive := range zoneArchives() {
		all, err := zip.OpenReader(archive)
		if err != nil {
			continue
		}
		defer all.Close()
		any = true
		if f, err := all.Open(name); err == nil {
			defer f.Close()
			if data, err := io.ReadAll(f); err == nil {
				return data, true
			}
		}
	}
	return nil, any
}

// loadZone is time.loadTzinfo. Names are as LoadLocation lets them through.
func loadZone(th *thread, a []value) value {
	name, source := a[0].Text(), a[1].Text()
	if strings.HasPrefix(source, "/etc") && name == "localtime" || path.Clean(name) != name {
		return memory.Tuple(value{}, errno(th, syscall.ENOENT))
	}
	data, any := zone(name)
	switch {
	case !any:
		th.Refuse("the time zone %s is not supported: this machine has no description of time zones", name)
	case data == nil:
		return memory.Tuple(value{}, errno(th, syscall.ENOENT))
	}
	return memory.Tuple(machine.NewBytes(th.Gen.Site("zone", th.Gen.Layouts.Of(byteType), true), data, len(data)), value{})
}

package files

import "os"

// Changes writes to the files of the folder, and so is executed only where that is a copy in memory. Each execution begins with the files as they are.
func Changes() {
	if b, err := os.ReadFile("testdata/a.txt"); err != nil || string(b) != text {
		panic("not as it was")
	}
	for _, err := range []error{
		os.Rename("testdata/golden", "testdata/new"), os.Remove("testdata/new/b.golden"), os.WriteFile("testdata/a.txt", []byte("other"), 0o600),
		os.Mkdir("testdata/golden", 0o700),
	} {
		if err != nil {
			panic(err)
		}
	}
	wrote := make(chan bool)
	go func() {
		os.Remove("testdata/golden")
		wrote <- true
	}()
	_, before := os.Stat("testdata/golden")
	<-wrote
	_, after := os.Stat("testdata/golden")
	if _, err := os.ReadFile("testdata/new/b.golden"); err == nil || after == nil {
		panic("there")
	}
	if before == nil {
		panic("it was there for a while")
	}
}

// Lists lists a folder of which files are left out.
func Lists() { _, _ = os.ReadDir(".") }

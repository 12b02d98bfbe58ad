package refused

import (
	_ "embed"
	"os"
	"time"
)

//go:embed outside.go
var source string

func Embedded() { _ = len(source) }

func OwnFile() { _, _ = os.ReadFile("outside.go") }

func OwnFolder() { _, _ = os.ReadDir(".") }

func Zone() { _, _ = time.LoadLocation("Europe/Berlin") }

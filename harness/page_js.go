package harness

import (
	"dporbench/harness/measured"
	"dporbench/internal/lab"
	"dporbench/internal/lab/wasm"
)

// Main in a browser is the WebAssembly module of the page that the command serve shows.
func Main(own ...measured.Additions) {
	all := measured.Joined(own...)
	wasm.Main(lab.New(all.Benchmarks, all.Algorithms))
}

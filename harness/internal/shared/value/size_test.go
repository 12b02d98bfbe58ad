package value

import "testing"

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "1048576": 1 << 20, "7B": 7, "4GiB": 4 << 30, "512MiB": 512 << 20, "1.5GB": 15e8, "2kB": 2000, "0.5KiB": 512, "1TiB": 1 << 40,
	} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "GiB", "0", "-1", "-4GiB", "4Q", "4 GiB", "NaN", "Inf", "1e30", "0.1"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("Parse(%q) = %d, want an error", text, got)
		}
	}
}

func TestFormat(t *testing.T) {
	for size, want := range map[int64]string{4 << 30: "4GiB", 2000: "2kB", 1536: "1.5KiB", 1 << 20: "1MiB", 15e8: "1.5GB", 12345678: "12345678"} {
		got := FormatSize(size)
		if got != want {
			t.Errorf("Format(%d) = %q, want %q", size, got, want)
		}
		if back, err := ParseSize(got); err != nil || back != size {
			t.Errorf("Parse(%q) = %d, %v, want %d", got, back, err, size)
		}
	}
}

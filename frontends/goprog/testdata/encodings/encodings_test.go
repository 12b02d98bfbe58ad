// Package encodings has tests of packages for formats, and of others that only compute.
package encodings

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/xml"
	"hash/crc32"
	"hash/fnv"
	"io"
	"io/fs"
	"math/big"
	"math/bits"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"
)

func TestHashes(t *testing.T) {
	if hex.EncodeToString(md5.New().Sum(nil)) != "d41d8cd98f00b204e9800998ecf8427e" {
		t.Fatal()
	}
	if s := sha256.Sum256([]byte("abc")); hex.EncodeToString(s[:4]) != "ba7816bf" {
		t.Fatal()
	}
	f := fnv.New32a()
	f.Write([]byte("a"))
	if f.Sum32() != 0xe40c292c || crc32.ChecksumIEEE([]byte("abc")) != 0x352441c2 {
		t.Fatal()
	}
}

func TestEncodings(t *testing.T) {
	if base64.URLEncoding.EncodeToString([]byte{0xfb, 0xff}) != "-_8=" {
		t.Fatal()
	}
	b := binary.BigEndian.AppendUint32(nil, 7)
	var x uint32
	if err := binary.Read(bytes.NewReader(b), binary.BigEndian, &x); err != nil || x != 7 {
		t.Fatal(err)
	}
	rs, err := csv.NewReader(strings.NewReader("a,\"b\"\"c\"\n")).ReadAll()
	if err != nil || rs[0][1] != `b"c` {
		t.Fatal(rs, err)
	}
	u, err := url.Parse("http://u:p@h:80/p a?q=1&q=2#f")
	if err != nil || u.Query()["q"][1] != "2" || u.Port() != "80" {
		t.Fatal(u, err)
	}
	if a := netip.MustParseAddr("10.0.0.1"); !a.IsPrivate() {
		t.Fatal()
	}
	if net.ParseIP("::1").String() != "::1" {
		t.Fatal()
	}
}

func TestGob(t *testing.T) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(map[string]int{"a": 1}); err != nil {
		t.Fatal(err)
	}
	var m map[string]int
	if err := gob.NewDecoder(&b).Decode(&m); err != nil || m["a"] != 1 {
		t.Fatal(err)
	}
}

func TestXML(t *testing.T) {
	type X struct {
		A int `xml:"a,attr"`
	}
	b, err := xml.Marshal(X{1})
	if err != nil || string(b) != `<X a="1"></X>` {
		t.Fatal(string(b), err)
	}
}

func TestGzip(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("hello hello hello"))
	w.Close()
	r, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := io.ReadAll(r); err != nil || string(s) != "hello hello hello" {
		t.Fatal(err)
	}
}

func TestBig(t *testing.T) {
	x, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	x.Mul(x, x)
	if x.String() != "15241578753238836750495351562536198787501905199875019052100" {
		t.Fatal(x)
	}
}

func TestUnicode(t *testing.T) {
	if !unicode.IsUpper('Ä') || !unicode.Is(unicode.Han, '世') || unicode.ToLower('Σ') != 'σ' || utf8.RuneCountInString("世界") != 2 {
		t.Fatal()
	}
	if strings.ToTitle("ǆ") != "ǅ" || !strings.EqualFold("Straße", "STRAßE") || strings.Map(func(r rune) rune { return r + 1 }, "ab") != "bc" {
		t.Fatal()
	}
	if bits.OnesCount(7) != 3 || bits.Len(8) != 4 {
		t.Fatal()
	}
}

func TestFS(t *testing.T) {
	m := fstest.MapFS{"a/b.txt": {Data: []byte("x")}}
	if err := fstest.TestFS(m, "a/b.txt"); err != nil {
		t.Fatal(err)
	}
	b, err := fs.ReadFile(m, "a/b.txt")
	if err != nil || string(b) != "x" {
		t.Fatal(err)
	}
}

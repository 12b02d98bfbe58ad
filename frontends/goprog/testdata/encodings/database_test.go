package encodings

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"hash/maphash"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

func TestArchive(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create("a.txt")
	f.Write([]byte("hi"))
	w.Close()
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || r.File[0].Name != "a.txt" {
		t.Fatal(err)
	}
	if text, err := r.Open("a.txt"); err != nil {
		t.Error(err)
	} else if all, err := io.ReadAll(text); string(all) != "hi" || err != nil {
		t.Error(string(all), err)
	}
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), "a.zip"), b.Bytes(), 0o600); err != nil {
		t.Error(err)
	}
}

func TestCodes(t *testing.T) {
	m := hmac.New(sha256.New, []byte("key"))
	m.Write([]byte("The quick brown fox jumps over the lazy dog"))
	sum := m.Sum(nil)
	if got := hex.EncodeToString(sum); got != "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8" || !hmac.Equal(sum, sum) {
		t.Error(got)
	}
	seed := maphash.MakeSeed()
	if maphash.Comparable(seed, 1) != maphash.Comparable(seed, 1) || maphash.Comparable(seed, "a") == maphash.Comparable(seed, "b") {
		t.Error("hashes of values")
	}
}

func TestForm(t *testing.T) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	f, _ := w.CreateFormFile("f", "x.txt")
	f.Write([]byte("data"))
	w.WriteField("k", "v")
	w.Close()
	form, err := multipart.NewReader(&b, w.Boundary()).ReadForm(1 << 20)
	if err != nil || form.Value["k"][0] != "v" || form.File["f"][0].Filename != "x.txt" {
		t.Error(form, err)
	}
}

// A driver of databases without any.
type drv struct{ opened atomic.Int32 }
type conn struct{ closed atomic.Bool }
type stmt struct{}
type rows struct{ n int }

func (d *drv) Open(string) (driver.Conn, error)         { d.opened.Add(1); return &conn{}, nil }
func (c *conn) Prepare(string) (driver.Stmt, error)     { return stmt{}, nil }
func (c *conn) Close() error                            { c.closed.Store(true); return nil }
func (c *conn) Begin() (driver.Tx, error)               { return nil, errors.New("no") }
func (stmt) Close() error                               { return nil }
func (stmt) NumInput() int                              { return -1 }
func (stmt) Exec([]driver.Value) (driver.Result, error) { return driver.RowsAffected(1), nil }
func (stmt) Query([]driver.Value) (driver.Rows, error)  { return &rows{}, nil }
func (*rows) Columns() []string                         { return []string{"a"} }
func (*rows) Close() error                              { return nil }
func (r *rows) Next(v []driver.Value) error {
	if r.n++; r.n > 2 {
		return io.EOF
	}
	v[0] = int64(r.n)
	return nil
}

var theDriver = &drv{}

func init() { sql.Register("probe", theDriver) }
func TestSQL(t *testing.T) {
	db, err := sql.Open("probe", "x")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rs, err := db.QueryContext(context.Background(), "select")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for rs.Next() {
		var n int
		if err := rs.Scan(&n); err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	if sum != 3 || rs.Err() != nil {
		t.Error(sum)
	}
}

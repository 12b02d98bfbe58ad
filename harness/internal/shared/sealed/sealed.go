// Package sealed writes values as JSON that is later read as it was written, or refused. A sealed value has a
// kind, a version and a checksum:
//
//	{"Kind":"dporbench checkpoint","Version":3,"SHA256":"9f86d0…","Content":{…}}
//
// The checksum finds damage and edits by hand. It does not authenticate: whoever can write the file can also
// compute a checksum.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Kind is a kind of sealed value, with the version of its contents. The version changes whenever an older
// build could misunderstand the contents.
type Kind struct {
	Name    string // as in "not a dporbench checkpoint"
	Version int
}

// ErrDamaged means that contents do not match their checksum.
var ErrDamaged = errors.New("damaged, or edited: its contents do not match its checksum")

type envelope struct {
	Kind    string
	Version int
	SHA256  string // of Content, in hexadecimal
	Content json.RawMessage
}

// Seal encodes v, without a newline at the end.
func (k Kind) Seal(v any) ([]byte, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(envelope{k.Name, k.Version, checksum(content), content})
}

// Open decodes into v what Seal has encoded. It refuses other kinds and versions, unknown keys, and anything that
// follows the value. ErrDamaged means that the contents have changed. After an error v is unspecified.
func (k Kind) Open(data []byte, v any) error {
	var e envelope
	if err := Strictly(data, &e); err != nil || e.Kind != k.Name {
		return fmt.Errorf("not a %s", k.Name)
	}
	if e.Version != k.Version {
		return fmt.Errorf("a %s of version %d: this build reads version %d", k.Name, e.Version, k.Version)
	}
	if e.SHA256 != checksum(e.Content) {
		return ErrDamaged
	}
	if err := Strictly(e.Content, v); err != nil {
		return fmt.Errorf("not a valid %s: %w", k.Name, err)
	}
	return nil
}

func checksum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Strictly decodes a single JSON value without unknown keys.
func Strictly(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the value")
	}
	return nil
}

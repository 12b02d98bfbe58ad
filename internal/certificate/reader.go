package certificate

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
)

// LineError is an error about a line of a certificate.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// Reader reads a certificate entry by entry. All its errors except io.EOF are *LineErrors.
type Reader struct {
	in     *bufio.Reader
	sum    hash.Hash
	header Header

	number   int // of the line read last, from 1
	line     []byte
	schedule Schedule
	found    ending // the counts so far; at the end, also the sum
	ended    bool
}

// NewReader reads the header.
func NewReader(r io.Reader) (*Reader, error) {
	cr := &Reader{in: bufio.NewReaderSize(r, 64<<10), sum: sha256.New()}
	line, err := cr.readLine()
	if err == errCutOff {
		err = errors.New("not a certificate")
	}
	if err == nil {
		err = checkMagic(string(line))
	}
	missing := false
	for _, f := range cr.header.fields() {
		if err == nil && !missing {
			line, err = cr.readLine()
		}
		if err != nil {
			break
		}
		if missing = f.optional && !bytes.HasPrefix(line, []byte(f.name+" ")); !missing {
			err = f.parse(string(line))
		}
	}
	if err != nil {
		return nil, cr.at(err)
	}
	return cr, nil
}

// Header returns the header of the certificate.
func (r *Reader) Header() Header { return r.header }

// Line is the line number of the last entry.
func (r *Reader) Line() int { return r.number }

// Next returns the next entry, valid until the following call. After the last
// one it returns io.EOF, if the certificate is complete and unchanged.
func (r *Reader) Next() (Schedule, error) {
	if r.ended {
		return nil, io.EOF
	}
	sum := r.sum.Sum(nil)
	line, err := r.readLine()
	if err != nil {
		return nil, r.at(err)
	}
	if bytes.HasPrefix(line, []byte(endWord)) {
		r.found.sum = [sha256.Size]byte(sum)
		if err := r.end(string(line)); err != nil {
			return nil, r.at(err)
		}
		r.ended = true
		return nil, io.EOF
	}
	if r.schedule, err = parseSchedule(r.schedule, line); err != nil {
		return nil, r.at(err)
	}
	r.found.classes++
	r.found.events += int64(r.schedule.events())
	return r.schedule, nil
}

func (r *Reader) end(line string) error {
	said, err := parseEnding(line)
	if err != nil {
		return err
	}
	if _, err := r.in.ReadByte(); err != io.EOF {
		return cmp.Or(err, errors.New("there is something after the last line"))
	}
	if said != r.found {
		return errors.New("the file was changed after it was written: its checksum or its counts are not those of its last line")
	}
	return nil
}

var errCutOff = errors.New("the file is cut off: its last line is missing")

// longestLine bounds the length of a line, in bytes, well above the longest usual schedules.
const longestLine = 64 << 20

// readLine reads a line and returns it without its newline, which must not be missing.
func (r *Reader) readLine() ([]byte, error) {
	r.number++
	r.line = r.line[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.line = append(r.line, part...)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF: // the latter of a gzip file
			return nil, errCutOff
		case len(r.line) > longestLine:
			return nil, fmt.Errorf("the line has more than %d bytes", longestLine)
		case err == bufio.ErrBufferFull:
			continue
		case err != nil:
			return nil, err
		}
		r.sum.Write(r.line)
		return r.line[:len(r.line)-1], nil
	}
}

func (r *Reader) at(err error) error { return &LineError{r.number, err} }

package agreement_test

import (
	"bytes"
	"context"
	"io"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/internal/certificate"
	"dporbench/model"
)

// certified is the verdict of a run's certificate alone: that it is complete, which class has no entry, or which
// has two.
func certified(p smallprog.Program, x explorer, o algos.Options) string {
	data, err := certify(p, x, o)
	if err != nil {
		return err.Error()
	}
	_, err = certificate.Verify(context.Background(), certificate.Source{
		Open:    func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
		Program: func(certificate.Header) (*model.Program, error) { return p.Build(), nil },
	})
	return orComplete(err)
}

func orComplete(err error) string {
	if err == nil {
		return "complete"
	}
	return err.Error()
}

func certify(p smallprog.Program, x explorer, o algos.Options) ([]byte, error) {
	var data bytes.Buffer
	built := p.Build()
	w, err := certificate.NewWriter(&data, certificate.Header{Benchmark: p.String(), Algorithm: x.name, Order: o.Order.String(), Seed: o.Seed, Memory: o.Memory}, built)
	if err != nil {
		return nil, err
	}
	if _, err := x.new(o).Explore(context.Background(), built, w.Add); err != nil {
		return nil, err
	}
	err = w.Close() // which writes the rest
	return data.Bytes(), err
}

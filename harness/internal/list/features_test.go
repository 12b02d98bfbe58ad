package list

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/algos/parallel"
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/model/memory"
)

// withFeature has programs for each feature, with several classes under each memory model.
var withFeature = map[catalog.Feature][]string{
	catalog.Awaits:        {"p: x=1; a=await x!=1; y=1 | q: x=0; b=when x==0 x=2; c=y", "p: x=1; a=cas(y,0,1) | q: y=2; await x==1; b=cas(x,1,2); a=x"},
	catalog.AwaitsApplied: {"p: x+=1 | q: x+=1 | r: await x==1", "p: x+=1; y=1 | q: when x==1 x=2; a=y"},
	catalog.Choices:       {"p: a=choose(2); x=a+0 | q: b=x", "p: a=x; a=choose(2) | q: x=0"},
	catalog.Made:          {"p: *x=1; a=*x | q: x=new; x=new"},
	catalog.Applies:       {"p: x+=1 | q: x+=2; a=x", "p: x+=1; y=1 | q: x+=2; x max=1 | r: a=y; b=x"},
	catalog.Jobs:          {"p: x=1; a=y; b=z | q: y=1; b=x; z=1 | r: c=x; z=2"},
	catalog.Certificates:  {"p: lock l; x=1; unlock l; a=y; b=z | q: lock l; y=1; unlock l; b=x; z=1 | r: c=x; z=2"},
}

// TestEveryCell: where the list says yes, the algorithm, with the feature, finds the classes that full enumeration
// finds; where it says no, that is refused with one line.
func TestEveryCell(t *testing.T) {
	for f, texts := range withFeature {
		for _, text := range texts {
			for _, m := range memory.Sequences() {
				p := smallprog.MustBuild(text)
				all, err := algostest.OracleUnder(p, m)
				if err != nil || len(all) < 2 {
					t.Fatalf("%s under %v: %d classes, error %v", text, m, len(all), err)
				}
				for _, name := range catalog.Names() {
					a, _ := catalog.Lookup(name)
					got, err := exploreWith(f, a, p, m)
					want := all
					if !a.Equivalence.KeepsOrder() && err == nil {
						if want, err = projected(a, p, m); err != nil {
							t.Fatal(err)
						}
					}
					switch d := got.Difference(want); {
					case a.Takes(f, m) && (err != nil || d != "" && !a.Samples):
						t.Errorf("%v, %s under %v: %s, error %v: %s", f, name, m, d, err, text)
					case !a.Takes(f, m) && (err == nil || strings.Contains(err.Error(), "\n")):
						t.Errorf("%v, %s under %v: error %v, want one line: %s", f, name, m, err, text)
					}
				}
			}
		}
	}
	for _, f := range catalog.Features() {
		if withFeature[f] == nil {
			t.Errorf("%v is not tried", f)
		}
	}
}

// exploreWith explores p with the feature, if that is one of explorations.
func exploreWith(f catalog.Feature, a catalog.Algorithm, p *model.Program, m memory.Model) (algostest.Classes, error) {
	x := a.New(algos.Options{Memory: m})
	switch f {
	case catalog.Jobs:
		registry, err := program.New(nil, nil)
		if err != nil {
			return nil, err
		}
		e := flags.Explore{Algorithms: []catalog.Algorithm{a}}
		e.Jobs = 2
		if err := e.CheckJobs(registry); err != nil {
			return nil, err
		}
		classes, _, err := algostest.Explore(&parallel.Explorer{Splittable: x.(algos.Splittable), Jobs: 2}, p)
		return classes, err
	case catalog.Certificates:
		return certified(x, a, p, m)
	}
	keyer := a.Equivalence.NewKeyer(p, m)
	defer keyer.Close()
	classes, _, err := algostest.ExploreBy(keyer, x, p)
	if !a.ExactlyOnce {
		for key := range classes {
			classes[key] = 1
		}
	}
	return classes, err
}

// projected returns the classes by the equivalence of a. How often the oracle visits them makes no difference.
func projected(a catalog.Algorithm, p *model.Program, m memory.Model) (algostest.Classes, error) {
	keyer := a.Equivalence.NewKeyer(p, m)
	defer keyer.Close()
	classes, _, err := algostest.ExploreBy(keyer, exhaustive.New(algos.Options{Memory: m}), p)
	return classes, err
}

// certified returns the classes of a certificate, which must verify unless the algorithm samples.
func certified(x algos.Explorer, a catalog.Algorithm, p *model.Program, m memory.Model) (algostest.Classes, error) {
	classes := algostest.Classes{}
	var data bytes.Buffer
	w, err := certificate.NewWriter(&data, certificate.Header{Memory: m}, p)
	if err != nil {
		return nil, err
	}
	_, err = x.Explore(context.Background(), p, func(e *model.Execution) error {
		if key := e.Key(); classes[key] == 0 {
			classes[key]++
			return w.Add(e)
		}
		return nil
	})
	if err = errors.Join(err, w.Close()); err != nil || a.Samples {
		return classes, err
	}
	_, err = certificate.Verify(context.Background(), certificate.Source{
		Open:    func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data.Bytes())), nil },
		Program: func(certificate.Header) (*model.Program, error) { return p, nil },
	})
	return classes, err
}

// TestGraphs: under each memory model of graphs, an algorithm explores at least the classes of sequential consistency, or refuses the model
// with one line: none explores sequences in their place.
func TestGraphs(t *testing.T) {
	for f, texts := range withFeature {
		for _, text := range texts {
			p := smallprog.MustBuild(text)
			all, err := algostest.OracleUnder(p, memory.SC)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range memory.Graphs() {
				for _, name := range catalog.Names() {
					a, _ := catalog.Lookup(name)
					got, err := exploreWith(f, a, p, m)
					switch {
					case a.Takes(f, m) && (err != nil || len(got) < len(all)):
						t.Errorf("%v, %s under %v: %d classes, %d under sc, error %v: %s", f, name, m, len(got), len(all), err, text)
					case !a.Takes(f, m) && (err == nil || strings.Contains(err.Error(), "\n")),
						!a.Graphs && f != catalog.Jobs && f != catalog.Certificates && !strings.Contains(err.Error(), m.String()):
						t.Errorf("%v, %s under %v: error %v, want one line that names the model: %s", f, name, m, err, text)
					}
				}
			}
		}
	}
}

// TestFeaturesAreShown: the list has a row for each algorithm and each memory model, with the features that Takes allows.
func TestFeaturesAreShown(t *testing.T) {
	var text strings.Builder
	if err := listFeatures(&text, catalog.All()); err != nil {
		t.Fatal(err)
	}
	for _, a := range catalog.All() {
		for _, m := range memory.Models() {
			shown := slices.ContainsFunc(strings.Split(text.String(), "\n"), func(line string) bool {
				fields := strings.Fields(strings.ReplaceAll(line, ",", ""))
				n := 1 + len(catalog.Features())
				return len(fields) > n && fields[0] == a.Name && slices.Equal(fields[1:n], taken(a, m)) && slices.Contains(fields[n:], m.String())
			})
			if !shown {
				t.Errorf("%s under %v is not shown:\n%s", a.Name, m, text.String())
			}
		}
	}
}

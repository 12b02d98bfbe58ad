// Package web has tests of handlers of HTTP.
package web

import (
	"bytes"
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func handler() http.Handler {
	n := 0
	var mu sync.Mutex
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		n++
		mu.Unlock()
		w.Header().Set("X-A", "b")
		w.WriteHeader(201)
		io.WriteString(w, "id="+r.PathValue("id")+" q="+r.URL.Query().Get("q"))
	})
	return mux
}

func TestRecorder(t *testing.T) {
	h := handler()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/items/7?q=x", nil))
	if w.Code != 201 || w.Body.String() != "id=7 q=x" || w.Result().Header.Get("X-A") != "b" {
		t.Fatal(w.Code, w.Body)
	}
}

func TestPost(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost {
			http.Error(w, "no", http.StatusMethodNotAllowed)
			return
		}
		w.Write(append(b, '!'))
	})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader("hi")))
	if w.Body.String() != "hi!" {
		t.Fatal(w.Body)
	}
}

func TestHandlerRaces(t *testing.T) {
	n := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { n++ })
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) })
	}
	wg.Wait()
}

func TestHTMLTemplate(t *testing.T) {
	var b bytes.Buffer
	tm := template.Must(template.New("x").Funcs(template.FuncMap{"up": strings.ToUpper}).Parse(`<a href="{{.U}}">{{up .N}}</a>`))
	if err := tm.Execute(&b, map[string]string{"U": "x y", "N": "<b>"}); err != nil {
		t.Fatal(err)
	}
	if b.String() != `<a href="x%20y">&lt;B&gt;</a>` {
		t.Fatal(b.String())
	}
}

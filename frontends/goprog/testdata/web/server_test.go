package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

func TestServer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello "+r.URL.Path+r.Host[:3]) }))
	defer s.Close()
	if c, b := get(t, s.URL+"/x"); c != 200 || b != "hello /x127" {
		t.Fatal(c, b)
	}
}

func TestTimeout(t *testing.T) {
	block := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-block }))
	defer s.Close()
	defer close(block)
	c := &http.Client{Timeout: 50 * time.Millisecond}
	_, err := c.Get(s.URL)
	var te interface{ Timeout() bool }
	if !errors.As(err, &te) || !te.Timeout() {
		t.Fatal(err)
	}
}

func TestCancelReachesServer(t *testing.T) {
	seen := make(chan error, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		seen <- r.Context().Err()
	}))
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	if _, err := http.DefaultClient.Do(req); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if err := <-seen; err != context.Canceled {
		t.Fatal(err)
	}
}

func TestRedirectCookies(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "s", Value: "1", Path: "/"})
		http.Redirect(w, r, "/home", http.StatusFound)
	})
	mux.HandleFunc("/home", func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie("s")
		if err != nil {
			http.Error(w, "no", 401)
			return
		}
		fmt.Fprint(w, c.Value, r.Header.Get("Referer") != "")
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	jar, _ := cookiejar.New(nil)
	c := s.Client()
	c.Jar = jar
	r, err := c.Get(s.URL + "/login")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(r.Body)
	if string(b) != "1true" && string(b) != "1 true" {
		t.Fatal(r.StatusCode, string(b))
	}
}

func TestServerRaces(t *testing.T) {
	hits := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hits[r.URL.Path]++ }))
	defer s.Close()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { get2(s.URL + "/a") })
	}
	wg.Wait()
}

func get2(url string) {
	r, err := http.Get(url)
	if err == nil {
		r.Body.Close()
	}
}

func TestClosed(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	u := s.URL
	if c, b := get(t, u); c != 404 || b != "404 page not found\n" {
		t.Fatal(c, b)
	}
	s.Close()
	_, err := http.Get(u)
	if err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Fatal(err)
	}
}

func TestPanics(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	defer s.Close()
	if _, err := http.Get(s.URL); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
}

func TestHeadAndBig(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/big" {
			w.Write(bytes.Repeat([]byte("x"), 5000))
			return
		}
		w.Header().Set("Content-Length", "3")
		io.WriteString(w, "abc")
	}))
	defer s.Close()
	r, err := http.Head(s.URL)
	if err != nil || r.ContentLength != 3 {
		t.Fatal(err, r.ContentLength)
	}
	b, _ := io.ReadAll(r.Body)
	if len(b) != 0 {
		t.Fatal(len(b))
	}
	r, _ = http.Get(s.URL + "/big")
	b, _ = io.ReadAll(r.Body)
	if len(b) != 5000 || r.ContentLength != -1 {
		t.Fatal(len(b), r.ContentLength)
	}
	r.Body.Close()
	if _, err := r.Body.Read(make([]byte, 1)); err == nil {
		t.Fatal("read after close")
	}
}

func TestMaxBytes(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 3)
		_, err := io.ReadAll(r.Body)
		var me *http.MaxBytesError
		if errors.As(err, &me) {
			w.WriteHeader(413)
		}
	}))
	defer s.Close()
	r, err := http.Post(s.URL, "text/plain", strings.NewReader("abcdef"))
	if err != nil || r.StatusCode != 413 {
		t.Fatal(err)
	}
	r.Body.Close()
}

func TestTimeoutHandler(t *testing.T) {
	block := make(chan bool)
	h := http.TimeoutHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-block }), 10*time.Millisecond, "slow")
	s := httptest.NewServer(h)
	defer s.Close()
	defer close(block)
	if c, b := get(t, s.URL); c != 503 || b != "slow" {
		t.Fatal(c, b)
	}
}

func TestForm(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, p, ok := r.BasicAuth()
		fmt.Fprintf(w, "%s %s %s %v %s", r.FormValue("a"), u, p, ok, r.Header.Get("Content-Length"))
	}))
	defer s.Close()
	r, err := http.PostForm(strings.Replace(s.URL, "://", "://me:pw@", 1), map[string][]string{"a": {"1 2"}})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if string(b) != "1 2 me pw true 5" {
		t.Fatal(string(b))
	}
}

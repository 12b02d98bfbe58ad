module tests

go 1.26.0

require (
	github.com/alitto/pond v1.9.2
	github.com/benbjohnson/clock v1.3.5
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/dgraph-io/ristretto/v2 v2.4.2
	github.com/dustin/go-humanize v1.0.1
	github.com/gammazero/deque v1.2.3
	github.com/gammazero/workerpool v1.3.0
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/jackc/puddle/v2 v2.2.3
	github.com/jellydator/ttlcache/v3 v3.4.1
	github.com/jonboulle/clockwork v0.5.0
	github.com/oklog/run v1.2.0
	github.com/patrickmn/go-cache v2.1.0+incompatible
	github.com/puzpuzpuz/xsync/v3 v3.5.1
	github.com/sourcegraph/conc v0.3.0
	go.uber.org/atomic v1.12.0
	go.uber.org/multierr v1.9.0
	go.uber.org/ratelimit v0.3.1
	golang.org/x/sync v0.25.0
	golang.org/x/sys v0.36.0
)

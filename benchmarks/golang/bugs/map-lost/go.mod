module bugs/map-lost

go 1.26.0

require github.com/puzpuzpuz/xsync/v3 v3.0.1

module bugs/ttl-stop

go 1.26

require github.com/jellydator/ttlcache/v3 v3.3.0

require golang.org/x/sync v0.8.0 // indirect

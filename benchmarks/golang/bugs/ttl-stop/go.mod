module bugs/ttl-stop

go 1.26

require github.com/jellydator/ttlcache/v3 v3.4.1

require golang.org/x/sync v0.16.0 // indirect

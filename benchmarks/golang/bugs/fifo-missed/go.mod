module bugs/fifo-missed

go 1.26

require github.com/enriquebris/goconcurrentqueue v0.7.0

module bugs/fifo-missed

go 1.26

require github.com/enriquebris/goconcurrentqueue v0.6.3

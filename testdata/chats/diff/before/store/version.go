package store

var Version = "1"

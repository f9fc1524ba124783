package main

import (
	"fmt"
	"log"
	"net/http"
)

var prices = map[string]int{"tea": 450, "cup": 1200}

func price(w http.ResponseWriter, r *http.Request) {
	cents, ok := prices[r.FormValue("name")]
	if !ok {
		http.Error(w, "no such item", 500)
		return
	}
	fmt.Fprintln(w, cents)
}

func label(w http.ResponseWriter, r *http.Request) {
	cents, ok := prices[r.FormValue("name")]
	if !ok {
		http.Error(w, "no such item", 500)
		return
	}
	fmt.Fprintf(w, "%d.%02d €\n", cents/100, cents%100)
}

func main() {
	http.HandleFunc("/price", price)
	http.HandleFunc("/label", label)
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

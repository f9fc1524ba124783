package snippet

import ("testing";"fmt")

func TestZZ(t *testing.T) {
	file := []string{"package a","","func A() {","	for _, test := range []struct {","		name string","		b int","	}{",`		{"a", 1},`,`		{"b", 2},`,"	} {","		run(test)","	}","	now := 1","	use(now)","}"}
	block := []string{"func A() {","	// ...","	for _, test := range []struct {","		// ...","	}","	for a := range x {","		z(a)","	}","	now := 2","	use(now)","}"}
	_, now, err := Place("a.go", file, block)
	fmt.Println(err)
	for _, l := range now { fmt.Println(l) }
	p := newPlacer("a.go", file, block)
	var dump func(l *level, in string)
	dump = func(l *level, in string) {
		for i := range l.items { it := &l.items[i]; fmt.Printf("%s%v %q open=%v elides=%v more=%v\n", in, l.elided[i], it.row.text, it.open, it.elides, it.more)
			for k := range it.clauses { fmt.Printf("%s  c %q\n", in, it.clauses[k].text); dump(&it.clauses[k].body, in+"    ") } }
		if len(l.elided)>0 { fmt.Println(in, "end", l.elided[len(l.items)]) }
	}
	dump(&p.fence, ""); dump(&p.root, "")
}

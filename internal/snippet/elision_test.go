package snippet

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsElision(t *testing.T) {
	for line, want := range map[string]bool{
		"# existing routes": true, "// Existing imports": true, "// other methods stay the same": true, "  /* other functions remain unchanged */": true,
		"<!-- existing cards -->": true, "{/* existing nav items */}": true, "<!-- Other projects -->": false, "<!-- remaining rows here -->": true,
		"// ... index() remains unchanged": true, "# ...find() and count() stay the same": true,
		"# resto del código sin cambios": true, "// ... le reste est inchangé": true, "// Rest bleibt unverändert": true, "# 其他方法保持不变": true,
		"# el resto se suma": false, "# restaurar valores sin cambios": false, "// valor sin cambios": false,
		"# 其他方法省略": true, "// ...（原有方法不变）": true, "// 省略其他代码": true, "// (以下省略)": true, "// 中略": true, "// 残りは同じ": true, "# Rest wie gehabt": true,
		"// Rest bleibt gleich": true, "// 省略参数时用默认值": false, "# el resto del código permanece igual": true, "# 其他情况返回省略号": false,
		"// previous code remains the same": true, "// remaining handlers unchanged": true, "// Everything else stays the same.": true,
		"// existing entries unchanged": false, "# --- rest of the class ---": true, "// -- snip --": true, "// <rest of the function unchanged>": true,
		"# no changes below": true, "// No other changes to the rest of the class": true, "# no changes": false, "# no changes needed": false,
		"// existing": false, "// existing users keep their plan": false, "# existing items": false, "// other cases": false, "// other methods": false,
		"{{ ... }}": true, "  {{...}}": true, "// {{ ... }}": true, "{{ ... }} x": false, "{{ name }}": false,
		"[...existing, item]": false, "...rest, item": false, "...existing code, unchanged": true,
		"// ... and then again": false, "<!-- main card -->": false, "return existing routes": false,
	} {
		assert.Equal(t, want, IsElision(line), line)
	}
}

// The quick check never misses an elision.
func TestGlanceAtElisionsOverlooksNone(t *testing.T) {
	begins := []string{"", "//", "///", "#", "--", ";", "%", "/*", "<!--", "{/*", `"""`, "'", "(", "[", "x ", "- "}
	middles := []string{"", " ", "rest of the code", "...", "…", "existing code", "other nav items", "... x stays the same", "... rest", "x"}
	ends := []string{"", "...", " …", "*/", " */}", "-->", `"""`, ")", "]"}
	found := 0
	for _, a := range begins {
		for _, b := range middles {
			for _, c := range ends {
				line := strings.TrimSpace(a + b + c)
				if standsForCode(line) {
					found++
					assert.True(t, mayElide(line), "%q", line)
				}
			}
		}
	}
	assert.Greater(t, found, 100)
	assert.False(t, mayElide("return x"))
	assert.False(t, mayElide(""))
}

// Nor does the check for words of comments without an ellipsis.
func TestGlanceAtSparingWordsOverlooksNone(t *testing.T) {
	words := []string{
		"rest", "rest of", "remaining", "Existing", "other", "routes", "unchanged", "SAME", "code", "file", "functions", "implementation", "omitted", "same as before", "unchanged.",
		"reſt", "\u212Aeep the", "keep the", "the", "your", "my", "all", "methods", "class", "body", "remains", "is as is", "stays the same", "for brevity", "x", "method", "logic:",
	}
	random := rand.New(rand.NewPCG(5, 6))
	matched, passed := 0, 0
	for range 50000 {
		parts := make([]string, 1+random.IntN(5))
		for i := range parts {
			parts[i] = words[random.IntN(len(words))]
		}
		body := strings.Join(parts, " ")
		if spared().MatchString(body) {
			matched++
			assert.True(t, mayElide("// "+body), "%q", body)
			assert.True(t, standsForCode("// "+body), "%q", body)
		} else if !mayElide("// " + body) {
			passed++
		}
	}
	assert.Greater(t, matched, 100)
	assert.Greater(t, passed, 100)
}

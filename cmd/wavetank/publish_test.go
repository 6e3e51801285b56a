package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// published is an address that nobody has.
const (
	published        = "wavetank.example/acme/wavetank"
	publishedVersion = "v0.0.1"
)

// publication is a copy of the module under another name, and where Go finds it.
type publication struct {
	dir   string // the copy
	proxy string // a folder that Go reads as a proxy
}

// TestPublish renames a copy and uses it as others would: the command is
// installed, and a test of another module imports simtest, through a proxy of
// files. The name that it has here works with a replacement.
func TestPublish(t *testing.T) {
	if out, err := exec.Command("bash", "-c", "command -v git go sed").CombinedOutput(); err != nil {
		t.Skipf("%v\n%s", err, out)
	}
	p := renamed(t)
	p.saysItsName(t)
	p.release(t)
	forget := func() {
		cache := goEnv(t, "GOMODCACHE")
		for _, dir := range []string{cache, filepath.Join(cache, "cache", "download")} {
			if err := os.RemoveAll(filepath.Join(dir, published)); err != nil {
				t.Error(err)
			}
		}
	}
	forget() // a version never changes, for Go, and this one does
	t.Cleanup(forget)
	bin := t.TempDir()
	p.run(t, t.TempDir(), []string{"GOBIN=" + bin}, "go", "install", "-gcflags="+published+"/...=-N -l", published+"/cmd/wavetank@"+publishedVersion)
	if out := p.run(t, bin, nil, filepath.Join(bin, "wavetank"), "version"); !strings.HasPrefix(out, "wavetank "+publishedVersion) {
		t.Errorf("the installed command is %q", out)
	}
	p.imported(t, published, "go mod edit -require="+published+"@"+publishedVersion)
	p.imported(t, "wavetank", "go mod edit -require=wavetank@v0.0.0 -replace=wavetank="+top(t))
}

// renamed is a copy of what is here.
func renamed(t *testing.T) *publication {
	t.Helper()
	p := &publication{dir: filepath.Join(t.TempDir(), "wavetank"), proxy: t.TempDir()}
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = top(t)
	out, notes, err := programOutput(list)
	if err != nil {
		t.Skipf("no clone: %v\n%s", err, notes)
	}
	for _, name := range strings.Split(strings.Trim(out, "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(top(t), name))
		if os.IsNotExist(err) {
			continue // removed, and not yet committed
		}
		st, err2 := os.Stat(filepath.Join(top(t), name))
		to := filepath.Join(p.dir, name)
		for _, err := range []error{err, err2, os.MkdirAll(filepath.Dir(to), 0o755)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(to, data, st.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	p.run(t, p.dir, nil, "git", "init", "-q")
	p.run(t, p.dir, nil, "scripts/publish", published)
	return p
}

// saysItsName demands that nothing is left of the names that stood for it.
func (p *publication) saysItsName(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(p.dir, func(file string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() && e.Name() == ".git" {
			return errOrSkip(err)
		}
		rel, _ := filepath.Rel(p.dir, file)
		if e.IsDir() || rel == filepath.Join("scripts", "publish") || strings.HasSuffix(rel, filepath.Join("wavetank", "publish_test.go")) {
			return nil
		}
		data, err := os.ReadFile(file)
		for _, old := range []string{"OWNER/wavetank", `"wavetank/chain`, `"wavetank/scenarios`, "-replace=wavetank"} {
			if bytes.Contains(data, []byte(old)) {
				t.Errorf("%s still says %s", rel, old)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func errOrSkip(err error) error {
	if err == nil {
		err = filepath.SkipDir
	}
	return err
}

// release lays the copy out as a proxy does: its versions, and of one the facts,
// the go.mod and the files.
func (p *publication) release(t *testing.T) {
	t.Helper()
	folder := filepath.Join(p.proxy, published, "@v")
	info, _ := json.Marshal(map[string]string{"Version": publishedVersion, "Time": "2026-01-01T00:00:00Z"})
	mod, err := os.ReadFile(filepath.Join(p.dir, "go.mod"))
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"list": []byte(publishedVersion + "\n"), publishedVersion + ".info": info, publishedVersion + ".mod": mod, publishedVersion + ".zip": p.zip(t)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// zip packs the copy's files under the module's name and version.
func (p *publication) zip(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	out := p.run(t, p.dir, nil, "git", "ls-files", "--others", "--cached", "--exclude-standard")
	files := strings.Fields(out)
	for _, name := range files {
		if nested(name, files) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(p.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(published + "@" + publishedVersion + "/" + name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// nested reports whether a file belongs to a module below, which has a zip of its
// own.
func nested(name string, files []string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if slices.Contains(files, dir+"/go.mod") {
			return true
		}
	}
	return false
}

// imported tests a chain in a module that imports simtest.
func (p *publication) imported(t *testing.T, module, require string) {
	t.Helper()
	dir := t.TempDir()
	test := strings.ReplaceAll(`package mine

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"MODULE/scenarios/simtest"
)

const body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"

func one(env *simtest.Env) simtest.Chain {
	return func(ctx context.Context, _ simtest.Question) (string, error) {
		q, err := http.NewRequestWithContext(ctx, "POST", env.Providers[0].BaseURL+"/chat/completions", strings.NewReader(body))
		if err != nil {
			return "", err
		}
		resp, err := env.Client.Do(q)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		return string(text), err
	}
}

func TestMine(t *testing.T) {
	simtest.Config{Seeds: 1, Presets: []string{"naive"}}.Run(t, "outage-503", map[string]simtest.New{"one": one})
}
`, "MODULE", module)
	for name, text := range map[string]string{"go.mod": "module mine\n\ngo 1.26.0\n", "mine_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.run(t, dir, nil, "bash", "-c", require)
	flags := []string{"test", "-mod=mod", "-gcflags=" + module + "/...=-N -l"}
	if module == "wavetank" {
		flags = []string{"test", "-mod=mod"} // built already, for who tests
	}
	p.run(t, dir, nil, "go", append(flags, "./...")...)
}

// run runs a program in a folder with Go's proxies set, and returns what it says.
func (p *publication) run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cache := goEnv(t, "GOMODCACHE")
	if strings.Contains(name, "/") && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	c := exec.Command(name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOPROXY=file://"+p.proxy+",file://"+filepath.Join(cache, "cache", "download")+","+goEnv(t, "GOPROXY"),
		"GONOSUMDB=wavetank.example", "GONOSUMCHECK=1", "GOSUMDB=off", "GOWORK=off", "GOFLAGS=-modcacherw")
	c.Env = append(c.Env, env...)
	out, notes, err := programOutput(c)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, notes)
	}
	return out
}

// goEnv is a setting of Go's.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, notes, err := programOutput(exec.Command("go", "env", name))
	if err != nil {
		t.Fatalf("%v\n%s", err, notes)
	}
	return strings.TrimSpace(out)
}

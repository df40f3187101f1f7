package check

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// buildLine matches the command of the Dockerfile that builds the program.
var buildLine = regexp.MustCompile(`(?m)^RUN (CGO_ENABLED=0 go build .*) -o /dibmap (\./cmd/dibmap)$`)

const release = "v9.8.7"

// build builds the program as the Dockerfile does, and returns its path.
func build(t *testing.T, folder string) string {
	t.Helper()
	dockerfile, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	line := buildLine.FindStringSubmatch(string(dockerfile))
	if line == nil {
		t.Fatal("the Dockerfile has no line that builds the program")
	}
	program := filepath.Join(folder, "dibmap")
	sh := exec.Command("sh", "-c", line[1]+` -o "$PROGRAM" `+line[2])
	sh.Dir = "../../.."
	sh.Env = append(os.Environ(), "VERSION="+release, "PROGRAM="+program)
	if out, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line[0], err, out)
	}
	return program
}

// checkStatic wants a program that needs no other file, as its image has none.
func checkStatic(t *testing.T, program string) {
	t.Helper()
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a segment %s: it is not static", p.Type)
		}
	}
	version, err := exec.Command(program, "--version").Output()
	if first, _, _ := strings.Cut(string(version), "\n"); err != nil || first != "dibmap "+release {
		t.Errorf("the version is %q (%v), want %s", version, err, release)
	}
}

// TestImageIsTheProgramAlone reads the stage of the Dockerfile that makes the image.
func TestImageIsTheProgramAlone(t *testing.T) {
	dockerfile, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	const want = "FROM scratch\nCOPY --from=build /dibmap /dibmap\nUSER 65532:65532\nENTRYPOINT [\"/dibmap\"]\n"
	if !strings.HasSuffix(string(dockerfile), "\n"+want) {
		t.Errorf("the Dockerfile does not end with\n%s", want)
	}
}

// TestImageHasWhatItIsBuiltFrom wants no package of the program among the files that the image's build ignores.
func TestImageHasWhatItIsBuiltFrom(t *testing.T) {
	ignored, err := os.ReadFile("../Dockerfile.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{$p := .}}{{if .Module}}{{if .Module.Main}}{{.Dir}}{{range .EmbedFiles}}\n{{$p.Dir}}/{{.}}{{end}}{{end}}{{end}}", "./cmd/dibmap")
	list.Dir = "../../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(list.Dir)
	if err != nil {
		t.Fatal(err)
	}
	needed := strings.Fields(string(out))
	if len(needed) < 20 {
		t.Fatalf("only %d packages and files found: the list is wrong", len(needed))
	}
	for _, path := range needed {
		relative, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		for pattern := range strings.Lines(string(ignored)) {
			pattern = strings.TrimSpace(pattern)
			first, _, _ := strings.Cut(relative, "/")
			hidden, err := filepath.Match(pattern, first)
			if err != nil {
				t.Fatal(err)
			}
			if hidden && relative != "." || strings.HasPrefix(relative+"/", pattern+"/") {
				t.Errorf("%s is ignored, by %q", relative, pattern)
			}
		}
	}
}

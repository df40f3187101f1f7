package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
)

// standIn is the environment variable with the folder in which this program stands in for kubectl and a cluster:
// it does at once what a Job that is applied would do in pods. The volume is the folder data of it.
const standIn = "DIBMAP_CLUSTER"

// nobody is the user of the pods, as in the manifests.
const nobody = 65532

func TestMain(m *testing.M) {
	if folder := os.Getenv(standIn); folder != "" {
		if err := (cluster{folder}).kubectl(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// cluster keeps the outcome of each Job in a file of its name, and what it printed beside it.
type cluster struct{ folder string }

func (c cluster) file(name string) string { return filepath.Join(c.folder, name) }

// kubectl does what the script run asks for.
func (c cluster) kubectl(args []string) error {
	call := strings.Join(args, " ")
	name := strings.TrimPrefix(args[len(args)-1], "job/")
	switch {
	case call == "apply -f -":
		return c.apply()
	case strings.HasPrefix(call, "wait --for=condition=complete --timeout="):
		if outcome, err := os.ReadFile(c.file(name)); err != nil || len(outcome) > 0 {
			return errors.New("timed out")
		}
		return nil
	case strings.HasPrefix(call, "get job/"):
		return c.show(strings.TrimPrefix(args[1], "job/"))
	case strings.HasPrefix(call, "get pods --selector=batch.kubernetes.io/job-name="):
		fmt.Printf("pod/%s\n", strings.TrimPrefix(args[2], "--selector=batch.kubernetes.io/job-name="))
		return nil
	case strings.HasPrefix(call, "logs pod/") && args[2] == "--container=units":
		return c.show(strings.TrimPrefix(args[1], "pod/") + " units")
	case strings.HasPrefix(call, "delete job/"):
		return os.Remove(c.file(name))
	}
	return fmt.Errorf("this cluster does not know %q", call)
}

func (c cluster) show(name string) error {
	text, err := os.ReadFile(c.file(name))
	os.Stdout.Write(text)
	return err
}

// apply runs a Job, unless there is one of its name.
func (c cluster) apply() error {
	manifest, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	j, err := decode[batch.Job](manifest, "Job")
	if err != nil {
		return err
	}
	if err := check(j); err != nil {
		return err
	}
	if _, err := os.Stat(c.file(j.Name)); err == nil {
		fmt.Printf("job.batch/%s unchanged\n", j.Name)
		return nil
	}
	outcome := ""
	if err := c.run(j); err != nil {
		outcome = err.Error()
	}
	fmt.Printf("job.batch/%s created\n", j.Name)
	return os.WriteFile(c.file(j.Name), []byte(outcome), 0o600)
}

// run runs the pods of a Job, the last index first.
func (c cluster) run(j *batch.Job) error {
	if j.Spec.CompletionMode == nil {
		return c.pod(j, nil)
	}
	for index := int(*j.Spec.Completions) - 1; index >= 0; index-- {
		if err := c.pod(j, map[string]string{"JOB_COMPLETION_INDEX": strconv.Itoa(index)}); err != nil {
			return fmt.Errorf("index %d: %w", index, err)
		}
	}
	return nil
}

// pod runs the containers of a pod one after the other.
func (c cluster) pod(j *batch.Job, variables map[string]string) error {
	pod := &j.Spec.Template.Spec
	for _, container := range append(pod.InitContainers, pod.Containers...) {
		out, err := c.container(&container, variables)
		if err := os.WriteFile(c.file(j.Name+" "+container.Name), out, 0o600); err != nil {
			return err
		}
		if err != nil {
			return fmt.Errorf("%s: %w: %s", container.Name, err, out)
		}
	}
	return nil
}

// container runs the program as the image has it: without an environment, in the volume, and as nobody if this
// user can be another.
func (c cluster) container(spec *core.Container, variables map[string]string) ([]byte, error) {
	program := exec.Command(c.file("dibmap"))
	for _, arg := range spec.Args {
		program.Args = append(program.Args, expand(arg, variables))
	}
	program.Dir = c.file("data")
	program.Env = []string{}
	if os.Getuid() == 0 {
		program.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return program.CombinedOutput()
}

// expand replaces variables as Kubernetes does: $(NAME) if it knows it, and $$ by a dollar.
func expand(text string, variables map[string]string) string {
	var b strings.Builder
	for len(text) > 0 {
		name, rest, found := strings.Cut(strings.TrimPrefix(text, "$("), ")")
		value, known := variables[name]
		switch {
		case strings.HasPrefix(text, "$$"):
			b.WriteByte('$')
			text = text[2:]
		case strings.HasPrefix(text, "$(") && found && known:
			b.WriteString(value)
			text = rest
		default:
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}

// TestRunGivesWhatOneMachineGives runs all stages in the cluster's stand-in, and compares the file with that of
// all units on one machine.
func TestRunGivesWhatOneMachineGives(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	c := newCluster(t)
	flags := []string{"--validate=3", "--robust", "--parts", "3"}
	call := append([]string{"registry.example/dibmap:1", "letters", "letters.json", "@alphabet"}, flags...)
	if out, err := c.script(call...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	alone := func(args ...string) {
		t.Helper()
		program := exec.Command(c.file("dibmap"), append(args, "-q")...)
		program.Dir = c.folder
		if out, err := program.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	alone(append([]string{"plan", "@alphabet", "-o", "alone"}, flags...)...)
	alone("work", "alone", "--all")
	alone("merge", "alone", "-o", "alone.json")
	if got, want := c.read(t, "data/letters.json"), c.read(t, "alone.json"); !bytes.Equal(got, want) {
		t.Errorf("the cluster's file has %d bytes, other than the %d of one machine", len(got), len(want))
	}
	out, err := c.script(call...)
	if err != nil || !strings.Contains(out, "letters-merge unchanged") {
		t.Errorf("the same line again: %v\n%s", err, out)
	}
}

// TestRunSaysWhatFailed lets the plan fail, and does it again.
func TestRunSaysWhatFailed(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	c := newCluster(t)
	call := []string{"dibmap", "survey", "survey.json", "survey.csv", "--x", "city", "--y", "product"}
	out, err := c.script(call...)
	if err == nil || !strings.Contains(out, "survey-plan has failed") || !strings.Contains(out, "kubectl delete job/survey-plan") {
		t.Errorf("without a table: %v\n%s", err, out)
	}
	table := "city,product\nRome,a\nRome,a\nOslo,b\nOslo,b\nBern,a\n"
	if err := os.WriteFile(c.file("data/survey.csv"), []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	own(t, c.file("data/survey.csv"))
	if err := c.kubectl([]string{"delete", "job/survey-plan"}); err != nil {
		t.Fatal(err)
	}
	if out, err := c.script(call...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	c.read(t, "data/survey.json")
}

// newCluster returns a cluster with the program of the image and an empty volume.
func newCluster(t *testing.T) cluster {
	t.Helper()
	folder, err := os.MkdirTemp("", "dibmap") // others can enter it, as they cannot those of the test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	c := cluster{folder}
	if err := errors.Join(os.Chmod(folder, 0o755), os.Mkdir(c.file("data"), 0o755)); err != nil {
		t.Fatal(err)
	}
	own(t, c.file("data"))
	checkStatic(t, build(t, folder))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Mkdir(c.file("bin"), 0o755), os.Symlink(self, c.file("bin/kubectl"))); err != nil {
		t.Fatal(err)
	}
	return c
}

// own gives a file to the user of the pods.
func own(t *testing.T, path string) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	if err := os.Chown(path, nobody, nobody); err != nil {
		t.Fatal(err)
	}
}

// script runs the script run with the stand-in.
func (c cluster) script(args ...string) (string, error) {
	script := exec.Command("../run", args...)
	script.Env = append(os.Environ(), standIn+"="+c.folder, "PATH="+c.file("bin")+":"+os.Getenv("PATH"))
	out, err := script.CombinedOutput()
	return string(out), err
}

func (c cluster) read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(c.file(name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

package check

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"sigs.k8s.io/yaml"
)

// decode reads a manifest. A field that Kubernetes does not know, or that occurs twice, is an error.
func decode[T any](manifest []byte, kind string) (*T, error) {
	v := new(T)
	if err := yaml.UnmarshalStrict(manifest, v); err != nil {
		return nil, err
	}
	if !bytes.Contains(manifest, []byte("\nkind: "+kind+"\n")) {
		return nil, fmt.Errorf("the manifest is no %s", kind)
	}
	return v, nil
}

// job returns the Job that the script jobs prints.
func job(t *testing.T, args ...string) *batch.Job {
	t.Helper()
	script := exec.Command("../jobs", args...)
	script.Stderr = os.Stderr
	manifest, err := script.Output()
	if err != nil {
		t.Fatalf("jobs %q: %v", args, err)
	}
	j, err := decode[batch.Job](manifest, "Job")
	if err != nil {
		t.Fatalf("jobs %q: %v", args, err)
	}
	if err := check(j); err != nil {
		t.Errorf("jobs %q: %v", args, err)
	}
	return j
}

// check returns an error unless a Job is as safe as it can be, and sees its volume.
func check(j *batch.Job) error {
	pod := &j.Spec.Template.Spec
	s := pod.SecurityContext
	switch {
	case j.APIVersion != "batch/v1" || j.Name == "" || j.Spec.Template.Labels["app.kubernetes.io/name"] != "dibmap":
		return fmt.Errorf("%s of %s: want batch/v1 with a name and labels", j.Name, j.APIVersion)
	case pod.RestartPolicy != core.RestartPolicyNever:
		return fmt.Errorf("restartPolicy is %s, with which a policy for failures is not allowed", pod.RestartPolicy)
	case pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken:
		return fmt.Errorf("pods get a token of the cluster")
	case s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot || s.RunAsUser == nil || *s.RunAsUser == 0 || s.FSGroup == nil:
		return fmt.Errorf("pods may run as root, or not write to their volume")
	case s.SeccompProfile == nil || s.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault:
		return fmt.Errorf("there is no profile of seccomp")
	case pod.HostNetwork || pod.HostPID || pod.HostIPC:
		return fmt.Errorf("pods see their host")
	case len(pod.Volumes) != 1 || pod.Volumes[0].PersistentVolumeClaim == nil:
		return fmt.Errorf("want one volume, of a claim")
	}
	for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
		if err := checkContainer(&c, pod.Volumes[0].Name); err != nil {
			return fmt.Errorf("container %s: %w", c.Name, err)
		}
	}
	return checkFailures(&j.Spec)
}

func checkContainer(c *core.Container, volume string) error {
	s := c.SecurityContext
	switch {
	case len(c.Command) > 0 || len(c.Args) == 0 || c.Image == "":
		return fmt.Errorf("want arguments for the program of an image")
	case s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem:
		return fmt.Errorf("the root of its files can be written")
	case s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || s.Privileged != nil:
		return fmt.Errorf("may get privileges")
	case s.Capabilities == nil || !slices.Equal(s.Capabilities.Drop, []core.Capability{"ALL"}) || len(s.Capabilities.Add) > 0:
		return fmt.Errorf("has capabilities")
	case len(c.VolumeMounts) != 1 || c.VolumeMounts[0].Name != volume || c.VolumeMounts[0].ReadOnly:
		return fmt.Errorf("does not mount the volume to write")
	case c.WorkingDir != c.VolumeMounts[0].MountPath || !path.IsAbs(c.WorkingDir):
		return fmt.Errorf("works in %s, and the volume is at %s", c.WorkingDir, c.VolumeMounts[0].MountPath)
	}
	for _, resource := range []core.ResourceName{core.ResourceCPU, core.ResourceMemory} {
		request, limit := c.Resources.Requests[resource], c.Resources.Limits[resource]
		if request.Sign() <= 0 || request.Cmp(limit) != 0 {
			return fmt.Errorf("requests %s of %s, up to %s: want the same", request.String(), resource, limit.String())
		}
	}
	return nil
}

// checkFailures returns an error unless pods are begun again when a node is taken away, and bad input ends a Job.
func checkFailures(spec *batch.JobSpec) error {
	indexed := spec.CompletionMode != nil && *spec.CompletionMode == batch.IndexedCompletion
	limit := spec.BackoffLimit
	if indexed {
		limit = spec.BackoffLimitPerIndex
	}
	if limit == nil || *limit < 1 {
		return fmt.Errorf("a pod that fails is not begun again")
	}
	if spec.PodFailurePolicy == nil || len(spec.PodFailurePolicy.Rules) != 2 {
		return fmt.Errorf("want two rules for failures")
	}
	disruption, input := spec.PodFailurePolicy.Rules[0], spec.PodFailurePolicy.Rules[1]
	if disruption.Action != batch.PodFailurePolicyActionIgnore || len(disruption.OnPodConditions) != 1 ||
		disruption.OnPodConditions[0].Type != core.DisruptionTarget || disruption.OnPodConditions[0].Status != core.ConditionTrue {
		return fmt.Errorf("evictions count as failures")
	}
	if input.Action != batch.PodFailurePolicyActionFailJob || input.OnExitCodes == nil || !slices.Equal(input.OnExitCodes.Values, []int32{2}) ||
		input.OnExitCodes.Operator != batch.PodFailurePolicyOnExitCodesOpIn {
		return fmt.Errorf("bad input is tried again")
	}
	return nil
}

// TestStageIsAnIndexedJob wants an index for every unit of a stage, the first of which is 0.
func TestStageIsAnIndexedJob(t *testing.T) {
	for _, c := range []struct {
		units                string
		first, count, atOnce int32
	}{{"1-64", 1, 64, 64}, {"65-1088", 65, 1024, 64}, {"7-7", 7, 1, 1}} {
		spec := job(t, "work", "registry.example/dibmap:1", "run", c.units).Spec
		if spec.CompletionMode == nil || *spec.CompletionMode != batch.IndexedCompletion || *spec.Completions != c.count || *spec.Parallelism != c.atOnce {
			t.Errorf("%s: %v completions, %v at once: want %d, %d at once, with an index each", c.units, *spec.Completions, *spec.Parallelism, c.count, c.atOnce)
		}
		args := spec.Template.Spec.Containers[0].Args
		want := fmt.Sprintf("work run --offset %d --workers 1 -q --part $(JOB_COMPLETION_INDEX)", c.first)
		if got := strings.Join(args, " "); got != want {
			t.Errorf("%s: arguments are %q, want %q", c.units, got, want)
		}
	}
}

// TestArgumentsStayWhatTheyAre wants arguments of any characters to reach the program.
func TestArgumentsStayWhatTheyAre(t *testing.T) {
	args := []string{`a "b" \n.csv`, "--x", "$(HOME) $HOME", "--y", "#: {é}", "--na", ""}
	got := job(t, append([]string{"plan", "dibmap", "run"}, args...)...).Spec.Template.Spec.InitContainers[0].Args
	for k := range got {
		got[k] = expand(got[k], nil)
	}
	if want := slices.Concat([]string{"plan"}, args, []string{"-o", "run", "-q"}); !slices.Equal(got, want) {
		t.Errorf("arguments are %q, want %q", got, want)
	}
}

func TestResourcesAreSet(t *testing.T) {
	for name, value := range map[string]string{"CPU": "4", "MEMORY": "8Gi", "PODS": "3", "CLAIM": "shared"} {
		t.Setenv(name, value)
	}
	spec := job(t, "work", "dibmap", "run", "1-9").Spec
	pod := spec.Template.Spec
	limits := pod.Containers[0].Resources.Limits
	if limits.Cpu().String() != "4" || limits.Memory().String() != "8Gi" || *spec.Parallelism != 3 || pod.Volumes[0].PersistentVolumeClaim.ClaimName != "shared" {
		t.Errorf("limits are %v, %d pods at once, claim %s", limits, *spec.Parallelism, pod.Volumes[0].PersistentVolumeClaim.ClaimName)
	}
	if args := pod.Containers[0].Args; args[slices.Index(args, "--workers")+1] != "4" {
		t.Errorf("arguments are %q, want 4 workers", args)
	}
}

// TestVolumeIsSharedAndNetworkClosed reads the manifest of what all Jobs need.
func TestVolumeIsSharedAndNetworkClosed(t *testing.T) {
	text, err := os.ReadFile("../volume.yaml")
	if err != nil {
		t.Fatal(err)
	}
	documents := bytes.Split(text, []byte("\n---\n"))
	if len(documents) != 2 {
		t.Fatalf("%d documents, want 2", len(documents))
	}
	claim, err := decode[core.PersistentVolumeClaim](documents[0], "PersistentVolumeClaim")
	if err != nil {
		t.Fatal(err)
	}
	used := job(t, "merge", "dibmap", "run", "frontier.json.zst").Spec.Template.Spec.Volumes[0].PersistentVolumeClaim.ClaimName
	if claim.Name != used || !slices.Equal(claim.Spec.AccessModes, []core.PersistentVolumeAccessMode{core.ReadWriteMany}) || claim.Spec.Resources.Requests.Storage().IsZero() {
		t.Errorf("claim %s of %v, and Jobs use %s", claim.Name, claim.Spec.AccessModes, used)
	}
	policy, err := decode[networking.NetworkPolicy](documents[1], "NetworkPolicy")
	if err != nil {
		t.Fatal(err)
	}
	s := policy.Spec
	if len(s.Ingress)+len(s.Egress) > 0 || len(s.PolicyTypes) != 2 || s.PodSelector.MatchLabels["app.kubernetes.io/name"] != "dibmap" {
		t.Errorf("the policy lets pods reach a network: %+v", s)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// The manifest of Kubernetes is judged by Kubernetes' own published schema, as
// strictly as its server does: a field that it does not know is a mistake.

const (
	kubernetesManifest = "testdata/deploy/kubernetes.yaml"
	kubernetesSchema   = "testdata/kubernetes-1.37.2.json"
)

// kubernetesKinds are the schemas of what the manifest may hold.
var kubernetesKinds = map[string]string{
	"batch/v1 Job":             "io.k8s.api.batch.v1.Job",
	"v1 PersistentVolumeClaim": "io.k8s.api.core.v1.PersistentVolumeClaim",
}

// kubernetesSchemas compiles the published schemas. They allow unknown fields,
// which the server refuses where it is asked to be strict, as kubectl asks it.
func kubernetesSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(kubernetesSchema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range doc.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any) {
		s := s.(map[string]any)
		if _, open := s["additionalProperties"]; !open && s["properties"] != nil {
			s["additionalProperties"] = false
		}
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	out := map[string]*jsonschema.Schema{}
	for kind, name := range kubernetesKinds {
		if out[kind], err = c.Compile("mem:///openapi.json#/components/schemas/" + name); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// checkManifest returns what is wrong with a manifest, and how many objects it
// has.
func checkManifest(schemas map[string]*jsonschema.Schema, text string) (objects int, err error) {
	for d := yaml.NewDecoder(strings.NewReader(text)); ; objects++ {
		var object map[string]any
		if err := d.Decode(&object); errors.Is(err, io.EOF) {
			return objects, nil
		} else if err != nil {
			return objects, err
		}
		plain, err := json.Marshal(object)
		if err != nil {
			return objects, err
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(plain))
		if err != nil {
			return objects, err
		}
		version, _ := object["apiVersion"].(string)
		kind, _ := object["kind"].(string)
		schema := schemas[version+" "+kind]
		if schema == nil {
			return objects, errors.New("there is no " + version + " " + kind)
		}
		if err := schema.Validate(instance); err != nil {
			return objects, err
		}
	}
}

func TestKubernetesManifest(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash(kubernetesManifest))
	if err != nil {
		t.Fatal(err)
	}
	schemas := kubernetesSchemas(t)
	if n, err := checkManifest(schemas, string(text)); err != nil || n != 3 {
		t.Fatalf("%d objects, want 3: %v", n, err)
	}
	for _, wrong := range [][2]string{
		{"backoffLimitPerIndex:", "backofLimitPerIndex:"},
		{"onExitCodes:", "onExitcodes:"},
		{"values: [2]", `values: ["2"]`},
		{"operator: In, ", ""},
		{"completions: 8", "completions: eight"},
		{`value: "8"`, "value: 8"},
		{"accessModes: [ReadWriteMany]", "accessModes: ReadWriteMany"},
		{"readOnlyRootFilesystem: true", `readOnlyRootFilesystem: "true"`},
		{"claimName: wavetank-search", "name: wavetank-search"},
		{"kind: Job", "kind: Jobs"},
		{"apiVersion: batch/v1", "apiVersion: batch/v1beta1"},
	} {
		changed := strings.Replace(string(text), wrong[0], wrong[1], 1)
		if _, err := checkManifest(schemas, changed); err == nil || changed == string(text) {
			t.Errorf("%s in place of %s is accepted", wrong[1], wrong[0])
		}
	}
}

package main

import "sigs.k8s.io/kustomize/kyaml/yaml"

// What every object loses of its metadata.
var stripped = []string{
	"managedFields", "finalizers", "generation", "ownerReferences", "selfLink", "resourceVersion", "uid", "UID",
	"generateName",
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// What is built in for every object, which is all that a StripTransform without transforms means here: there are
// neither Services nor Jobs among the workloads.
func strip(item *yaml.RNode) error {
	metadata, err := item.Pipe(yaml.Lookup("metadata"))
	if err != nil {
		return err
	}
	for _, field := range stripped {
		if err := metadata.PipeE(yaml.Clear(field)); err != nil {
			return err
		}
	}
	if err := item.PipeE(yaml.ClearAnnotation(lastApplied)); err != nil {
		return err
	}
	return item.PipeE(yaml.Clear("status"))
}

// A PackageVariantSet as function config makes PackageVariants of the Repositories among the items, as a function over
// kyaml, in the way of the functions in kpt's catalog, with the CEL engine of Porch. It is a program of its own so that the
// other jobs of the benchmark do not pay for that engine's start.
package main

import (
	"fmt"
	"os"
	"sort"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

func main() {
	list := &kio.ByteReadWriter{Reader: os.Stdin, Writer: os.Stdout, KeepReaderAnnotations: true}
	if err := framework.Execute(framework.ResourceListProcessorFunc(process), list); err != nil {
		os.Exit(1)
	}
}

func process(list *framework.ResourceList) error {
	var set packageVariantSet
	if err := list.FunctionConfig.YNode().Decode(&set); err != nil {
		return err
	}
	evaluator, err := newEvaluator()
	if err != nil {
		return err
	}
	repositories, err := repositoriesOf(list.Items)
	if err != nil {
		return err
	}
	for _, target := range set.Spec.Targets {
		for _, repository := range selected(repositories, target.RepositorySelector.MatchLabels) {
			for _, packageName := range target.RepositorySelector.PackageNames {
				item, err := newRendering(evaluator, repository, packageName).item(set, target.Template)
				if err != nil {
					return fmt.Errorf("Repository %q, package %q: %w", repository.name, packageName, err)
				}
				list.Items = append(list.Items, item)
			}
		}
	}
	return nil
}

// What is known of a Repository.
type object struct {
	name   string
	labels map[string]string
	// The same and more, as expressions see it.
	seen map[string]any
}

// In the order of their names.
func repositoriesOf(items []*yaml.RNode) ([]object, error) {
	var found []object
	for _, item := range items {
		if item.GetKind() != "Repository" {
			continue
		}
		meta, err := item.GetValidatedMetadata()
		if err != nil {
			return nil, err
		}
		found = append(found, object{meta.Name, meta.Labels, map[string]any{
			"name":        meta.Name,
			"namespace":   meta.Namespace,
			"labels":      meta.Labels,
			"annotations": meta.Annotations,
		}})
	}
	sort.Slice(found, func(i, j int) bool { return found[i].name < found[j].name })
	return found, nil
}

func selected(objects []object, labels map[string]string) []object {
	var matching []object
	for _, object := range objects {
		if matches(object, labels) {
			matching = append(matching, object)
		}
	}
	return matching
}

func matches(object object, labels map[string]string) bool {
	for key, value := range labels {
		if own, isThere := object.labels[key]; !isThere || own != value {
			return false
		}
	}
	return true
}

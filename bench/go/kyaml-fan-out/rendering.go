package main

import (
	"fmt"
	"maps"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Makes the PackageVariant of one target. The first error stays.
type rendering struct {
	evaluator *evaluator
	bindings  map[string]any
	repo      string
	pkg       string
	err       error
}

func newRendering(evaluator *evaluator, repository object, packageName string) *rendering {
	return &rendering{evaluator: evaluator, repo: repository.name, pkg: packageName, bindings: map[string]any{
		"repoDefault":    repository.name,
		"packageDefault": packageName,
		"target":         repository.seen,
		"repository":     repository.seen,
	}}
}

func (r *rendering) item(set packageVariantSet, asked template) (*yaml.RNode, error) {
	variant := r.variant(set, asked)
	if r.err != nil {
		return nil, r.err
	}
	node := &yaml.Node{}
	if err := node.Encode(variant); err != nil {
		return nil, err
	}
	return yaml.NewRNode(node), nil
}

func (r *rendering) variant(set packageVariantSet, asked template) packageVariant {
	owner := set.Metadata
	// The names of the benchmark are short: none has to be cut.
	name := fmt.Sprintf("%s-%s-%s", owner.Name, r.repo, r.pkg)
	path := fmt.Sprintf("%s/%s.yaml", owner.Name, name)
	return packageVariant{
		APIVersion: "config.porch.kpt.dev/v1alpha1",
		Kind:       "PackageVariant",
		Metadata: metadata{Name: name, Namespace: owner.Namespace, Annotations: map[string]string{
			"krm-variants.dev/package-variant-set": fmt.Sprintf("%s/%s", owner.Namespace, owner.Name),
			"config.kubernetes.io/path":            path,
			"internal.config.kubernetes.io/path":   path,
			"config.kubernetes.io/index":           "0",
			"internal.config.kubernetes.io/index":  "0",
		}},
		Spec: packageVariantSpec{
			Upstream:       set.Spec.Upstream,
			Downstream:     downstream{Repo: r.repo, Package: r.pkg},
			Labels:         r.entries(asked.Labels, asked.LabelExprs),
			PackageContext: packageContext{r.entries(asked.PackageContext.Data, asked.PackageContext.DataExprs)},
			Pipeline:       r.pipeline(asked),
			Injectors:      r.injectors(asked),
		},
	}
}

func (r *rendering) pipeline(asked template) pipeline {
	var made pipeline
	for _, mutator := range asked.Pipeline.Mutators {
		configMap := r.entries(mutator.ConfigMap, mutator.ConfigMapExprs)
		made.Mutators = append(made.Mutators, function{mutator.Image, configMap})
	}
	return made
}

func (r *rendering) injectors(asked template) []injector {
	var made []injector
	for _, one := range asked.Injectors {
		made = append(made, injector{one.Kind, r.text(one.Name, one.NameExpr)})
	}
	return made
}

func (r *rendering) entries(plain map[string]string, exprs []mapExpr) map[string]string {
	all := maps.Clone(plain)
	if all == nil {
		all = map[string]string{}
	}
	for _, expr := range exprs {
		all[r.text(expr.Key, expr.KeyExpr)] = r.text(expr.Value, expr.ValueExpr)
	}
	return all
}

func (r *rendering) text(plain, expr string) string {
	if expr == "" || r.err != nil {
		return plain
	}
	value, err := r.evaluator.evaluate(expr, r.bindings)
	r.err = err
	return value
}

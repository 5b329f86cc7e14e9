package main

// As much of a PackageVariantSet as the benchmark has.
type packageVariantSet struct {
	Metadata metadata `yaml:"metadata"`
	Spec     struct {
		Upstream upstream `yaml:"upstream"`
		Targets  []struct {
			RepositorySelector struct {
				MatchLabels  map[string]string `yaml:"matchLabels"`
				PackageNames []string          `yaml:"packageNames"`
			} `yaml:"repositorySelector"`
			Template template `yaml:"template"`
		} `yaml:"targets"`
	} `yaml:"spec"`
}

type template struct {
	Labels         map[string]string `yaml:"labels"`
	LabelExprs     []mapExpr         `yaml:"labelExprs"`
	PackageContext struct {
		Data      map[string]string `yaml:"data"`
		DataExprs []mapExpr         `yaml:"dataExprs"`
	} `yaml:"packageContext"`
	Pipeline struct {
		Mutators []struct {
			Image          string            `yaml:"image"`
			ConfigMap      map[string]string `yaml:"configMap"`
			ConfigMapExprs []mapExpr         `yaml:"configMapExprs"`
		} `yaml:"mutators"`
	} `yaml:"pipeline"`
	Injectors []struct {
		Kind     string `yaml:"kind"`
		Name     string `yaml:"name"`
		NameExpr string `yaml:"nameExpr"`
	} `yaml:"injectors"`
}

type mapExpr struct {
	Key       string `yaml:"key"`
	KeyExpr   string `yaml:"keyExpr"`
	Value     string `yaml:"value"`
	ValueExpr string `yaml:"valueExpr"`
}

// A PackageVariant; what the benchmark does not set is left out.
type packageVariant struct {
	APIVersion string             `yaml:"apiVersion"`
	Kind       string             `yaml:"kind"`
	Metadata   metadata           `yaml:"metadata"`
	Spec       packageVariantSpec `yaml:"spec"`
}

type metadata struct {
	Name        string            `yaml:"name"`
	Namespace   string            `yaml:"namespace,omitempty"`
	Annotations map[string]string `yaml:"annotations,omitempty"`
}

type packageVariantSpec struct {
	Upstream       upstream          `yaml:"upstream"`
	Downstream     downstream        `yaml:"downstream"`
	Labels         map[string]string `yaml:"labels,omitempty"`
	PackageContext packageContext    `yaml:"packageContext,omitempty"`
	Pipeline       pipeline          `yaml:"pipeline,omitempty"`
	Injectors      []injector        `yaml:"injectors,omitempty"`
}

type upstream struct {
	Repo     string `yaml:"repo"`
	Package  string `yaml:"package"`
	Revision int    `yaml:"revision"`
}

type downstream struct {
	Repo    string `yaml:"repo"`
	Package string `yaml:"package"`
}

type packageContext struct {
	Data map[string]string `yaml:"data,omitempty"`
}

type pipeline struct {
	Mutators []function `yaml:"mutators,omitempty"`
}

type function struct {
	Image     string            `yaml:"image"`
	ConfigMap map[string]string `yaml:"configMap,omitempty"`
}

type injector struct {
	Kind string `yaml:"kind,omitempty"`
	Name string `yaml:"name"`
}

import fc from 'fast-check';
import { configMap, kptfile, type Files } from '../../cli/run-support.ts';

/** A generated version of the upstream package. Undefined: it lacks this part. */
export interface PackageVersion {
  readonly replicas: number;
  readonly image: string;
  readonly variable: string | undefined;
  readonly setting: string;
  readonly level: string;
  /** Name of the custom resource: another one is a rename. */
  readonly site: string | undefined;
  /** File of the ConfigMap: another one is a rename. */
  readonly settingsFile: string;
  readonly notes: string | undefined;
  readonly inner: string | undefined;
  /** Registry that the policy sets. */
  readonly registry: string;
  /** Version by which an overwrite replaces that of a component. */
  readonly component: string | undefined;
  /** Reports whether the package has a pipeline of its own. */
  readonly isPiped: boolean;
  readonly isExecutable: boolean;
}

const value = fc.constantFrom('a', 'b', 'c');
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });

export const packageVersion: fc.Arbitrary<PackageVersion> = fc.record({
  replicas: fc.integer({ min: 1, max: 3 }),
  image: value,
  variable: maybe(value),
  setting: value,
  level: value,
  site: maybe(fc.constantFrom('north', 'south')),
  settingsFile: fc.constantFrom('settings.yaml', 'config.yaml'),
  notes: maybe(value),
  inner: maybe(value),
  registry: fc.constantFrom('one', 'two'),
  component: maybe(value),
  isPiped: fc.boolean(),
  isExecutable: fc.boolean(),
});

const ANNOTATIONS = '  annotations:\n    owner: shop\n';

/** Returns the files of a version. */
export function filesOf(version: PackageVersion): Files {
  const { notes, inner, registry, component, isPiped } = version;
  return {
    Kptfile: `${kptfile('shop')}${isPiped ? PIPELINE : ''}`,
    'web.yaml': `${deployment('web', version)}---\n${deployment('worker', version)}`,
    [version.settingsFile]: settings(version),
    'run.sh': '#!/bin/sh\necho run\n',
    ...(version.site !== undefined && { 'site.yaml': site(version.site, version) }),
    ...(notes !== undefined && { 'notes.md': `# Notes\n\n${notes}\n\nend\n` }),
    'policy.yaml': policy(registry),
    ...(component !== undefined && { 'component.yaml': INSTALLATION, 'overwrites.yaml': overwrites(component) }),
    ...(inner !== undefined && {
      'inner/Kptfile': kptfile('inner'),
      'inner/web.yaml': deployment('inner', { ...version, image: inner }),
    }),
  };
}

const PIPELINE = `pipeline:
  mutators:
    - exec: apply-override-policy
      configMap: {cluster: eu}
    - exec: overwrite-components
`;

const INSTALLATION = `apiVersion: landscaper.gardener.cloud/v1alpha1
kind: Installation
metadata:
  name: server
${ANNOTATIONS}spec:
  componentDescriptor:
    ref:
      componentName: example.com/server
      version: v1
      repositoryContext: {type: ociRegistry, baseUrl: registry.example.com}
`;

function overwrites(version: string): string {
  return `apiVersion: landscaper.gardener.cloud/v1alpha1
kind: Context
metadata:
  name: default
componentVersionOverwrites: overwrites
---
apiVersion: landscaper.gardener.cloud/v1alpha1
kind: ComponentVersionOverwrites
metadata:
  name: overwrites
overwrites:
  - source: {componentName: example.com/server}
    substitution: {version: ${version}}
`;
}

function deployment(name: string, { replicas, image, variable }: PackageVersion): string {
  const env = variable === undefined ? '' : `            - {name: VARIABLE, value: ${variable}}\n`;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
${ANNOTATIONS}spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
        - name: web
          image: web:${image} # pinned
          env:
            - {name: FIRST, value: first}
${env}            - {name: LAST, value: last}
`;
}

function settings({ setting, level }: PackageVersion): string {
  const data = `  setting: ${setting}\n  app.yaml: |\n    # Levels.\n    level: ${level}\n    stage: none\n    end: end\n  last: last\n`;
  return configMap('settings', `${ANNOTATIONS}data:\n${data}`);
}

function site(name: string, { setting, level }: PackageVersion): string {
  return `apiVersion: example.com/v1
kind: Site
metadata:
  name: ${name}
  annotations:
    owner: shop
    kpt.dev/config-injection: optional
spec:
  setting: ${setting}
  levels: [${level}, end]
  host: none
`;
}

/** Sets the registry of images and, for a cluster with the name of a stage, the stage in embedded YAML. */
function policy(registry: string): string {
  return `${policyFor('registry', '{apiVersion: apps/v1, kind: Deployment}')}    - overriders:
        imageOverrider:
          - component: Registry
            operator: replace
            value: ${registry}
---
${policyFor('stage', '{apiVersion: v1, kind: ConfigMap, name: settings}')}${['a', 'b'].map(stageRule).join('')}`;
}

function policyFor(name: string, selector: string): string {
  return `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: ${name}
spec:
  resourceSelectors: [${selector}]
  overrideRules:
`;
}

function stageRule(stage: string): string {
  return `    - targetCluster: {clusterNames: [${stage}]}
      overriders:
        fieldOverrider:
          - fieldPath: /data/app.yaml
            yaml:
              - {subPath: /stage, operator: replace, value: ${stage}}
`;
}

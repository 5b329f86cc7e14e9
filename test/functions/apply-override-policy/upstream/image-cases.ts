import type { WrittenPolicy } from '../../../../src/karmada/index.ts';
import { overridePolicy, workload, type UpstreamCase } from './upstream-case.ts';

type ImageOverrider = NonNullable<
  NonNullable<NonNullable<WrittenPolicy['overrideRules']>[number]['overriders']>['imageOverrider']
>[number];

const IMAGE = 'fictional.registry.example/imagename:v1.0.0';
const OTHER = 'registry.k8s.io/hpa-example:0.8';
const NGINX: ImageOverrider = { component: 'Repository', operator: 'replace', value: 'nginx' };

/** Returns a case: the images of a workload before, and those after that differ. */
const edits = (
  title: string,
  kind: string,
  images: readonly string[],
  overrider: ImageOverrider,
  want: readonly (readonly [from: string, to: string])[],
): UpstreamCase => {
  const indent = ' '.repeat(kind === 'Pod' ? 6 : 10);
  return {
    title,
    policies: [overridePolicy('images', { overrideRules: [{ overriders: { imageOverrider: [overrider] } }] })],
    item: workload(kind, images),
    cluster: 'member1',
    want: want.flatMap(([from, to]) => [`-${indent}image: ${from}`, `+${indent}image: ${to}`]),
  };
};

const at = (index: number): Pick<ImageOverrider, 'predicate'> => ({
  predicate: { path: `/spec/template/spec/containers/${index}/image` },
});
const REGISTRY: ImageOverrider = { component: 'Registry', operator: 'add', value: 'registry.k8s.io' };
const PERL: readonly [string, string] = ['perl:5.34.0', 'registry.k8s.io/perl:5.34.0'];
const FIRST: readonly [string, string] = [IMAGE, 'fictional.registry.example/nginx:v1.0.0'];
const SECOND: readonly [string, string] = [OTHER, 'registry.k8s.io/nginx:0.8'];

/** Cases of `imageoverride_test` on kinds, several containers and predicates. */
export const imageCases: readonly UpstreamCase[] = [
  edits('adds a registry in a Job', 'Job', ['perl:5.34.0'], REGISTRY, [PERL]),
  edits('adds a registry at a path of a Job', 'Job', ['perl:5.34.0'], { ...at(0), ...REGISTRY }, [PERL]),
  ...['Deployment', 'Pod', 'StatefulSet', 'ReplicaSet', 'DaemonSet'].map((kind) =>
    edits(`replaces the repository in a ${kind}`, kind, [IMAGE], NGINX, [FIRST]),
  ),
  edits('replaces the repository in all containers', 'Deployment', [IMAGE, OTHER], NGINX, [FIRST, SECOND]),
  edits('replaces the repository at a path', 'Deployment', [IMAGE], { ...at(0), ...NGINX }, [FIRST]),
  edits('replaces the repository at one path of two', 'Deployment', [IMAGE, OTHER], { ...at(1), ...NGINX }, [SECOND]),
];

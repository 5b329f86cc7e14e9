import { keptAt, resource } from '../../support/resource-list.ts';

/** Text of a set in a test. Unset fields get defaults. */
export interface SetText {
  /** `spec.targets`, in flow style. */
  readonly targets: string;
  readonly name?: string;
  /** Unset if ''. */
  readonly namespace?: string;
  /** `spec.upstream`, in flow style. */
  readonly upstream?: string;
  /** More lines of metadata. */
  readonly metadata?: string;
}

/**
 * Returns a PackageVariantSet `example` in the namespace `default`, which varies revision 1 of `foo` in `example-repo`.
 */
export function variantSet({
  targets,
  name = 'example',
  namespace = 'default',
  upstream = '{repo: example-repo, package: foo, revision: 1}',
  metadata = '',
}: SetText): string {
  return resource(
    'config.porch.kpt.dev/v1alpha2',
    'PackageVariantSet',
    name,
    `spec:\n  upstream: ${upstream}\n  targets: ${targets}\n`,
    `${inNamespace(namespace)}${metadata}`,
  );
}

/** Returns the same in a file. */
export function keptSet(set: SetText, path = 'sets/example.yaml', packagePath?: string): string {
  return variantSet({ ...set, metadata: `${keptAt(path, packagePath)}${set.metadata ?? ''}` });
}

/** Returns an object with labels in flow style. */
export function object(kind: readonly [apiVersion: string, kind: string], name: string, about: About = {}): string {
  const { labels = '{}', annotations = '{}', namespace = 'default', rest = '' } = about;
  const metadata = `${inNamespace(namespace)}  labels: ${labels}\n  annotations: ${annotations}\n`;
  return resource(...kind, name, rest, metadata);
}

interface About {
  readonly labels?: string;
  readonly annotations?: string;
  readonly namespace?: string;
  readonly rest?: string;
}

export function repository(name: string, labels = '{}', namespace = 'default'): string {
  return object(['config.porch.kpt.dev/v1alpha1', 'Repository'], name, { labels, namespace });
}

/** Returns a PackageRevision of `foo` in `example-repo`; `revision` and `workspace` as they are written. */
export function packageRevision(revision: string, workspace: string, about: About = {}): string {
  const name = `example-repo.foo.${workspace}`;
  const rest = `spec: {repository: example-repo, packageName: foo, revision: ${revision}, workspaceName: ${workspace}}\n`;
  return object(['porch.kpt.dev/v1alpha1', 'PackageRevision'], name, { rest, ...about });
}

export function team(name: string, labels = '{}', namespace = 'default'): string {
  return object(['krm-platform.bigco.com/v1', 'Team'], name, { labels, namespace });
}

/** The four Repositories of the design. */
export const DESIGN_REPOSITORIES: readonly string[] = [
  repository('cluster-01', '{region: useast1, env: prod, org: hr}'),
  repository('cluster-02', '{region: uswest1, env: prod, org: finance}'),
  repository('cluster-03', '{region: useast2, env: prod, org: hr}'),
  repository('cluster-04', '{region: uswest1, env: prod, org: hr}'),
];

function inNamespace(namespace: string): string {
  return namespace === '' ? '' : `  namespace: ${namespace}\n`;
}

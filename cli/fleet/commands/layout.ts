import { joinPaths } from '../../../src/fleet/index.ts';
import { UPSTREAM } from './init-arguments.ts';
import type { PackageSource } from './package-source.ts';

/** Parts of a fleet that its first files describe. */
export interface Layout {
  readonly clusters: readonly string[];
  /** Package that the clusters get; undefined for an example, which is then among the files. */
  readonly source: PackageSource | undefined;
  /** Folder of the files, relative to the top of the git repository; '' for the top. */
  readonly folder: string;
}

/** Returns the first files of a fleet, by path relative to its folder. */
export function layoutFiles({ clusters, source, folder }: Layout): ReadonlyMap<string, string> {
  const own = source ?? { repo: '.', directory: joinPaths(folder, 'packages'), name: 'shop', revision: 'v1' };
  return new Map([
    ...(source === undefined ? examplePackage(clusters) : []),
    ['variants/repositories.yaml', repositoriesFile(own, clusters, folder)],
    [`variants/${own.name}.yaml`, setFile(own, source === undefined)],
  ]);
}

function repositoriesFile({ repo, directory }: PackageSource, clusters: readonly string[], folder: string): string {
  const isOwn = repo === '.';
  const upstream = `# The place of the package: ${isOwn ? 'a folder of this git repository' : 'a folder of another git repository'}.
apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${UPSTREAM}
spec:
  git:
    repo: ${scalar(repo)}
    directory: ${scalar(directory)}
`;
  const places = clusters.map((name, index) => clusterRepository(name, index, joinPaths(folder, 'clusters', name)));
  return [upstream, ...places].join('---\n');
}

function clusterRepository(name: string, index: number, folder: string): string {
  const about =
    index === 0
      ? '# A cluster: the folder with its packages. "." is this git repository. Add a cluster by adding a Repository like this\n# one. A wave is a group of clusters that get upgrades together: `krm-variants fleet hold --selector wave=main`.\n'
      : '';
  return `${about}apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${name}
  labels:
    kind: cluster
    wave: ${index === 0 ? 'canary' : 'main'}
spec:
  git:
    repo: .
    directory: ${scalar(folder)}
`;
}

function setFile({ name, revision, repo }: PackageSource, isExample: boolean): string {
  const fetch = repo === '.' ? '' : ' --fetch';
  return `# Asks for a copy of the package in each cluster. \`krm-variants fleet apply\` writes the copies, and keeps what people edit in them.
apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata:
  name: ${scalar(name)}
spec:
  upstream:
    repo: ${UPSTREAM}
    package: ${scalar(name)}
    # A tag. To upgrade all copies, name another one, and run \`krm-variants fleet apply${fetch}\`.
    revision: ${scalar(revision)}
  targets:
    # All Repositories with this label.
    - repositorySelector:
        matchLabels:
          kind: cluster
      template:
        # Labels for \`--selector\`.
        labelExprs:
          - key: wave
            valueExpr: repository.labels['wave']
${isExample ? EXAMPLE_PIPELINE : ''}`;
}

const EXAMPLE_PIPELINE = `        # A function that runs on each copy. It applies packages/shop/policy.yaml, with the name of the cluster.
        pipeline:
          mutators:
            - name: differences
              exec: apply-override-policy
              configMapExprs:
                - key: cluster
                  valueExpr: repository.name
`;

/** Returns an example of a package, with a policy that differs by cluster. */
function examplePackage(clusters: readonly string[]): readonly (readonly [path: string, text: string])[] {
  return [
    ['packages/shop/Kptfile', EXAMPLE_KPTFILE],
    ['packages/shop/web.yaml', EXAMPLE_DEPLOYMENT],
    ['packages/shop/policy.yaml', examplePolicy(clusters[0] ?? '')],
  ];
}

const EXAMPLE_KPTFILE = `# A folder with a Kptfile is a package. Its files are copied to each cluster.
apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: shop
`;

const EXAMPLE_DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2 # for high availability
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: docker.io/library/nginx:1.27
          ports:
            - containerPort: 80
`;

function examplePolicy(cluster: string): string {
  return `# How the copies differ: a cluster pulls images from another registry.
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: differences
  annotations:
    config.kubernetes.io/local-config: "true" # not deployed
spec:
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
  overrideRules:
    - targetCluster:
        clusterNames:
          - ${cluster}
      overriders:
        imageOverrider:
          - component: Registry
            operator: replace
            value: registry.${cluster}.example.com
`;
}

/** Returns a text as a YAML scalar, quoted where that is needed. */
function scalar(text: string): string {
  return /^(?:\.|[a-zA-Z][\w./-]*)$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

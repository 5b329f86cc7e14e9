import { existsSync } from 'node:fs';
import { realpathSync } from '../../process/host-folders.ts';
import { join } from '../../process/host-paths.ts';
import type { FolderContent } from '../../../src/files/index.ts';
import { isWithin, joinPaths, packagePath } from '../../../src/fleet/index.ts';
import { INIT_EXISTS, sourceAmongInputs } from '../../../src/fleet/messages/inputs.ts';
import { unknownSourcePackage, unknownSourceRevision } from '../../../src/fleet/messages/versions.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import { failure, fileError, KrmError } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import { git } from '../../git/git.ts';
import { LocalStore } from '../../git/local-store.ts';
import { findRef, revisionNames } from '../../git/refs.ts';
import { Repository } from '../../git/repository.ts';
import { type PackageAddress, parseAddress } from '../../upstream/package-address.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { fleetPlace } from '../store/fleet-place.ts';
import { revisionName } from '../store/revision-name.ts';
import { WorkTree } from '../store/work-tree.ts';
import { type EditArguments, editFiles, type FileEdits } from './files-job.ts';
import { type InitArguments, parseInitArguments, type SortedInit, UPSTREAM } from './init-arguments.ts';
import { unreadPolicies } from './init-policies.ts';

export { INIT_OPTIONS } from './init-arguments.ts';

/**
 * Implements `krm-variants fleet init`: writes the first files of a fleet. Prints messages to stderr. Returns the exit
 * code. Throws a `UsageError` if the arguments are invalid.
 */
export async function initCommand(sorted: SortedInit, program: Program): Promise<number> {
  const asked = parseInitArguments(sorted);
  return await showCall(asked, () => initFleet(program, asked));
}

type Program = Pick<FunctionProgram, 'functions'>;

/** Writes the first files of a fleet to a folder of a git repository: all, or none if one of them exists. */
export async function initFleet(program: Program, args: InitArguments & EditArguments): Promise<FolderOutcome> {
  const tree = WorkTree.around(args.folder);
  return await editFiles(tree, args, () => newFiles(program, fleetPlace(args.folder, tree), args));
}

function newFiles({ functions }: Program, place: FleetPlace, { clusters, from }: InitArguments): FileEdits {
  const { root, folder } = place;
  const source = from === undefined ? undefined : readPackageSource(from, place);
  const files = layoutFiles({ clusters, source, folder });
  const changes = Array.from(files, ([path, after]) => ({
    root,
    path: joinPaths(folder, path),
    before: undefined,
    after,
  }));
  const existing = changes.filter(({ path }) => existsSync(join(root, path)));
  if (existing.length > 0)
    throw new KrmError(existing.flatMap(({ path }) => fileError(path, 'file-exists', INIT_EXISTS).results));
  const fetch = source === undefined || source.repo === '.' ? '' : ' --fetch';
  const apply = `run \`krm-variants fleet apply${fetch}\``;
  const next = source === undefined ? `commit, tag the commit v1, then ${apply}` : `${apply}, then commit`;
  const conclusion = `${counted(changes.length, 'file')} written for ${counted(clusters.length, 'cluster')}: ${next}`;
  const results =
    source?.files === undefined ? [] : unreadPolicies(functions, source.files, joinPaths(folder, setPath(source)));
  return { changes, results, conclusion };
}

/** Parts of a fleet that its first files describe. */
interface Layout {
  readonly clusters: readonly string[];
  /** Package that the clusters get; undefined for an example, which is then among the files. */
  readonly source: PackageSource | undefined;
  /** Folder of the files, relative to the top of the git repository; '' for the top. */
  readonly folder: string;
}

/** Returns the first files of a fleet, by path relative to its folder. */
function layoutFiles({ clusters, source, folder }: Layout): ReadonlyMap<string, string> {
  const own = source ?? { repo: '.', directory: joinPaths(folder, 'packages'), name: 'shop', revision: 'v1' };
  return new Map([
    ...(source === undefined ? examplePackage(clusters) : []),
    ['variants/repositories.yaml', repositoriesFile(own, clusters, folder)],
    [setPath(own), setFile(own, source === undefined)],
  ]);
}

/** Path of the PackageVariantSet of a package, relative to the folder of the fleet. */
function setPath({ name }: PackageSource): string {
  return `variants/${name}.yaml`;
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

/** Package that a fleet copies. */
interface PackageSource {
  /** `spec.git.repo` of its Repository: a URL, or "." for this git repository. */
  readonly repo: string;
  /** Folder of the packages there; '' for all of it. */
  readonly directory: string;
  /** Package, relative to this folder. */
  readonly name: string;
  /** Tag or branch. */
  readonly revision: string;
  /** Files by path, relative to the package; undefined if they are not on this machine. */
  readonly files?: FolderContent['files'] | undefined;
}

/**
 * Returns the package that `REPO/DIR@REF` names, for a fleet in the folder `folder` of the git repository `root`.
 * Throws a `UsageError` if it names no folder or no version, and a `KrmError` if a git repository on this machine does
 * not have it.
 */
function readPackageSource(text: string, { root, folder }: FleetPlace): PackageSource {
  const address = parseAddress(text);
  const { url, directory, ref } = address;
  const path = packagePath(directory) ?? '';
  if (path === '') throw new UsageError(`\`--from\` must name a folder of ${url.shown}: REPO/DIR@REF`);
  if (ref === undefined) throw new UsageError(`\`--from\` must name a tag or a branch: ${url.shown}/${path}@REF`);
  const files = sourceFiles(address, path);
  const start = path.lastIndexOf('/') + 1;
  const isOwn = url.folder !== undefined && realpathSync(url.folder) === root;
  const source = {
    repo: isOwn ? '.' : url.shown,
    directory: path.slice(0, Math.max(0, start - 1)),
    name: path.slice(start),
    revision: ref,
    files,
  };
  refuseAround(source, folder);
  return source;
}

/**
 * Throws a `KrmError` if the Repository of a package would hold the files of the fleet, too. `folder`: of the fleet.
 */
function refuseAround({ repo, directory, name }: PackageSource, folder: string): void {
  if (repo !== '.' || (directory !== '' && !isWithin(folder, new Set([directory])))) return;
  throw failure('invalid-argument', sourceAmongInputs(name, directory));
}

/**
 * Returns the files of a package. Throws a `KrmError` unless a git repository on this machine has its folder at its
 * version. One on a host is not read, since nothing is fetched before `fleet apply --fetch`. `path`: of the package.
 */
function sourceFiles({ url, ref = '' }: PackageAddress, path: string): FolderContent['files'] | undefined {
  if (url.folder === undefined) return undefined;
  const repository = new Repository(url, { isOffline: true });
  const { refs } = repository;
  const { name } = revisionName(repository, path, ref);
  if (findRef(refs, path, name) === undefined && !/^[\da-f]{4,63}$/.test(name))
    throw failure('revision-not-found', unknownSourceRevision(ref, url.shown, revisionNames(refs, path)));
  const { commit } = repository.resolve(path, name);
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
  const files = git(args, LocalStore.at(url.folder).place).toString().split('\0');
  if (files.some((file) => file.startsWith(`${path}/`))) return repository.read(commit, path)?.files;
  const packages = files.flatMap((file) => /^(.+)\/Kptfile$/s.exec(file)?.[1] ?? []);
  throw failure('package-not-found', unknownSourcePackage(path, { place: url.shown, ref }, packages));
}

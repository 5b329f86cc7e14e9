import { existsSync, readdirSync, statSync } from 'node:fs';
import { workingFolder } from '../process/host-folders.ts';
import { basename, dirname, join, resolve } from '../process/host-paths.ts';
import type { FileContent } from '../../src/files/index.ts';
import { failure, fileWarning, KrmError, type Result } from '../../src/krm/index.ts';
import { CORRECT_FIELDS } from '../../src/messages/reading.ts';
import {
  CREDENTIALS_LEFT_OUT,
  currentNotEmpty,
  destinationExists,
  destinationNoFolder,
  ignoredHere,
  madeInside,
  parentNeeded,
} from '../../src/messages/upstreams.ts';
import { checkKptfileFields } from '../../src/package/index.ts';
import { foreignContexts, withContext, withMergeComments } from '../../src/upstream/index.ts';
import { counted } from '../../src/wording.ts';
import { ignoredPaths } from '../git/ignored-paths.ts';
import { OwnSettings } from '../git/own-settings.ts';
import type { ResolvedRef } from '../git/refs.ts';
import { localRemotes, workTreeOf } from '../git/work-tree.ts';
import { writeNewFolder } from '../lock/new-folder.ts';
import { namedPath, shownIn } from '../package/named-path.ts';
import { Derivation } from '../upstream/derive-package.ts';
import { type PackageAddress, parseAddress, settledAddress } from '../upstream/package-address.ts';
import { packagePathOf } from '../upstream/package-path.ts';
import { Repositories } from '../upstream/repositories.ts';
import { type Findings, type Job, type JobFacts, NO_OUTPUTS } from '../work/job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall } from '../work/show-call.ts';
import { runJob } from '../work/start-job.ts';
import { type GetArguments, parseGetArguments, type SortedGet } from './get-arguments.ts';

export { GET_OPTIONS } from './get-arguments.ts';

/**
 * Implements `krm-variants get`: copies a package from git to a new folder, completely or not at all. Prints messages
 * to stderr. Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function getCommand(sorted: SortedGet): Promise<number> {
  const asked = parseGetArguments(sorted);
  return await showCall(asked, () => getPackage(asked));
}

/** Copies a package from git, and returns the messages and the exit code. */
export async function getPackage(args: GetArguments): Promise<FolderOutcome> {
  return await runJob(new GetJob(args), { ...args, ...NO_OUTPUTS, writes: true });
}

/** Copy of a package from git to a new folder. */
class GetJob implements Job {
  readonly name = 'get';
  readonly locked = [];
  readonly #args: GetArguments;
  #address: PackageAddress;
  #destination: string;
  #derived: Derivation | undefined;
  #version: ResolvedRef | undefined;
  #files: ReadonlyMap<string, FileContent> = new Map();

  /** Throws a `UsageError` or a `KrmError` if the package or the folder for it is named wrongly. */
  constructor(args: GetArguments) {
    this.#args = args;
    this.#address = parseAddress(args.address);
    this.#destination = destinationFor(args, this.#address);
  }

  compute({ results }: Findings): void {
    const { isOffline } = this.#args;
    const parent = dirname(resolve(this.#destination));
    const repositories = new Repositories({ isOffline, own: new OwnSettings(parent) });
    this.#settleAddress(repositories);
    const place = this.#destination;
    const add = (about: readonly Result[]): void => void results.push(...about.map(shownIn(place)));
    this.#derive(repositories, add);
    results.push(...ignoredWarnings(place, [...this.#files.keys()]));
    const { url } = this.#address;
    if (url.shown !== url.text && url.folder === undefined) results.push(CREDENTIALS);
  }

  /**
   * Reads the package, and packages in it. `add`: receives results about the copy. Throws a `KrmError` about files of
   * the upstream package, of which there is no copy.
   */
  #derive(repositories: Repositories, add: (results: readonly Result[]) => void): void {
    const { hosts, strategy, isForDeployment, hasKptComments, allowsUnknownFields } = this.#args;
    const { url, directory, ref } = this.#address;
    const git = { repo: url.shown, directory: `/${directory}`, ref: ref ?? repositories.open(url).defaultBranch() };
    const permission = { root: url, hosts, remotes: () => localRemotes(dirname(resolve(this.#destination))) };
    const name = basename(resolve(this.#destination));
    const derived = new Derivation({ repositories, permission, local: new Map(), moved: undefined });
    this.#version = derived.addRoot({ name, before: undefined, after: { git, strategy } });
    this.#derived = derived;
    if (derived.refused.length > 0) throw new KrmError(derived.refused);
    add([...derived.results, ...this.#nesting()]);
    const { files: fetched } = derived.theirs;
    add(checkKptfileFields(fetched, allowsUnknownFields, CORRECT_FIELDS));
    const files = hasKptComments ? withMergeComments(fetched, fetched) : fetched;
    const context = { name, packagePath: packagePathOf(resolve(this.#destination)) };
    this.#files = isForDeployment ? withContext(files, context) : files;
    if (!isForDeployment) add(foreignContexts(files, name));
  }

  /** Settles an address with several "@", of which some belong to names. */
  #settleAddress(repositories: Repositories): void {
    const settled = settledAddress(this.#address, repositories.open(this.#address.url));
    if (settled.directory !== this.#address.directory) this.#destination = destinationFor(this.#args, settled);
    this.#address = settled;
  }

  /**
   * Returns a warning if the destination is a package, which its user may want to replace. In the current folder,
   * nesting is meant.
   */
  #nesting(): readonly Result[] {
    const [asked, made] = [this.#args.destination, this.#destination];
    if (made === asked || resolve(asked) === workingFolder() || !existsSync(join(asked, 'Kptfile'))) return [];
    return [fileWarning(namedPath(asked), 'package-nested', madeInside(made))];
  }

  /** The folder is new: none of its files is worth a line. */
  changes(): readonly [] {
    return [];
  }

  write({ notices }: Findings): void {
    const executables = this.#derived?.theirs.executables;
    const files = Array.from(this.#files, ([path, after]) => {
      return { path, before: undefined, after, isExecutable: executables?.has(path) === true };
    });
    notices.push(...writeNewFolder(this.#destination, files, this.#args));
  }

  facts(isDone: boolean): JobFacts {
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [basename(resolve(this.#destination))],
      conclusion: isDone ? this.#conclusion() : undefined,
    };
  }

  #conclusion(): string | undefined {
    if (this.#derived === undefined || this.#version === undefined) return undefined;
    const { ref, commit } = this.#version;
    const { count } = this.#derived;
    const packages = count === 1 ? '' : ` of ${counted(count, 'package')}`;
    return `${this.#destination}: ${counted(this.#files.size, 'file')}${packages} at ${ref} (${commit.slice(0, 12)})`;
  }
}

/** Returns a warning about the files of a new folder that git ignores there, by the rules of the folders around it. */
function ignoredWarnings(destination: string, paths: readonly string[]): readonly Result[] {
  const [around, name] = [dirname(resolve(destination)), basename(resolve(destination))];
  if (workTreeOf(around) === undefined) return [];
  const ignored = ignoredPaths(
    around,
    paths.map((path) => `${name}/${path}`),
  );
  if (ignored.size === 0) return [];
  const message = ignoredHere(Array.from(ignored, (path) => path.slice(name.length + 1)));
  return [fileWarning(destination, 'file-ignored', message)];
}

const CREDENTIALS: Result = {
  severity: 'warning',
  code: 'credentials-left-out',
  message: CREDENTIALS_LEFT_OUT,
};

/**
 * Returns the folder to create, as kpt chooses it, or the current folder if it is named. Throws a `KrmError` if it
 * exists, if the current folder is not empty, or if the folder that is to hold it does not exist.
 */
function destinationFor(
  { destination: text, fills }: Pick<GetArguments, 'destination' | 'fills'>,
  { url, directory }: PackageAddress,
): string {
  if (!existsSync(text)) {
    if (existsSync(dirname(text))) return text;
    throw failure('file-not-found', parentNeeded(dirname(text)));
  }
  if (!statSync(text).isDirectory()) throw failure('wrong-file-type', destinationNoFolder(text));
  const last = [...(url.folder ?? url.text).split(/[/:]/), ...directory.split('/')]
    .filter((part) => part !== '')
    .at(-1);
  const folder = join(text, last ?? '');
  if (fills && readdirSync(text).length > 0) throw failure('file-exists', currentNotEmpty(folder));
  if (fills) return text;
  if (existsSync(folder)) throw failure('file-exists', destinationExists(folder));
  return folder;
}

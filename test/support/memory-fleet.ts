import { createHash } from 'node:crypto';
import { isSameContent, joinPath, type FileContent } from '../../src/files/index.ts';
import { Acceptances, joinPaths, readLock, readVariant, type OwnPlace, type Variant } from '../../src/fleet/index.ts';
import { Resource } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { InjectedObjects } from '../../src/fleet/inputs/injected-objects.ts';
import { EqualLocks } from '../../src/fleet/plan/equal-locks.ts';
import type { FleetRun } from '../../src/fleet/plan/fleet-run.ts';
import { FleetSession } from '../../src/fleet/plan/fleet-session.ts';
import { planVariant } from '../../src/fleet/plan/plan-variant.ts';
import type { VariantPlan } from '../../src/fleet/plan/variant-plan.ts';
import type {
  Blobs,
  LocalPackage,
  LockHistory,
  LockInTree,
  StoredFile,
  Tree,
  UpstreamPackage,
  Upstreams,
} from '../../src/fleet/ports.ts';
import { NO_COMMIT } from '../../cli/fleet/request.ts';
import type { Files } from '../cli/run-support.ts';
import { allFunctions } from './all-functions.ts';
import type { FileList } from '../../src/package/list.ts';
import { UNDECIDED } from '../../src/merge/index.ts';
import { pipelineHost } from '../../cli/render/pipeline-host.ts';

const LOCKS = '.krm-variants/lock/';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** Texts by the ids that git would give them. */
class MemoryBlobs implements Blobs {
  readonly #known = new Map<string, FileContent>();

  idOf(content: FileContent): string {
    return createHash('sha1')
      .update(`blob ${Buffer.byteLength(content)}\0`)
      .update(content)
      .digest('hex');
  }

  read(ids: Iterable<string>): ReadonlyMap<string, FileContent> {
    return new Map([...ids].flatMap((id) => (this.#known.has(id) ? [[id, this.#known.get(id) ?? ''] as const] : [])));
  }

  write(contents: ReadonlyMap<string, FileContent>): void {
    for (const [id, content] of contents) this.#known.set(id, content);
  }
}

/** A git repository in memory, all of whose files are committed. */
class MemoryTree implements Tree {
  readonly root = '/memory';
  readonly head = COMMIT;
  readonly isShallow = false;
  readonly objects = new MemoryBlobs();
  readonly history = { of: () => [], mergesUpTo: () => [] };
  readonly added: ReadonlySet<string> = new Set();
  readonly removed: ReadonlyMap<string, string> = new Map();
  readonly openMerge: readonly string[] = [];
  /** Files by folder and name, so that a folder is found at once in a fleet of any size. */
  readonly #files = new Map<string, FileContent>();
  readonly #folders = new Map<string, Set<string>>();

  list(): FileList {
    return { paths: [], passedOver: [] };
  }

  fromHere(path: string): string {
    return path;
  }

  lineCommits(): ReturnType<Tree['lineCommits']> {
    return { of: (_, lines) => lines.map(() => ({ reason: 'not in git' })) };
  }

  kindAt(path: string): ReturnType<Tree['kindAt']> {
    if (this.#files.has(path)) return 'file';
    return this.has(path) ? 'folder' : undefined;
  }

  inputAt(path: string): Uint8Array {
    return Buffer.from(this.read(path));
  }

  replacementAt(): undefined {}

  sizeAt(path: string): number {
    return Buffer.byteLength(this.read(path));
  }

  /** Writes a file, or removes it. */
  set(path: string, content: FileContent | undefined): void {
    const names = this.#folders.get(folderOf(path)) ?? new Set();
    this.#folders.set(folderOf(path), names);
    if (content === undefined) {
      this.#files.delete(path);
      names.delete(path);
    } else {
      this.#files.set(path, content);
      names.add(path);
      this.objects.write(new Map([[this.objects.idOf(content), content]]));
    }
  }

  file(path: string): StoredFile | undefined {
    const content = this.#files.get(path);
    return content === undefined ? undefined : { path, mode: '100644', id: this.objects.idOf(content), state: 'clean' };
  }

  /** Packages of these fleets have no folders. */
  filesBelow(folder: string): ReadonlyMap<string, StoredFile> {
    const paths = [...(this.#folders.get(folder) ?? [])];
    return new Map(
      paths.flatMap((path) => {
        const file = this.file(path);
        return file === undefined ? [] : [[path.slice(folder.length + 1), file] as const];
      }),
    );
  }

  read(path: string): FileContent {
    return this.#files.get(path) ?? '';
  }

  isFile(path: string): boolean {
    return this.#files.has(path);
  }

  hasRemoved(): boolean {
    return false;
  }

  isCommitted(_: string, id: string): boolean {
    return this.objects.read([id]).size > 0;
  }

  waysToComplete(): readonly string[] {
    return [];
  }

  package(folder: string): LocalPackage {
    const entries = [...this.filesBelow(folder)];
    const files = new Map(entries.map(([path]) => [path, this.read(joinPath(folder, path))]));
    const stored = new Map(entries.map(([path, { id = '' }]) => [path, { mode: '100644', id } as const]));
    return {
      files,
      executables: new Set(),
      onDisk: files,
      stored,
      ignored: [],
      isUncommitted: false,
      passedOver: [],
    };
  }

  locks(): readonly LockInTree[] {
    const paths = [...this.#files.keys()].filter((path) => path.startsWith(LOCKS));
    return paths.map((path) => ({
      folder: path.slice(LOCKS.length, -'.lock'.length),
      read: () => String(this.#files.get(path)),
    }));
  }

  isWithoutLock(folder: string): boolean {
    return this.has(folder) && !this.has(`${LOCKS}${folder}.lock`);
  }

  linkTo(): undefined {
    return undefined;
  }

  lockHistory(): LockHistory {
    return { versions: [], end: { kind: 'created', candidates: [] } };
  }

  contentAt(path: string): FileContent | undefined {
    return this.#files.get(path);
  }

  textAt(path: string): string | undefined {
    const content = this.#files.get(path);
    return content === undefined ? undefined : String(content);
  }

  has(path: string): boolean {
    return this.#files.has(path) || (this.#folders.get(path)?.size ?? 0) > 0;
  }

  isLink(): boolean {
    return false;
  }

  entriesBelow(folder: string): readonly string[] {
    return [...(this.#folders.get(folder) ?? [])];
  }

  filesIn(): undefined {
    return undefined;
  }

  idAt(_: string, path: string): string | undefined {
    return this.file(path)?.id;
  }

  idsAt(): ReadonlyMap<string, string> {
    return new Map();
  }

  mergeBase(): undefined {
    return undefined;
  }

  lastFiles(): ReadonlyMap<string, string> {
    return new Map();
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** A fleet in memory: its variants are planned and written without git and without a disk. */
export class MemoryFleet {
  readonly tree = new MemoryTree();
  readonly variants: readonly Variant[];
  readonly #versions: Readonly<Record<string, Files>>;

  /** `versions`: files of the package by revision. `requests`: PackageVariants. */
  constructor(versions: Readonly<Record<string, Files>>, requests: readonly string[]) {
    this.#versions = versions;
    this.variants = requests.map((text) => variantOf(text));
  }

  /** Returns the same fleet with other requests. */
  asking(requests: readonly string[]): MemoryFleet {
    return Object.assign(new MemoryFleet(this.#versions, requests), { tree: this.tree });
  }

  /** Plans all variants. */
  async plan(): Promise<readonly VariantPlan[]> {
    const run = await this.#run();
    return await Promise.all(this.variants.map((variant) => planVariant(variant, run)));
  }

  /** Plans all variants, and writes those without a conflict. */
  async apply(): Promise<readonly VariantPlan[]> {
    const plans = await this.plan();
    for (const [index, { conflicts, files, lock, bases }] of plans.entries()) {
      if (conflicts.length > 0) continue;
      const folder = this.variants[index]?.folder ?? '';
      for (const { path, after } of files) this.tree.set(joinPath(folder, path), after);
      for (const { path, after } of [...bases, ...(lock === undefined ? [] : [lock])]) this.tree.set(path, after);
    }
    return plans;
  }

  async #run(): Promise<FleetRun> {
    const objects = { objects: [] };
    const digests = new InjectedObjects(objects);
    const session = new FleetSession({ stage: () => {}, write: () => {}, end: () => {} });
    return {
      host: pipelineHost({ functions: await allFunctions(), version: '1.2.3' }),
      version: '1.2.3',
      args: { ...UNDECIDED, ...NO_COMMIT, fetches: false },
      task: { name: 'plan', plan: planVariant, subject: () => 'Plan' },
      tree: this.tree,
      variants: this.variants,
      objects,
      injected: {
        of: ({ resource }, reads) => digests.of(resource, reads),
        has: ({ resource }, reads) => digests.has(resource, reads),
      },
      resolutions: [],
      accepted: new Acceptances([]),
      chained: new Set(),
      made: session.made,
      upstreams: this.#upstreams(),
      equal: new EqualLocks(this.tree),
      same: { of: () => undefined, add: () => {} },
      twins: { of: () => undefined },
      policyRules: [],
      session,
      readFolder: () => ({ files: new Map() }),
    };
  }

  #upstreams(): Upstreams {
    const find = (directory: string, place: string, revision: string): UpstreamPackage => {
      const files = new Map(Object.entries(this.#versions[revision] ?? {}));
      const tree = this.tree.objects.idOf(JSON.stringify([...files]));
      const locked = {
        repository: place,
        url: undefined,
        directory,
        asked: revision,
        ref: revision,
        commit: COMMIT,
        tree,
      };
      const executables = new Set<string>();
      return {
        files,
        executables,
        locked,
        sources: [],
        version: undefined,
        results: [],
        refused: [],
        committedAt: () => undefined,
      };
    };
    return {
      find: ({ upstream: { place, package: name, revision = '' } }) =>
        find(joinPaths(place.folder, name), place.name, revision),
      again: ({ directory, repository, asked = '' }) => find(directory, repository, asked),
      tagged: () => ({ versions: [], unread: 0 }),
      adopted: () => {
        throw new Error('a fleet in memory adopts nothing');
      },
    };
  }

  /** Returns the lock of a folder. */
  lockOf(folder: string) {
    return readLock(String(this.tree.contentAt(`${LOCKS}${folder}.lock`)));
  }

  /** Reports whether a file has a content. */
  hasText(path: string, content: FileContent): boolean {
    return isSameContent(this.tree.contentAt(path), content);
  }
}

/** Reads a PackageVariant. Its Repositories are folders of the same names. */
function variantOf(text: string): Variant {
  const resource = new Resource(readDocument(text), { path: 'variants/all.yaml', index: 0 });
  const placeOf = (name: string): OwnPlace => ({ name, folder: name, publicUrl: undefined });
  return readVariant(resource, { file: 'variants/all.yaml', set: undefined, placeOf });
}

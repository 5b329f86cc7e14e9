import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { contentOf, type FileContent } from '../../../src/files/index.ts';
import { readLock } from '../../../src/fleet/index.ts';
import { LOCK_FOLDER, OBJECTS_FOLDER, objectsFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { git } from '../../git/git.ts';
import { tryToReadObjects } from '../../git/stored-objects.ts';

/** Texts of files in the object database of a repository. */
export class ObjectFiles {
  readonly #gitDir: string;
  readonly #format: ObjectFormat;
  readonly #isOnline: boolean;
  readonly #known: Map<string, FileContent | undefined>;
  readonly #written: Set<string>;

  /**
   * `offline`: the same texts, without those that a partial clone left out; git may then fetch these. Default: git
   * fetches nothing.
   */
  constructor(gitDir: string, format: ObjectFormat, offline?: ObjectFiles) {
    this.#gitDir = gitDir;
    this.#format = format;
    this.#isOnline = offline !== undefined;
    this.#known = offline === undefined ? new Map<string, FileContent | undefined>() : offline.#known;
    this.#written = offline === undefined ? new Set() : offline.#written;
  }

  /** Returns the id of a content that git stores as it is. */
  idOf(content: FileContent): string {
    return createHash(this.#format).update(header(content)).update(content).digest('hex');
  }

  /** Returns the same texts, and permits git to fetch those that a partial clone left out. */
  fetching(): ObjectFiles {
    return new ObjectFiles(this.#gitDir, this.#format, this);
  }

  /** Returns the contents of those files that the repository has. */
  read(ids: Iterable<string>): ReadonlyMap<string, FileContent> {
    const wanted = [...new Set(ids)];
    const unknown = wanted.filter((id) => !this.#known.has(id));
    for (const id of unknown) this.#known.set(id, undefined);
    if (!this.#readBatch(unknown)) for (const id of unknown) this.#readBatch([id]);
    return new Map(
      wanted.flatMap((id) => {
        const content = this.#known.get(id);
        return content === undefined ? [] : [[id, content] as const];
      }),
    );
  }

  /** Returns false if git fails: it does so for an object that a partial clone would have to fetch. */
  #readBatch(ids: readonly string[]): boolean {
    const objects = tryToReadObjects({ gitDir: this.#gitDir, isOnline: this.#isOnline }, ids);
    for (const object of objects ?? [])
      if (object?.kind === 'blob') this.#known.set(object.id, contentOf(object.bytes));
    return objects !== undefined;
  }

  /** Stores contents, so that they can be found by their ids: with one process of git. */
  write(contents: ReadonlyMap<string, FileContent>): void {
    const added = [...contents].filter(([id]) => !this.#written.has(id));
    if (added.length === 0) return;
    const unpacks = added.length < UNPACK_LIMIT;
    const args = unpacks ? ['unpack-objects', '-q'] : ['index-pack', '--stdin'];
    git(args, {
      gitDir: this.#gitDir,
      input: packOf(
        added.map(([, content]) => content),
        this.#format,
      ),
    });
    for (const [id] of added) this.#written.add(id);
  }
}

/** Number of objects from which on git keeps a pack, as in a fetch. */
const UNPACK_LIMIT = 100;

function header(content: FileContent): string {
  return `blob ${Buffer.byteLength(content)}\0`;
}

/** Hashes of git repositories. */
export type ObjectFormat = 'sha1' | 'sha256';

/** Type of a file in a pack. */
const BLOB = 3;

/** Returns a pack of files, in the format that git reads (gitformat-pack): a header, each file, and the hash of all. */
function packOf(contents: readonly FileContent[], format: ObjectFormat): Buffer {
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0');
  head.writeUInt32BE(contents.length, head.length - 4);
  const files = contents.flatMap((content) => [sizeOf(Buffer.byteLength(content)), deflateSync(content)]);
  const all = Buffer.concat([head, ...files]);
  return Buffer.concat([all, createHash(format).update(all).digest()]);
}

/**
 * Encodes the type and size of a file: 4 bits of the size beside the type, then 7 bits in each byte; the highest bit
 * says that more follow.
 */
function sizeOf(size: number): Buffer {
  const bytes = [(BLOB << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

/** Returns the changes that remove kept objects that no lock names any longer; none unless all locks can be read. */
export function unusedObjects(tree: Tree): readonly RootedChange[] {
  const kept = tree.namesIn(OBJECTS_FOLDER).filter((name) => /^[\da-f]{64}$/.test(name));
  if (kept.length === 0) return [];
  if ([...tree.filesBelow(LOCK_FOLDER).values()].some(({ state }) => state === 'sparse')) return [];
  const locks = tree.locks().map(({ read }) => readLock(read()));
  if (locks.some(({ kind }) => kind !== 'valid')) return [];
  const used = new Set(locks.map((each) => (each.kind === 'valid' ? each.lock.objects : '')));
  return kept
    .filter((id) => !used.has(id))
    .map((id) => {
      const path = objectsFile(id);
      return { root: tree.root, path, before: tree.textAt(path), after: undefined, isRecord: true };
    });
}

import { createHash } from 'node:crypto';
import { contentOf, type FileContent } from '../../../src/files/index.ts';
import { git } from '../../git/git.ts';
import { tryToReadObjects } from '../../git/stored-objects.ts';
import { packOf, type ObjectFormat } from './pack.ts';

/** Texts of files in the object database of a repository. */
export class ObjectFiles {
  readonly #gitDir: string;
  readonly #format: ObjectFormat;
  readonly #isOnline: boolean;
  readonly #known: Map<string, FileContent | undefined>;
  readonly #written: Set<string>;

  /** `offline`: the same texts, without those that a partial clone left out; git may then fetch these. Default: git fetches nothing. */
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

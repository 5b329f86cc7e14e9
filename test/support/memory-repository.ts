import { createHash } from 'node:crypto';
import type { ContentChange } from '../../src/package/index.ts';
import { contentOf, isSameContent, type FileContent } from '../../src/files/index.ts';
import { foldersAround } from '../../src/fleet/index.ts';
import type { Files } from '../cli/run-support.ts';
import type { FleetFolder } from './fleet-folder.ts';

/** A file, as git would store it. */
export interface MemoryFile {
  readonly content: FileContent;
  readonly id: string;
  readonly mode: '100644' | '100755';
}

/** All files of a commit. */
export interface MemoryCommit {
  readonly id: string;
  readonly parent: MemoryCommit | undefined;
  readonly message: string;
  /** In seconds since 1970. */
  readonly time: number;
  readonly files: ReadonlyMap<string, MemoryFile>;
}

/** Returns the id that git gives a content. */
export function idOf(content: FileContent): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest('hex');
}

let count = 0;

/**
 * A git repository in memory, with the branch `main`, tags, and names of other branches: nothing of it is on the
 * disk, and no git is called. It has neither links, ignored files, attributes, merges nor remotes, and refuses what
 * would need them.
 */
export class MemoryRepository implements FleetFolder {
  /** Name of its folder, which does not exist. */
  readonly folder = `/dev/null/memory-${++count}`;
  readonly #files = new Map<string, MemoryFile>();
  /** Numbers of files below each folder. */
  readonly #folders = new Map<string, number>();
  readonly tags = new Map<string, string>();
  /** Other branches than `main`. */
  readonly branches = new Map<string, string>();
  readonly commits = new Map<string, MemoryCommit>();
  readonly records = new Map<string, Buffer>();
  /** Contents that git would have, by their ids. */
  readonly objects = new Map<string, FileContent>();
  #head: MemoryCommit | undefined;

  get entries(): ReadonlyMap<string, MemoryFile> {
    return this.#files;
  }

  /** Last commit; undefined if there is none. */
  get head(): MemoryCommit | undefined {
    return this.#head;
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) this.put(path, contentOf(Buffer.from(content)));
  }

  /** Replaces the content of a file. `isExecutable`: by default as before. */
  put(path: string, content: FileContent, isExecutable?: boolean): void {
    const isRules = path.endsWith('.gitignore') || path.endsWith('.gitattributes');
    if (isRules && content.length > 0) throw new Error(`${path} has rules of git: use a real repository`);
    if (this.isFolder(path)) throw new Error(`${path} is a folder`);
    const isBefore = this.entries.get(path)?.mode === '100755';
    const mode = (isExecutable ?? isBefore) ? '100755' : '100644';
    this.#set(path, { content, id: idOf(content), mode });
  }

  /** Removes a file that exists. */
  delete(path: string): void {
    this.#set(path, undefined);
  }

  #set(path: string, file: MemoryFile | undefined): void {
    const added = (file === undefined ? 0 : 1) - (this.#files.has(path) ? 1 : 0);
    for (const folder of foldersAround(path).slice(1))
      this.#folders.set(folder, (this.#folders.get(folder) ?? 0) + added);
    if (file === undefined) this.#files.delete(path);
    else this.#files.set(path, file);
  }

  /** Makes changes of a call. Throws if a file is not as before. */
  change(changes: readonly ContentChange[]): void {
    for (const { path, before } of changes)
      if (!isSameContent(this.#files.get(path)?.content, before)) throw new Error(`${path} has changed`);
    for (const { path, after } of changes) if (after === undefined) this.delete(path);
    for (const { path, after, isExecutable } of changes) if (after !== undefined) this.put(path, after, isExecutable);
  }

  remove(path: string): void {
    if (!this.has(path)) throw new Error(`${path} does not exist`);
    for (const [each] of this.#at(path)) this.delete(each);
  }

  move(from: string, to: string): void {
    if (!this.has(from) || this.has(to)) throw new Error(`${from} cannot be moved to ${to}`);
    for (const [path, file] of this.#at(from)) {
      this.delete(path);
      this.#set(`${to}${path.slice(from.length)}`, file);
    }
  }

  copy(from: string, to: string): void {
    if (!this.has(from)) throw new Error(`${from} does not exist`);
    for (const [path, file] of this.#at(from)) this.#set(`${to}${path.slice(from.length)}`, file);
  }

  /** Returns a file, or the files of a folder. */
  #at(path: string): readonly (readonly [path: string, file: MemoryFile])[] {
    return [...this.#files].filter(([each]) => each === path || each.startsWith(`${path}/`));
  }

  has(path: string): boolean {
    return this.entries.has(path) || this.isFolder(path);
  }

  isFolder(path: string): boolean {
    return path === '' || (this.#folders.get(path) ?? 0) > 0;
  }

  files(): Files {
    return Object.fromEntries([...this.#files.keys()].toSorted().map((path) => [path, this.read(path)]));
  }

  read(path: string): string {
    const file = this.entries.get(path);
    if (file === undefined) throw new Error(`${path} does not exist`);
    return file.content.toString();
  }

  commit(files: Files, message = 'change'): void {
    this.write(files);
    const all = new Map(this.entries);
    if (this.#head !== undefined && this.uncommitted().length === 0) throw new Error('nothing to commit');
    for (const { id, content } of all.values()) this.objects.set(id, content);
    const parent = this.#head;
    const text = JSON.stringify([message, parent?.id, [...all].map(([path, { id, mode }]) => [path, id, mode])]);
    const id = createHash('sha1').update(text).digest('hex');
    this.#head = { id, parent, message, time: Math.floor(Date.now() / 1000), files: all };
    this.commits.set(id, this.#head);
  }

  restore(): void {
    const files = this.#head?.files ?? new Map<string, MemoryFile>();
    for (const path of this.uncommitted()) this.#set(path, files.get(path));
  }

  setRef(name: string): void {
    const [, kind, rest = ''] = /^(tags|heads)\/(.+)$/.exec(name) ?? [];
    if (kind === undefined || rest === 'main' || this.#head === undefined) throw new Error(`${name} cannot be set`);
    (kind === 'tags' ? this.tags : this.branches).set(rest, this.#head.id);
  }

  commitOf(tag?: string): string {
    const id = tag === undefined ? this.#head?.id : this.tags.get(tag);
    if (id === undefined) throw new Error(`there is no commit ${tag}`);
    return id;
  }

  uncommitted(): readonly string[] {
    const before = this.#head?.files ?? new Map<string, MemoryFile>();
    const paths = [...new Set([...this.#files.keys(), ...before.keys()])].toSorted();
    return paths.filter((path) => !isSameFile(this.#files.get(path), before.get(path)));
  }

  digest(): string {
    const files = Array.from(this.#files, ([path, { id, mode }]) => `${path} ${mode} ${id}`);
    const records = Array.from(this.records, ([name, content]) => `${name} ${idOf(content)}`);
    const tags = Array.from(this.tags, ([name, id]) => `${name} ${id}`);
    return [this.#head?.id, ...files.toSorted(), ...records.toSorted(), ...tags.toSorted()].join('\n');
  }

  /** Returns a copy, whose changes this repository does not have. */
  copied(): MemoryRepository {
    const copy = new MemoryRepository();
    for (const [path, file] of this.#files) copy.#set(path, file);
    for (const [name, id] of this.tags) copy.tags.set(name, id);
    for (const [name, id] of this.branches) copy.branches.set(name, id);
    for (const [id, commit] of this.commits) copy.commits.set(id, commit);
    for (const [name, content] of this.records) copy.records.set(name, content);
    for (const [id, content] of this.objects) copy.objects.set(id, content);
    copy.#head = this.#head;
    return copy;
  }

  tag(name: string, { moves = false }: { readonly moves?: boolean } = {}): void {
    if (this.#head === undefined || (this.tags.has(name) && !moves)) throw new Error(`the tag ${name} cannot be made`);
    this.tags.set(name, this.#head.id);
  }
}

function isSameFile(one: MemoryFile | undefined, other: MemoryFile | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

import type { Variant } from '../index.ts';
import type { Sources } from '../../function/index.ts';
import { Resource } from '../../krm/index.ts';
import { readDocument } from '../../yaml/index.ts';
import { PackageFolder } from '../../package/index.ts';
import { InjectedObjects } from './injected-objects.ts';
import { isFleetInput } from './fleet-kinds.ts';
import { repositoryKey } from './downstream-variants.ts';
import type { InjectedDigests } from './fleet-inputs.ts';
import { parseInput, type InputTexts } from './input-files.ts';

/** A variant as it is stored. */
export interface StoredVariant extends Omit<Variant, 'resource' | 'labels'> {
  readonly labels: readonly (readonly [string, string])[];
  /** Index of its document, or that of its set, in the file. */
  readonly index: number;
  /** Digest of the objects that it injects. */
  readonly injected: string;
}

/** Resources of input files. Each file is parsed once, when it is needed. */
export class InputResources {
  readonly #contents: InputTexts['contents'];
  readonly #parsed = new Map<string, readonly Resource[]>();

  constructor(contents: InputTexts['contents']) {
    this.#contents = contents;
  }

  /** Returns the resources in the documents of a file. */
  of(path: string): readonly Resource[] {
    const known = this.#parsed.get(path) ?? [...parseInput(path, this.#contents).resources];
    this.#parsed.set(path, known);
    return known;
  }
}

/** Variant that an earlier call found. Its YAML is parsed when it is needed. */
export class KnownVariant implements Variant {
  readonly text: string;
  readonly namespace: string;
  readonly name: string;
  readonly file: string;
  readonly set: string | undefined;
  readonly target: Variant['target'];
  readonly labels: ReadonlyMap<string, string>;
  readonly upstream: Variant['upstream'];
  readonly downstream: Variant['downstream'];
  readonly folder: string;
  readonly adoptionPolicy: Variant['adoptionPolicy'];
  readonly deletionPolicy: Variant['deletionPolicy'];
  readonly #index: number;
  readonly #files: InputResources;
  #resource: Resource | undefined;

  constructor(stored: Omit<StoredVariant, 'injected'>, files: InputResources) {
    this.text = stored.text;
    this.namespace = stored.namespace;
    this.name = stored.name;
    this.file = stored.file;
    this.set = stored.set;
    this.target = stored.target;
    this.labels = new Map(stored.labels);
    this.upstream = stored.upstream;
    this.downstream = stored.downstream;
    this.folder = stored.folder;
    this.adoptionPolicy = stored.adoptionPolicy;
    this.deletionPolicy = stored.deletionPolicy;
    this.#index = stored.index;
    this.#files = files;
  }

  get resource(): Resource {
    return (this.#resource ??= this.set === undefined ? this.#fromFile() : this.#fromSet());
  }

  #fromSet(): Resource {
    return new Resource(readDocument(this.text), { path: this.file, index: this.#index });
  }

  #fromFile(): Resource {
    const found = this.#files.of(this.file).find(({ location }) => location.index === this.#index);
    if (found === undefined) throw new Error('a known PackageVariant must be in its file');
    return found;
  }
}

/** Returns the objects in these files, which are parsed when they are needed. */
export function knownObjects(paths: readonly string[], contents: InputTexts['contents']): Sources {
  let read: readonly Resource[] | undefined;
  return {
    get objects() {
      return (read ??= [...new PackageFolder(paths.map((path) => parseInput(path, contents))).resources].filter(
        (resource) => !isFleetInput(resource),
      ));
    },
  };
}

/** Returns a text that no other variant of the fleet has: its folder, and the branch of another git repository. */
export function variantKey({ folder, downstream: { place } }: Pick<Variant, 'folder' | 'downstream'>): string {
  return place.url === undefined ? folder : JSON.stringify([repositoryKey(place.url), place.branch ?? '', folder]);
}

/**
 * Returns the digests of objects. `digests`: those of the objects that variants inject, by `variantKey`; others are
 * computed when needed.
 */
export function knownDigests(objects: Sources, digests: ReadonlyMap<string, string>): InjectedDigests {
  const injected = new InjectedObjects(objects);
  return {
    of: (variant, reads) =>
      reads.length === 0 ? digests.get(variantKey(variant)) : injected.of(variant.resource, reads),
    has: ({ resource }, reads) => injected.has(resource, reads),
  };
}

import { createHash } from 'node:crypto';
import { isWithin, type Variant } from '../../../src/fleet/index.ts';
import type { FleetInputs, ParsedInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { InputTexts, OwnRepository } from '../../../src/fleet/inputs/input-files.ts';
import {
  InputResources,
  knownDigests,
  KnownVariant,
  knownObjects,
  variantKey,
  type StoredVariant,
} from '../../../src/fleet/inputs/known-variant.ts';
import { linkErrors } from '../../../src/fleet/inputs/place-links.ts';
import { StoredInputs, storeInputs, type StoredFacts, type StoredGroups } from './stored-inputs.ts';
import type { Files } from '../../../src/fleet/ports.ts';
import type { Records } from '../fleet-store.ts';

/** Version of the form in which they are stored. */
const FORMAT = 3;

/**
 * Variants that the last call found in files with the same bytes. They are remembered beside git's own files, so that
 * sets are expanded, and files parsed, only after a change.
 */
export class KnownInputs {
  readonly #records: Records;
  readonly #texts: InputTexts;
  readonly #settings: readonly string[];
  readonly #key: string;

  /** `settings`: everything else that the variants depend on. */
  constructor(records: Records, texts: InputTexts, settings: readonly string[]) {
    this.#records = records;
    this.#texts = texts;
    this.#settings = settings;
    this.#key = digestOf(texts, settings);
  }

  /** Returns the inputs; undefined if the files have changed, and for a folder that became a symbolic link. */
  read(files: Files): FleetInputs | undefined {
    const stored = StoredInputs.read(this.#records);
    if (stored?.facts.key !== this.#key) return undefined;
    if (linkErrors(stored.facts.places, files).length > 0) return undefined;
    const { facts, groups } = stored;
    return groups && rememberedInputs(groups, facts, this.#texts.contents);
  }

  /** Stores inputs for the next call, unless something is wrong with them. */
  write(inputs: ParsedInputs): void {
    const { waves, failed, elsewhere, unused, isEmpty, injected, results, places, objectFiles } = inputs;
    if (isEmpty || failed.length > 0) return;
    const stored = (variants: readonly Variant[]): readonly StoredVariant[] =>
      variants.flatMap((variant) => storedVariant(variant, injected.of(variant, [])) ?? []);
    const groups: StoredGroups = {
      waves: waves.map(stored),
      elsewhere: elsewhere.map((each) => ({ ...each, variants: stored(each.variants) })),
    };
    if (countOf(groups) < countOf(inputs)) return;
    const outerKey = digestOf(outerTexts(this.#texts, places), this.#settings);
    storeInputs(this.#records, { key: this.#key, outerKey, unused, results, places, objectFiles }, groups);
  }
}

function countOf({ waves, elsewhere }: StoredGroups | ParsedInputs): number {
  return [...waves, ...elsewhere.map(({ variants }) => variants)].reduce((sum, { length }) => sum + length, 0);
}

/** Returns a digest of files that may hold inputs, and of everything else that the variants depend on. */
export function digestOf({ contents, passedOver, unread }: InputTexts, settings: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([FORMAT, ...settings, passedOver, unread]));
  for (const [path, content] of contents) hash.update(`\0${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

/** Leaves out what is in the folders of Repositories. */
export function outerTexts({ contents, passedOver, unread }: InputTexts, places: readonly OwnRepository[]): InputTexts {
  const held = new Set(places.map(({ folder }) => folder));
  return {
    contents: new Map([...contents].filter(([path]) => !isWithin(path, held))),
    unread: unread.filter((path) => !isWithin(path, held)),
    passedOver: passedOver.filter(({ file }) => file === undefined || !isWithin(file.path, held)),
  };
}

/** Returns inputs whose YAML is parsed when it is needed. `contents`: of all files with inputs. */
export function rememberedInputs(
  { waves, elsewhere }: StoredGroups,
  { objectFiles, unused, results, places }: Pick<StoredFacts, 'objectFiles' | 'unused' | 'results' | 'places'>,
  contents: InputTexts['contents'],
): FleetInputs {
  const files = new InputResources(contents);
  const digests = new Map<string, string>();
  const known = ({ injected, ...fields }: StoredVariant): Variant => {
    digests.set(variantKey(fields), injected);
    return new KnownVariant(fields, files);
  };
  const objects = knownObjects(objectFiles, contents);
  return {
    waves: waves.map((wave) => wave.map(known)),
    failed: [],
    elsewhere: elsewhere.map((each) => ({ ...each, variants: each.variants.map(known) })),
    unused,
    isEmpty: false,
    objects,
    injected: knownDigests(objects, digests),
    results,
    places,
    sources: { contents, objectFiles },
  };
}

/**
 * Returns undefined for a variant that cannot be read again from its file alone. `injected`: digest of the objects that
 * it injects.
 */
export function storedVariant(variant: Variant, injected: string | undefined): StoredVariant | undefined {
  const { resource, labels, ...fields } = variant;
  const { path, index = 0, element } = resource.location;
  if (injected === undefined || element !== undefined || path !== variant.file) return undefined;
  return { ...fields, labels: [...labels], index, injected };
}

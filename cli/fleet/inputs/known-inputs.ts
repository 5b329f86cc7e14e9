import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Variant } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { withFile } from '../../package/file-error.ts';
import type { FleetInputs, ParsedInputs } from './fleet-inputs.ts';
import { refuseLinks, type InputTexts, type OwnRepository } from './input-files.ts';
import { InputResources, knownDigests, KnownVariant, knownObjects, type StoredVariant } from './known-variant.ts';

/** Inputs as they are stored. */
interface StoredInputs {
  readonly key: string;
  readonly waves: readonly (readonly StoredVariant[])[];
  readonly results: readonly Result[];
  readonly places: readonly OwnRepository[];
  /** Files with resources that are neither PackageVariants nor sets nor Repositories. */
  readonly objectFiles: readonly string[];
}

/**
 * Variants that the last call found in files with the same bytes. They are remembered beside git's own files, so that sets are expanded, and
 * files parsed, only after a change.
 */
export class KnownInputs {
  readonly #file: string;
  readonly #key: string;
  readonly #texts: InputTexts;

  /** `settings`: everything else that the variants depend on. */
  constructor(gitDir: string, texts: InputTexts, settings: readonly string[]) {
    this.#file = join(gitDir, 'krm-variants', 'inputs.json');
    this.#texts = texts;
    const hash = createHash('sha256').update(JSON.stringify([...settings, texts.passedOver]));
    for (const [path, content] of texts.contents) hash.update(`\0${path}\0${content.length}\0`).update(content);
    this.#key = hash.digest('hex');
  }

  /** Returns the inputs; undefined if the files have changed. Throws a `KrmError` for a folder that became a symbolic link. */
  read(root: string): FleetInputs | undefined {
    const stored = this.#stored();
    if (stored?.key !== this.#key) return undefined;
    refuseLinks(stored.places, root);
    const files = new InputResources(this.#texts.contents);
    const digests = new Map<string, string>();
    const waves = stored.waves.map((wave) =>
      wave.map(({ injected, ...fields }) => {
        digests.set(fields.folder, injected);
        return new KnownVariant(fields, files);
      }),
    );
    const objects = knownObjects(stored.objectFiles, this.#texts.contents);
    return {
      waves,
      failed: [],
      elsewhere: [],
      isEmpty: false,
      objects,
      injected: knownDigests(objects, digests),
      results: stored.results,
      places: stored.places,
      sources: { contents: this.#texts.contents, objectFiles: stored.objectFiles },
    };
  }

  #stored(): StoredInputs | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      return JSON.parse(withFile(this.#file, () => readFileSync(this.#file, 'utf8'))) as StoredInputs;
    } catch (error) {
      // A process that was killed may have left it incomplete.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Stores inputs for the next call, unless something is wrong with them. */
  write({ waves, failed, elsewhere, isEmpty, injected, results, places, objectFiles }: ParsedInputs): void {
    if (isEmpty || failed.length > 0 || elsewhere.length > 0) return;
    const stored = waves.map((wave) => wave.map((variant) => storedVariant(variant, injected.of(variant, []))));
    const all: readonly (StoredVariant | undefined)[] = stored.flat();
    if (all.includes(undefined)) return;
    const text = JSON.stringify({ key: this.#key, waves: stored, results, places, objectFiles });
    withFile(this.#file, () => {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    });
  }
}

/** Returns undefined for a variant that cannot be read again from its file alone. `injected`: digest of the objects that it injects. */
export function storedVariant(variant: Variant, injected: string | undefined): StoredVariant | undefined {
  const { resource, labels, ...fields } = variant;
  const { path, index = 0, element } = resource.location;
  if (injected === undefined || element !== undefined || path !== variant.file) return undefined;
  return { ...fields, labels: [...labels], index, injected };
}

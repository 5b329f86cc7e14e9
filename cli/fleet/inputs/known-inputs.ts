import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Variant } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { withFile } from '../../package/file-error.ts';
import type { DownstreamPlace } from './downstream-variants.ts';
import type { FleetInputs, ParsedInputs } from './fleet-inputs.ts';
import { refuseLinks, type InputTexts, type OwnRepository } from './input-files.ts';
import {
  InputResources,
  knownDigests,
  KnownVariant,
  knownObjects,
  variantKey,
  type StoredVariant,
} from './known-variant.ts';

/** Version of the form in which they are stored. */
const FORMAT = 2;

/** Inputs as they are stored. */
interface StoredInputs {
  readonly key: string;
  readonly waves: readonly (readonly StoredVariant[])[];
  readonly elsewhere: readonly StoredElsewhere[];
  readonly unused: readonly DownstreamPlace[];
  readonly results: readonly Result[];
  readonly places: readonly OwnRepository[];
  /** Files with resources that are neither PackageVariants nor sets nor Repositories. */
  readonly objectFiles: readonly string[];
}

/** Variants in another git repository as they are stored. */
interface StoredElsewhere {
  readonly place: DownstreamPlace;
  readonly variants: readonly StoredVariant[];
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
    const hash = createHash('sha256').update(JSON.stringify([FORMAT, ...settings, texts.passedOver]));
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
    const known = ({ injected, ...fields }: StoredVariant): Variant => {
      digests.set(variantKey(fields), injected);
      return new KnownVariant(fields, files);
    };
    const waves = stored.waves.map((wave) => wave.map(known));
    const elsewhere = stored.elsewhere.map((each) => ({ ...each, variants: each.variants.map(known) }));
    const objects = knownObjects(stored.objectFiles, this.#texts.contents);
    return {
      waves,
      failed: [],
      elsewhere,
      unused: stored.unused,
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
  write(inputs: ParsedInputs): void {
    const { waves, failed, elsewhere, unused, isEmpty, injected, results, places, objectFiles } = inputs;
    if (isEmpty || failed.length > 0) return;
    const storedOf = (variant: Variant): StoredVariant | undefined => storedVariant(variant, injected.of(variant, []));
    const stored = waves.map((wave) => wave.map(storedOf));
    const others = elsewhere.map((each) => ({ ...each, variants: each.variants.map(storedOf) }));
    if ([...stored, ...others.map(({ variants }) => variants)].some((each) => each.includes(undefined))) return;
    const parts = { waves: stored, elsewhere: others, unused, results, places, objectFiles };
    const text = JSON.stringify({ key: this.#key, ...parts });
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

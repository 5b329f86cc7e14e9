import type { Result } from '../../../src/krm/index.ts';
import type { DownstreamPlace } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { OwnRepository } from '../../../src/fleet/inputs/input-files.ts';
import type { StoredVariant } from '../../../src/fleet/inputs/known-variant.ts';
import { meantBy, namesOf, pathsOf, type VariantWord } from '../../../src/fleet/inputs/named-variants.ts';
import type { Records } from '../fleet-store.ts';

/** Everything that is stored about inputs, apart from the variants. */
export interface StoredFacts {
  /** Digest of all files that may hold inputs, and of everything else that the variants depend on. */
  readonly key: string;
  /** The same digest without the files in the folders of Repositories: these do not count as inputs. */
  readonly outerKey: string;
  readonly unused: FleetInputs['unused'];
  readonly results: readonly Result[];
  readonly places: readonly OwnRepository[];
  /** Files with resources that are neither PackageVariants nor sets nor Repositories. */
  readonly objectFiles: readonly string[];
}

/** Variants as they are grouped in `FleetInputs`. */
export interface StoredGroups {
  readonly waves: readonly (readonly StoredVariant[])[];
  readonly elsewhere: readonly { readonly place: DownstreamPlace; readonly variants: readonly StoredVariant[] }[];
}

/** First line of the file. */
interface Header extends StoredFacts {
  /** Number of variants in each group, which follow one another: those of the own git repository first. */
  readonly waves: readonly number[];
  readonly elsewhere: readonly { readonly place: DownstreamPlace; readonly count: number }[];
  /** Bytes after the first line. */
  readonly size: number;
}

/**
 * Inputs of a fleet that an earlier call stored beside git's own files: the header on the first line, then a line for
 * each variant with its names, a tab, and its fields, all in JSON. Lines are parsed when they are needed.
 */
export class StoredInputs {
  readonly #header: Header;
  readonly #lines: Buffer;

  private constructor(header: Header, lines: Buffer) {
    this.#header = header;
    this.#lines = lines;
  }

  get facts(): StoredFacts {
    return this.#header;
  }

  /** Reads the stored inputs; undefined if there are none, or only a part of them. */
  static read(records: Records): StoredInputs | undefined {
    const bytes = records.read(FILE);
    if (bytes === undefined) return undefined;
    const end = bytes.indexOf(LINE_BREAK);
    const header = end < 0 ? undefined : (parsed(bytes.subarray(0, end).toString()) as Header | undefined);
    const lines = bytes.subarray(end + 1);
    return lines.length === header?.size ? new StoredInputs(header, lines) : undefined;
  }

  /** All variants; undefined if a part of the file is damaged. */
  get groups(): StoredGroups | undefined {
    const fields = this.#lines.toString().split('\n').slice(0, -1).map(fieldsOf);
    const all = parsed(`[${fields.join(',')}]`) as readonly StoredVariant[] | undefined;
    if (all === undefined) return undefined;
    let from = 0;
    const next = (count: number): readonly StoredVariant[] => all.slice(from, (from += count));
    const { waves, elsewhere } = this.#header;
    return {
      waves: waves.map(next),
      elsewhere: elsewhere.map(({ place, count }) => ({ place, variants: next(count) })),
    };
  }

  /**
   * Returns the variants with a word as a name or a folder, in their order; none if a part of the file is damaged.
   * Throws a `KrmError` for a word with several meanings.
   */
  named(word: VariantWord): readonly StoredVariant[] {
    const found = new Map<number, StoredVariant | undefined>();
    for (const name of new Set([word.text, ...pathsOf(word)]))
      for (const start of this.#linesWith(JSON.stringify(name))) found.set(start, this.#at(start));
    const variants = [...found].toSorted(([a], [b]) => a - b).map(([, variant]) => variant);
    const whole = variants.filter((variant) => variant !== undefined);
    return whole.length < variants.length ? [] : meantBy(word, whole);
  }

  /** Finds the lines that have a text among their names. */
  *#linesWith(text: string): Generator<number> {
    const bytes = this.#lines;
    for (let at = bytes.indexOf(text); at >= 0;) {
      const start = at === 0 ? 0 : bytes.lastIndexOf(LINE_BREAK, at) + 1;
      const isName = at < bytes.indexOf(TAB, start);
      if (isName) yield start;
      const next = isName ? bytes.indexOf(LINE_BREAK, at) : at + 1;
      at = next < 0 ? next : bytes.indexOf(text, next);
    }
  }

  #at(start: number): StoredVariant | undefined {
    const line = this.#lines.subarray(start, this.#lines.indexOf(LINE_BREAK, start)).toString();
    return parsed(fieldsOf(line)) as StoredVariant | undefined;
  }
}

/** Stores inputs for later calls. */
export function storeInputs(records: Records, facts: StoredFacts, { waves, elsewhere }: StoredGroups): void {
  const all = [...waves, ...elsewhere.map(({ variants }) => variants)].flat();
  const lines = all.map((variant) => `${JSON.stringify(allNames(variant))}\t${JSON.stringify(variant)}\n`);
  const rest = Buffer.from(lines.join(''));
  const header: Header = {
    ...facts,
    waves: waves.map(({ length }) => length),
    elsewhere: elsewhere.map(({ place, variants }) => ({ place, count: variants.length })),
    size: rest.length,
  };
  records.write(FILE, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), rest]));
}

const FILE = 'inputs.jsonl';

function allNames(variant: StoredVariant): readonly string[] {
  return [variant.folder, ...namesOf(variant)];
}

/** Parses what a call stored; undefined if a process that was killed left it incomplete. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the fields on a line. JSON has no tab. */
function fieldsOf(line: string): string {
  return line.slice(line.indexOf('\t') + 1);
}

const LINE_BREAK = 10;
const TAB = 9;

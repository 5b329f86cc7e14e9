import { readFileSync } from 'node:fs';
import type { FileContent } from '../../src/files/index.ts';
import { valuesFor, type FieldQuery, type FieldValue } from '../../src/fleet/index.ts';
import { elementsOf, KrmError, type Resource } from '../../src/krm/index.ts';
import { withFile } from '../package/file-error.ts';
import { readPackageFile } from '../package/file.ts';

/** A file of a package. */
export interface ValueFile {
  readonly path: string;
  /** Name in errors. */
  readonly name: string;
  /** Content that counts in place of that on the disk. Default: none. */
  readonly content?: FileContent | undefined;
}

/** Values in packages. Files with equal texts are read once. */
export class PackageValues {
  readonly #queries: readonly FieldQuery[];
  readonly #known = new Map<string, readonly (readonly FieldValue[])[]>();

  readonly #skipInvalid: boolean;

  /** `skipInvalid`: true if files that are not YAML have no values. Default: they are errors. */
  constructor(queries: readonly FieldQuery[], { skipInvalid = false }: { readonly skipInvalid?: boolean } = {}) {
    this.#queries = queries;
    this.#skipInvalid = skipInvalid;
  }

  /** Returns the values in the files of a package, for each query. Throws a `KrmError` for a file that is not YAML. */
  of(files: readonly ValueFile[]): readonly (readonly FieldValue[])[] {
    const found = files.map((file) => this.#inFile(file));
    return this.#queries.map((_, index) => distinct(found.flatMap((values) => values[index] ?? [])));
  }

  #inFile(file: ValueFile): readonly (readonly FieldValue[])[] {
    const text = textOf(file);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const values = this.#mayMatch(text) ? this.#read(file.name, text) : [];
    this.#known.set(text, values);
    return values;
  }

  #read(name: string, text: string): readonly (readonly FieldValue[])[] {
    try {
      const all = resourcesIn(name, text);
      return this.#queries.map((query) => valuesFor(query, all));
    } catch (error) {
      if (this.#skipInvalid && error instanceof KrmError) return [];
      throw error;
    }
  }

  /** Reports whether a text can have a resource that is asked for: only an escape in quotes hides its name. */
  #mayMatch(text: string): boolean {
    return text.includes('\\') || this.#queries.some(({ resource: { name = '*' } }) => text.includes(longest(name)));
  }
}

/** Returns the text of a file. Throws a `KrmError` if it cannot be read. */
export function textOf({ path, name, content }: ValueFile): string {
  return String(content ?? withFile(name, () => readFileSync(path, 'utf8')));
}

/** Returns the resources in a text, also those in Lists. Throws a `KrmError` if it is not YAML. */
export function resourcesIn(name: string, text: string): readonly Resource[] {
  return readPackageFile(name, text).resources.flatMap((each) => elementsOf(each) ?? each);
}

/** Returns the longest part of a pattern between wildcards. */
function longest(pattern: string): string {
  return pattern.split('*').reduce((a, b) => (b.length > a.length ? b : a));
}

function distinct(values: readonly FieldValue[]): readonly FieldValue[] {
  return [...new Map(values.map((value) => [value.text, value])).values()];
}

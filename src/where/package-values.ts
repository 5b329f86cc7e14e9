import { elementsOf, KrmError, type Resource } from '../krm/index.ts';
import { readPackageFile } from '../package/index.ts';
import { type FieldQuery, type FieldValue, valuesFor } from './field-query.ts';

/** A file of a package. */
export interface ValueFile {
  /** Name in errors. */
  readonly name: string;
  /** Returns its text. Throws a `KrmError` if it cannot be read. */
  readonly read: () => string;
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
    const text = file.read();
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

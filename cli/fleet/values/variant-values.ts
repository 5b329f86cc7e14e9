import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valuesFor, type FieldQuery, type FieldValue } from '../../../src/fleet/index.ts';
import { elementsOf, type Resource } from '../../../src/krm/index.ts';
import { withFile } from '../../package/file-error.ts';
import { readPackageFile } from '../../package/file.ts';
import { listOverlaid } from '../inputs/overlaid-list.ts';
import { NO_OVERLAY, type Overlay } from '../tree/overlay.ts';

/** Values in the folders of variants. Files with equal texts are read once. */
export class VariantValues {
  readonly #root: string;
  readonly #queries: readonly FieldQuery[];
  readonly #overlay: Overlay;
  readonly #known = new Map<string, readonly (readonly FieldValue[])[]>();

  /** `root`: top folder of the git repository. `overlay`: files that count in place of others there. Default: none. */
  constructor(root: string, queries: readonly FieldQuery[], overlay: Overlay = NO_OVERLAY) {
    this.#root = root;
    this.#queries = queries;
    this.#overlay = overlay;
  }

  /** Returns the values of a variant, for each query. Throws a `KrmError` for a file that is not YAML. */
  of(folder: string): readonly (readonly FieldValue[])[] {
    const { paths } = listOverlaid(this.#root, folder, this.#overlay);
    const found = paths.map((path) => this.#inFile(path));
    return this.#queries.map((_, index) => distinct(found.flatMap((values) => values[index] ?? [])));
  }

  #inFile(path: string): readonly (readonly FieldValue[])[] {
    const replaced = this.#overlay.file(path)?.content;
    const text = String(replaced ?? withFile(path, () => readFileSync(join(this.#root, path), 'utf8')));
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const values = this.#mayMatch(text) ? this.#read(readPackageFile(path, text).resources) : [];
    this.#known.set(text, values);
    return values;
  }

  #read(resources: readonly Resource[]): readonly (readonly FieldValue[])[] {
    const all = resources.flatMap((each) => elementsOf(each) ?? each);
    return this.#queries.map((query) => valuesFor(query, all));
  }

  /** Reports whether a text can have a resource that is asked for: only an escape in quotes hides its name. */
  #mayMatch(text: string): boolean {
    return text.includes('\\') || this.#queries.some(({ resource: { name = '*' } }) => text.includes(longest(name)));
  }
}

/** Returns the longest part of a pattern between wildcards. */
function longest(pattern: string): string {
  return pattern.split('*').reduce((a, b) => (b.length > a.length ? b : a));
}

function distinct(values: readonly FieldValue[]): readonly FieldValue[] {
  return [...new Map(values.map((value) => [value.text, value])).values()];
}

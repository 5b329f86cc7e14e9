import { byteOrder } from '../byte-order.ts';
import { KrmError, type Resource, failure } from '../krm/index.ts';
import { matchesResource, nearField, type ResourcePattern } from '../merge/index.ts';
import { suggestion } from '../nearest-name.ts';
import { firstNames, unknownName } from '../wording.ts';
import { PackageValues, type ValueFile, resourcesIn } from './package-values.ts';
import type { FieldQuery, FieldValue } from './field-query.ts';
import { type ValueCondition, meetsAll } from './value-condition.ts';

/** Conditions for packages, which notice fields that no package has. */
export class PackageConditions {
  readonly #conditions: readonly ValueCondition[];
  readonly #values: PackageValues;
  /** Values that may be shown, of each condition whose field a package has. */
  readonly #found = new Map<ValueCondition, Set<string>>();
  readonly #packages: (readonly ValueFile[])[] = [];

  /** `options`: as for `PackageValues`. */
  constructor(conditions: readonly ValueCondition[], options: { readonly skipInvalid?: boolean } = {}) {
    this.#conditions = conditions;
    this.#values = new PackageValues(
      conditions.map(({ query }) => query),
      options,
    );
  }

  /** Reports whether a package meets all conditions. Throws a `KrmError` for a file that is not YAML. */
  areMetBy(files: readonly ValueFile[]): boolean {
    const values = this.#values.of(files);
    this.#packages.push(files);
    for (const [index, condition] of this.#conditions.entries()) this.#note(condition, values[index] ?? []);
    return meetsAll(values, this.#conditions);
  }

  #note(condition: ValueCondition, values: readonly FieldValue[]): void {
    if (values.length === 0) return;
    const texts = this.#found.get(condition) ?? new Set<string>();
    this.#found.set(condition, texts);
    for (const { text, isSecret } of values) if (!isSecret && text.length <= MAX_SHOWN) texts.add(text);
  }

  /** Reports whether a condition with `!=` is for a field that no package has so far. */
  get isUnknownField(): boolean {
    return this.#conditions.some((each) => each.isNegative && !this.#found.has(each));
  }

  /**
   * Throws a `KrmError` if a condition with `!=` is for a field that no package has: all would meet it. `isPart`: true
   * if there are other packages that may have the field, so that only the resource must be known.
   */
  refuseUnknown({ isPart = false } = {}): void {
    for (const condition of this.#conditions) {
      if (!condition.isNegative || this.#found.has(condition)) continue;
      const message = this.#missing(condition, isPart);
      if (message !== undefined) throw failure('rule-unmatched', `\`--where '${condition.text}'\`: ${message}`);
    }
  }

  /** Returns the end of a message that says that no package meets the conditions: '' if there is no advice. */
  get advice(): string {
    return this.#conditions
      .map((condition) => {
        const texts = this.#found.get(condition);
        const message = texts === undefined ? this.#missing(condition, false) : (condition.advice ?? valuesIn(texts));
        return message === undefined ? '' : `; \`--where '${condition.text}'\`: ${message}`;
      })
      .join('');
  }

  #missing({ query, field }: ValueCondition, isPart: boolean): string | undefined {
    // Variants that do not exist yet have no files.
    if (isPart && this.#packages.every((files) => files.length === 0)) return undefined;
    const missing = missingResource(query, this.#packages);
    if (missing !== undefined || isPart) return missing;
    return `no package has the field ${field}${nearFieldHint(query, this.#packages)}`;
  }
}

/** Maximum number of characters of a value in a message: longer ones are maps and files. */
const MAX_SHOWN = 60;

/** Names the values of a field; undefined if none may be shown. */
function valuesIn(texts: ReadonlySet<string>): string | undefined {
  const quoted = [...texts].toSorted(byteOrder);
  return quoted.length === 0 ? undefined : `values there are ${firstNames(quoted, (text) => JSON.stringify(text))}`;
}

/**
 * Returns the message about the resource of a query if no package has it; undefined if one does. Files with equal texts
 * are read once, and those that are not YAML are left out.
 */
export function missingResource(
  { resource }: Pick<FieldQuery, 'resource'>,
  packages: Iterable<readonly ValueFile[]>,
): string | undefined {
  const names = new Set<string>();
  const { namespace: _, ...anywhere } = resource;
  let other: Resource | undefined;
  for (const each of distinctResources(packages)) {
    if (matchesResource(resource, each)) return undefined;
    if (matchesResource(anywhere, each)) other = each;
    names.add(nameOf(each, resource));
  }
  const name = nameOf(resource, resource);
  if (other === undefined) return unknownName('resource', name, [...names]);
  return `no resource is named ${JSON.stringify(name)}${suggestion(JSON.stringify(nameOf(other, resource)))}`;
}

/**
 * Returns the end of a message about a field that no package has: the step of its path that is probably a slip, or ''.
 */
export function nearFieldHint(
  { resource, path }: Pick<FieldQuery, 'resource' | 'path'>,
  packages: Iterable<readonly ValueFile[]>,
): string {
  for (const each of distinctResources(packages)) {
    if (!matchesResource(resource, each)) continue;
    const near = nearField(path, [each.value('kubernetes')]);
    if (near !== undefined) return suggestion(`\`${near.meant}\`, not \`${near.written}\``);
  }
  return '';
}

function* distinctResources(packages: Iterable<readonly ValueFile[]>): Generator<Resource> {
  const known = new Set<string>();
  for (const file of [...packages].flat()) {
    const text = file.read();
    if (known.has(text)) continue;
    known.add(text);
    yield* validResourcesIn(file.name, text);
  }
}

function validResourcesIn(name: string, text: string): readonly Resource[] {
  try {
    return resourcesIn(name, text);
  } catch (error) {
    if (error instanceof KrmError) return [];
    throw error;
  }
}

/** Names a resource with the parts that a pattern has. */
function nameOf({ kind, namespace, name }: ResourcePattern, like: ResourcePattern): string {
  // A resource may have none.
  return [kind, ...(like.namespace === undefined || namespace === '' ? [] : [namespace]), name].join('/');
}

import type { Problems } from '../function/problems.ts';
import { contextKeys, contextValue } from '../krm/kptfile.ts';
import { elsewhere } from '../krm/hints.ts';
import { sameNamespace, type Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Results, Subject } from '../krm/results.ts';
import { didYouMean } from '../nearest-name.ts';
import { evaluatePointer, nearestKey, parsePointer, PatchError } from '../patch/index.ts';
import { equalValues, type Path, type Value } from '../yaml/index.ts';
import { keyHint } from './lacking-field.ts';
import { convertValue, sourceFault, type SourceResource, type ValueSource } from './value-source.ts';

/** A value that was taken from the package. */
interface TakenValue {
  /** Place of its source in the configuration. */
  readonly field: Path;
  readonly source: ValueSource;
  /** Undefined if the default was taken. */
  readonly value: Value | undefined;
}

/** Source that does not lead to one value. */
class ValueSourceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ValueSourceError';
  }
}

function isSourceFault(error: unknown): error is ValueSourceError | PatchError {
  return error instanceof ValueSourceError || error instanceof PatchError;
}

/** Values that a configuration takes from the package, each before any edit. */
export class PackageValues {
  readonly #items: Resources;
  readonly #taken: TakenValue[] = [];

  constructor(items: Resources) {
    this.#items = items;
  }

  /** Returns the value of a source at a field. Adds a problem, and returns undefined, if there is none. */
  take(source: ValueSource, field: Path, problems: Problems): Value | undefined {
    try {
      const value = this.#find(source);
      this.#taken.push({ field, source, value });
      return given(source, value, () => this.#nearest(source));
    } catch (error) {
      if (!isSourceFault(error)) throw error;
      problems.add({ field, message: error.message });
      return undefined;
    }
  }

  /** Reports values that were edited after they were taken: a second run would take others. */
  checkUnedited(resource: NonNullable<Subject['resource']>, results: Results): void {
    for (const { field, source, value } of this.#taken)
      if (!this.#stillHas(source, value)) results.error(EDITED, { code: 'not-repeatable', resource, field });
  }

  /** Reports whether a source has a value; not if edits made it lead to several. */
  #stillHas(source: ValueSource, value: Value | undefined): boolean {
    try {
      const now = this.#find(source);
      return now === value || (now !== undefined && value !== undefined && equalValues(now, value));
    } catch (error) {
      if (isSourceFault(error)) return false;
      throw error;
    }
  }

  /** Returns the value of a source; undefined if there is none. */
  #find(source: ValueSource): Value | undefined {
    const fault = sourceFault(source);
    if (fault !== undefined) throw new ValueSourceError(fault);
    const { packageContext, resource, fieldPath = '' } = source;
    if (packageContext !== undefined) return contextValue(this.#items, packageContext);
    const document = resource && this.#resource(resource)?.document;
    if (document === undefined) return undefined;
    const path = evaluatePointer(document, fieldPath, { elementsByField: true });
    return path && document.value(path);
  }

  /** Returns the hint at what a source without a value most likely means. */
  #nearest({ packageContext, resource, fieldPath = '' }: ValueSource): string {
    if (packageContext !== undefined) return didYouMean(packageContext, contextKeys(this.#items));
    if (resource === undefined) return '';
    const document = this.#resource(resource)?.document;
    if (document === undefined) {
      const others = [...this.#items].filter((item) => item.name === resource.name && isKind(resource, item));
      const hint = elsewhere(others, undefined, 'set `namespace` of `resource`');
      if (hint !== '') return hint;
      const names = this.#ofKind(resource).map(({ name }) => name);
      return didYouMean(resource.name, names, { quote: (name) => `${resource.kind} ${JSON.stringify(name)}` });
    }
    return keyHint(nearestKey(document, { tokens: parsePointer(fieldPath), elementsByField: true }), document);
  }

  #ofKind(wanted: SourceResource): readonly Resource[] {
    const { namespace = '' } = wanted;
    return [...this.#items].filter((item) => isKind(wanted, item) && sameNamespace(item.namespace, namespace));
  }

  #resource(wanted: SourceResource): Resource | undefined {
    const [found, ...others] = this.#ofKind(wanted).filter(({ name }) => name === wanted.name);
    if (others.length > 0) throw new ValueSourceError('several resources match `resource`: it must identify one');
    return found;
  }
}

function isKind({ apiVersion, kind }: SourceResource, item: Resource): boolean {
  return item.kind === kind && item.apiVersion === apiVersion;
}

const EDITED =
  'edits must be repeatable: the value is taken from a field that the rules edit, so a second run would take another';

/** Returns the value, or the default, in the type of the source. `hint`: end of the message if there is neither. */
function given(source: ValueSource, value: Value | undefined, hint: () => string): Value {
  const raw = value ?? (source.default as Value | undefined) ?? undefined;
  if (raw === undefined) throw new ValueSourceError(`${absent(source)}${hint()}`);
  const converted = convertValue(raw, source.type);
  if (converted === undefined)
    throw new ValueSourceError(`the value must be of the type ${JSON.stringify(source.type)}`);
  return converted;
}

function absent({ packageContext, resource, fieldPath }: ValueSource): string {
  const place =
    packageContext === undefined
      ? `${resource?.kind} ${JSON.stringify(resource?.name)} has no value at ${JSON.stringify(fieldPath)}, or is not in the package`
      : `the context of the root package has no key ${JSON.stringify(packageContext)}`;
  return `${place}: add it, or set \`default\``;
}

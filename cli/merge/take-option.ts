import { KrmError, type ResourceRef, type Result } from '../../src/krm/index.ts';
import {
  type Conflict,
  type MergedPackage,
  type ResourcePattern,
  type TakeOption,
  checkFieldPattern,
} from '../../src/merge/index.ts';
import { takeOverruled, takeUnused, waysToDecide } from '../../src/merge/messages/answers.ts';
import { oneOf } from '../../src/wording.ts';
import { UsageError } from '../arguments/usage-error.ts';

const ANSWERS = ['new', 'local'] as const;

/**
 * Parses `KIND/NAME:PATH=new|local`, `KIND/NAMESPACE/NAME:PATH=…` (`KIND//NAME`: no namespace), both optionally after
 * an API version or after `FILE#`, or `FILE=…` for a file without resources. An empty path selects the whole resource.
 * Throws a `UsageError` for any other text.
 */
export function parseTake(text: string): TakeOption {
  const at = text.lastIndexOf('=');
  const take = ANSWERS.find((answer) => answer === text.slice(at + 1));
  if (at <= 0 || take === undefined)
    throw new UsageError(
      `\`--take\` must be KIND/NAME:PATH=${ANSWERS.join('|')}, or FILE=${ANSWERS.join('|')}, not "${text}"`,
    );
  const place = text.slice(0, at);
  const hash = place.lastIndexOf('#', lastColon(place));
  if (hash > 0) {
    const field = parseField(place.slice(hash + 1), '--take');
    if (field !== undefined) return { text, rule: { file: place.slice(0, hash), ...field, take } };
  }
  // A folder in another git repository has a URL before it.
  const field = startsWithUrl(place) ? undefined : parseField(place, '--take');
  return { text, rule: field === undefined ? { file: place, take } : { ...field, take } };
}

/**
 * Parses the place of a field, as results show it: `KIND/NAME:PATH` or `KIND/NAMESPACE/NAME:PATH`, both optionally
 * after an API version. Returns undefined for a text without a colon. Throws a `UsageError` that names `option` if it
 * is invalid.
 */
export function parseField(
  text: string,
  option: string,
): { readonly resource: ResourcePattern; readonly path: string } | undefined {
  const colon = lastColon(text);
  if (colon === -1) return undefined;
  return { resource: resourceOf(text.slice(0, colon), option), path: pathOf(text.slice(colon + 1), option) };
}

/** Returns the offset of the last colon outside quoted keys; -1 if there is none. */
function lastColon(place: string): number {
  return place.replaceAll(/\["(?:[^"\\]|\\.)*"\]/g, (key) => '_'.repeat(key.length)).lastIndexOf(':');
}

function resourceOf(text: string, option: string): ResourcePattern {
  const { group, rest } = withoutVersion(text.split('/'));
  const [kind, second, third, ...others] = rest;
  const name = third ?? second;
  if (kind === undefined || name === undefined || others.length > 0)
    throw new UsageError(
      `\`${option}\` must name a resource as ${oneOf(['KIND/NAME', 'KIND/NAMESPACE/NAME'])}, not "${text}"`,
    );
  const namespace = third === undefined ? undefined : second;
  return { kind, name, ...(group !== undefined && { group }), ...(namespace !== undefined && { namespace }) };
}

/** Splits the API version off a resource as shown in conflicts: `apps/v1/Deployment/web`, `v1/Service/shop/web`. */
function withoutVersion(parts: readonly string[]): {
  readonly group: string | undefined;
  readonly rest: readonly string[];
} {
  const [first = '', second = ''] = parts;
  if (VERSION.test(first)) return { group: '', rest: parts.slice(1) };
  if (VERSION.test(second) && parts.length > 3) return { group: first, rest: parts.slice(2) };
  return { group: undefined, rest: parts };
}

const VERSION = /^v\d+(?:(?:alpha|beta)\d+)?$/;

function pathOf(text: string, option: string): string {
  try {
    checkFieldPattern(text);
    return text;
  } catch (error) {
    throw error instanceof KrmError ? new UsageError(`\`${option}\`: ${error.message}`) : error;
  }
}

/** Reports whether a text starts like a URL, or like `HOST:PATH` with a user. */
export function startsWithUrl(text: string): boolean {
  return /^(?:[a-z][\w+.-]*:\/\/|[^/:]+@[^/:]+:)/i.test(text);
}

/**
 * Returns a `--take` that answers a conflict with local's version. `all`: conflicts that it must not answer, too,
 * unless they are at the same place.
 */
export function takeFor(
  { resource, sharesIdentity, field = '', keyedField = field, writtenField, file }: Conflict,
  all: readonly Conflict[] = [],
): string {
  if (resource === undefined) return `${file.path}=local`;
  const { apiVersion, kind, namespace, name } = resource;
  // Another version has the element at another index.
  const path = writtenField ?? (TAKEABLE.test(keyedField) ? keyedField : field);
  const place = sharesIdentity ? `${file.path}#` : '';
  if (!all.some((each) => isNamedAlike(each.resource, resource)))
    return `${place}${[kind, namespace, name].filter(Boolean).join('/')}:${path}=local`;
  const version = VERSION.test(apiVersion.slice(apiVersion.indexOf('/') + 1)) ? [apiVersion] : [];
  return `${place}${[...version, kind, namespace ?? '', name].join('/')}:${path}=local`;
}

/** Matches a path whose elements have one key each, which a pattern can name. */
const TAKEABLE = /^(?:[^[\]']|\[\d+\]|\["(?:[^"\\']|\\.)*"\]|\[[^\]="[']+=[^\],"[']+\])*$/;

/**
 * Reports whether a resource is another one, though it matches the kind and the name of one, and its namespace if it
 * has one.
 */
function isNamedAlike(other: ResourceRef | undefined, { apiVersion, kind, namespace, name }: ResourceRef): boolean {
  if (other?.kind !== kind || other.name !== name) return false;
  const isElsewhere = other.namespace !== namespace;
  return isElsewhere ? namespace === undefined : other.apiVersion !== apiVersion;
}

/**
 * Returns the error about a `--take` for which there is no conflict. `meant`: other names that it may mean. `rest`:
 * words about the other changes. Default: none of both.
 */
export function unusedTake({ text }: TakeOption, meant: readonly string[] = [], rest = ''): Result {
  return { severity: 'error', code: 'take-unused', message: takeUnused(text, meant, rest) };
}

/**
 * Returns an error about each `--take` that decides nothing in a merge: for want of a conflict, or since an earlier one
 * decides it.
 */
export function unusedTakes(
  takes: readonly TakeOption[],
  { used, overruled }: Pick<MergedPackage, 'used' | 'overruled'>,
): readonly Result[] {
  const unused = takes.filter(({ rule }) => !used.has(rule));
  return unused.map((take) => {
    const first = takes.find(({ rule }) => rule === overruled.get(take.rule));
    return first === undefined ? unusedTake(take) : overruledTake(take, first);
  });
}

function overruledTake({ text, rule }: TakeOption, first: TakeOption): Result {
  const message = takeOverruled(text, first.text, rule.take === first.rule.take);
  return { severity: 'error', code: 'take-unused', message };
}

/**
 * Returns advice on how to decide a conflict. `otherwise`: what to do without these options. `others`: conflicts beside
 * it, which have other values or are at other places.
 */
export function decisionHint(conflict: Conflict, otherwise: string, others: readonly Conflict[] = []): Result {
  const take = takeFor(conflict, others);
  const alike = others.filter((each) => takeFor(each, [conflict, ...others]) === take).length;
  return { severity: 'info', code: 'advice', message: waysToDecide(take, alike, otherwise) };
}

import {
  classOf,
  holdName,
  isElsewhere,
  isHidden,
  isSecretKind,
  matchedValues,
  VALUE_KINDS,
  type ConflictClass,
  type NewResolution,
  type VariantConflicts,
} from '../../../src/fleet/index.ts';
import {
  RESOLUTION_OF_SEVERAL_REPOSITORIES,
  valueNotOfField,
  valueOfOtherType,
  valueOfSecret,
} from '../../../src/fleet/messages/decisions.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import { isList, isMap, type Value } from '../../../src/yaml/index.ts';
import type { ResolveArguments } from './resolve-arguments.ts';
import { failure } from '../../../src/krm/index.ts';

/** Arguments that say what is decided, and for which variants. */
type Asked = Pick<ResolveArguments, 'decided' | 'reason' | 'until' | 'selector' | 'labels' | 'variants' | 'conditions'>;

/** Returns the resolution of a class of conflicts. Throws a `KrmError` if a value does not fit it, or is a value of a Secret. */
export function newResolution(found: ConflictClass, all: readonly VariantConflicts[], asked: Asked): NewResolution {
  const members = membersOf(found, all);
  if ('value' in asked.decided)
    checkValue(
      found,
      members.map(({ conflict }) => conflict),
      asked.decided.value,
    );
  const { upstream, kind, resource, file, path, first, folders } = found;
  const hidden = members.flatMap(({ packages = '' }) => packages);
  const { decided, reason, until } = asked;
  const isNamed = isSelected(asked) && !isByLabels(asked);
  return {
    place: { upstream, kind, resource, file, path },
    matched: members.some(({ conflict }) => isHidden(conflict))
      ? { packages: [...new Set(hidden)].toSorted() }
      : matchedValues(first),
    selector: isByLabels(asked) ? asked.selector : undefined,
    variants: isNamed ? folders : undefined,
    repo: isNamed ? repositoryOf(members.map(({ variant }) => variant)) : undefined,
    decided,
    reason,
    until,
  };
}

/** Conflict of a class, with its variant. */
type Member = Pick<VariantConflicts, 'variant' | 'packages'> & { readonly conflict: Conflict };

/** Returns the conflicts of a class, among those of all variants. */
export function membersOf({ id }: ConflictClass, all: readonly VariantConflicts[]): readonly Member[] {
  return all.flatMap(({ variant, conflicts, packages }) =>
    conflicts.filter((each) => classOf(variant, each).id === id).map((conflict) => ({ variant, conflict, packages })),
  );
}

/** Returns the Repository of variants in another git repository; undefined for those of the fleet. Throws a `KrmError` if there are several. */
function repositoryOf(variants: readonly VariantConflicts['variant'][]): string | undefined {
  const names = new Set(variants.map((variant) => (isElsewhere(variant) ? variant.downstream.place.name : undefined)));
  const [name, ...others] = names;
  if (others.length === 0) return name;
  throw failure('invalid-argument', RESOLUTION_OF_SEVERAL_REPOSITORIES);
}

/** Returns the name of a resolution: the id of its class, and what selects its variants. */
export function resolutionName({ id, folders }: ConflictClass, asked: Asked): string {
  if (!isSelected(asked)) return id;
  return holdName(`${id} ${isByLabels(asked) ? asked.labels : (folders[0] ?? '')}`);
}

function isSelected({ selector, variants, conditions }: Asked): boolean {
  return selector !== undefined || variants.length > 0 || conditions.length > 0;
}

/** Reports whether labels alone select the variants, so that the resolution is also for those that get these labels later. */
function isByLabels({ selector, variants, conditions }: Asked): boolean {
  return selector !== undefined && variants.length === 0 && conditions.length === 0;
}

function checkValue({ id, resource, path, kind }: ConflictClass, members: readonly Conflict[], value: Value): void {
  const versions = members.flatMap(({ values }) => [values.base, values.theirs, values.local]);
  if (isSecretKind(resource?.kind) || members.some(isHidden) || versions.some(isEncrypted))
    throw failure('invalid-argument', valueOfSecret(id));
  if (resource === undefined || path === undefined || !VALUE_KINDS.includes(kind))
    throw failure('invalid-argument', valueNotOfField(id, path === undefined ? undefined : kind));
  const types = [...new Set(versions.flatMap((each) => (each === undefined ? [] : typeOf(each))))];
  if (types.includes(typeOf(value))) return;
  const isUnquoted = types.includes('string') && !isList(value) && !isMap(value);
  const other = { types: types.map(withArticle), type: withArticle(typeOf(value)), isUnquoted };
  throw failure('invalid-argument', valueOfOtherType(id, other));
}

/** Reports whether a value is what sops makes of one. */
function isEncrypted(value: Value | undefined): boolean {
  return typeof value === 'string' && value.startsWith('ENC[');
}

function typeOf(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return 'list';
  if (isMap(value)) return 'map';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  return Number.isInteger(Number(value)) ? 'integer' : 'number';
}

function withArticle(type: string): string {
  return type === 'null' ? 'null' : `${type === 'integer' ? 'an' : 'a'} ${type}`;
}

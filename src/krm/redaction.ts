import { decodeBase64, isList, isMap, readStream, YamlError, type Path, type Value } from '../yaml/index.ts';

/** Text that replaces a value of a Secret. */
export const REDACTED = '(redacted)';

/** Secret, or text that holds one, inside some data. */
export interface FoundSecret {
  readonly path: Path;
  /** Fields below the path that must not be shown; the empty path is all of it. */
  readonly fields: readonly Path[];
  /** True if each field is a text `KEY=VALUE`, whose key may be shown. Default: false. */
  readonly isKeyed?: boolean;
}

/** Part of a resource that redaction reads. */
interface Texts {
  /** Returns the string at a path; '' if there is none. */
  text(path: Path): string;
  /** Reports whether there is a value at a path. */
  has(path: Path): boolean;
}

/** Replaces a value that is, holds or is part of a secret field, and a text that holds a Secret. */
export function redact(value: Value, field: Path, resource: Texts | undefined): Value {
  return isSecretValue(value, field, resource) ? REDACTED : value;
}

/**
 * Reports whether a value is, holds or is part of a secret field of a resource, or holds a Secret, as an object or as a
 * text.
 */
export function isSecretValue(value: Value, field: Path, resource: Texts | undefined): boolean {
  const isHiddenField = resource !== undefined && (isSecretField(resource, field) || holdsField(resource, field));
  return isHiddenField || findSecrets(value).length > 0 || holdsLiterals(value, field);
}

/**
 * Reports whether a field is, holds or is part of a secret field: `data`, `stringData` or kubectl's copy of them, in a
 * Secret of any API group, in an item of a list, or anywhere else in the resource; or `literals` of a
 * `secretGenerator`; or whether it is in a text that holds a Secret.
 */
export function isSecretField(resource: Texts, field: Path): boolean {
  return isInSecret(resource, field, isHidden) || isInLiterals(field) || isInText(resource, field);
}

/** List of a kustomization that makes Secrets, and the field of its elements that has their values. */
const [GENERATOR, LITERALS] = ['secretGenerator', 'literals'] as const;

/** Reports whether a path is, or is in, the values of a Secret that kustomize makes. */
function isInLiterals(field: Path): boolean {
  return field.some((step, at) => step === GENERATOR && field[at + 2] === LITERALS);
}

/** Reports whether a value is a `secretGenerator`, or an element of one, with values. */
function holdsLiterals(value: Value, field: Path): boolean {
  if (field.at(-1) === GENERATOR) return literalsOf(value, []).length > 0;
  return field.at(-2) === GENERATOR && literalsOf([value], []).length > 0;
}

/** Finds the values of the Secrets that kustomize makes. `generators`: value of a `secretGenerator` at the path. */
function literalsOf(generators: Value | undefined, path: Path): FoundSecret[] {
  if (!isList(generators)) return [];
  return generators.flatMap((generator, index) => {
    const literals = isMap(generator) ? generator[LITERALS] : undefined;
    if (!isList(literals) || literals.length === 0) return [];
    const fields = literals.map((_, at) => [LITERALS, at]);
    return [{ path: [...path, index], fields, isKeyed: true }];
  });
}

/**
 * Reports whether the keys of a map must not be shown, since it is part of a value of a Secret. The keys of `data` and
 * `stringData` may be.
 */
export function hidesKeys(resource: Pick<Texts, 'text'>, map: Path): boolean {
  return isInSecret(resource, map, (path) => path.length > 1 && isHidden(path));
}

/** Reports whether a path leads, from any Secret around it, to what `matches` accepts. */
function isInSecret(resource: Pick<Texts, 'text'>, field: Path, matches: (path: Path) => boolean): boolean {
  const depths = Array.from({ length: field.length + 1 }, (_, depth) => depth);
  return depths.some((depth) => {
    const kind = resource.text([...field.slice(0, depth), 'kind']);
    const below = field.slice(depth);
    return (isSecret(kind) && matches(below)) || (isSecretList(kind) && isInItem(below, matches));
  });
}

/** Reports whether there is a secret field below a path. */
function holdsField(resource: Texts, path: Path): boolean {
  return isInSecret(resource, path, (below) =>
    FIELDS.some(
      (field) =>
        below.every((step, depth) => field[depth] === step) && resource.has([...path, ...field.slice(below.length)]),
    ),
  );
}

/** Reports whether a path leads through a text that holds a Secret. */
function isInText(resource: Texts, field: Path): boolean {
  const prefixes = field.map((_, depth) => field.slice(0, field.length - depth));
  const deepest = prefixes.find((path) => resource.has(path)) ?? [];
  return deepest.length > 0 && deepest.length < field.length && holdsSecret(resource.text(deepest));
}

/** Finds the Secrets in plain data, items of lists and other embedded objects included, and texts that hold one. */
export function findSecrets(value: Value, path: Path = []): FoundSecret[] {
  if (typeof value === 'string') return holdsSecret(value) ? [{ path, fields: [[]] }] : [];
  if (isList(value)) return value.flatMap((element, index) => findSecrets(element, [...path, index]));
  if (!isMap(value)) return [];
  const below = Object.entries(value).flatMap(([key, field]) => findSecrets(field, [...path, key]));
  const generated = literalsOf(value[GENERATOR], [...path, GENERATOR]);
  return [...secretAt(value, path), ...secretItems(value, path), ...generated, ...below];
}

const FIELDS: readonly Path[] = [
  ['data'],
  ['stringData'],
  ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'],
];

/** Matches `kind: Secret` in YAML and JSON, however deep the JSON is quoted. */
const HOLDS_SECRET = /kind\\*["']?\s*:\s*\\*["']?secret(?:list)?\b/i;

/** Match the list of a kustomization that makes Secrets, and its values, in YAML and JSON. */
const HOLDS_LITERALS = [/secretGenerator\\*["']?\s*:/, /literals\\*["']?\s*:/] as const;

/** Matches a text that may hold a Secret in another form: with escapes, anchors or tags, or in base64. */
const MAY_HOLD_SECRET = /secret|\\[uUx]/i;
const MAY_BE_BASE64 = /^[A-Za-z0-9+/\s]{24,}={0,2}\s*$/;

/** Reports whether a text holds a Secret, in YAML, JSON or base64, or in another text in it. */
function holdsSecret(text: string): boolean {
  if (HOLDS_SECRET.test(text) || HOLDS_LITERALS.every((part) => part.test(text))) return true;
  if (MAY_BE_BASE64.test(text)) return holdsSecret(decodeBase64(text) ?? '');
  return MAY_HOLD_SECRET.test(text) && documentsIn(text).some((value) => findSecrets(value).length > 0);
}

/** Returns the data of each document of a text that has a map or a list; none if it is not YAML. */
export function documentsIn(text: string): readonly Value[] {
  try {
    const values = readStream(text).documents.map((document) => document.value([]) ?? null);
    return values.filter((value) => typeof value === 'object' && value !== null);
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
}

function secretAt(value: Value, path: Path): FoundSecret[] {
  return isMap(value) && isSecret(value['kind']) && hasFields(value) ? [{ path, fields: FIELDS }] : [];
}

/** Finds the items of a SecretList, which need no kind of their own. */
function secretItems(value: Value, path: Path): FoundSecret[] {
  const items = isMap(value) && isSecretList(value['kind']) ? value['items'] : undefined;
  if (!isList(items)) return [];
  return items.flatMap((item, index) => (hasFields(item) ? [{ path: [...path, 'items', index], fields: FIELDS }] : []));
}

/** Reports whether a value is more than a reference to a Secret, which has only a kind and a name. */
function hasFields(value: Value): boolean {
  return isMap(value) && ['data', 'stringData', 'metadata'].some((field) => Object.hasOwn(value, field));
}

function isSecret(kind: Value | undefined): boolean {
  return typeof kind === 'string' && kind.toLowerCase() === 'secret';
}

function isSecretList(kind: Value | undefined): boolean {
  return typeof kind === 'string' && kind.toLowerCase() === 'secretlist';
}

/** Reports whether a path in a Secret is the whole Secret, or in a secret field. */
function isHidden(path: Path): boolean {
  return path.length === 0 || FIELDS.some((field) => field.every((step, depth) => path[depth] === step));
}

/** Reports whether a path in a SecretList leads to what `matches` accepts in an item, or to whole items. */
function isInItem([items, index, ...path]: Path, matches: (path: Path) => boolean): boolean {
  return items === undefined || (items === 'items' && (index === undefined || matches(path)));
}

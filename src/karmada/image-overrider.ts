import type { Problems } from '../function/problems.ts';
import {
  formatImageReference,
  imageName,
  type ImageReference,
  ImageReferenceError,
  isImageDigest,
  isImageTag,
  isRegistry,
  parseImageReference,
} from '../image-reference.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import { isSecretField, REDACTED } from '../krm/redaction.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import {
  describePath,
  elementsNamed,
  formatPointer,
  nearestKey,
  type PointerOptions,
  readElementName,
  type Tokens,
} from '../patch/index.ts';
import { counted } from '../wording.ts';
import type { Path, SourceDocument } from '../yaml/index.ts';
import { findContainers } from './containers.ts';
import { readFieldPath } from './field-overrider.ts';
import { keyHint } from './lacking-field.ts';
import type { OverrideContext, OverrideEffect, Overrider } from './overrider.ts';
import { endsAfter, type SequenceEdit } from './sequence-edit.ts';

/** Entry of Karmada's `imageOverrider` as written in a configuration. */
export interface WrittenImageOverrider {
  /** Location of the image. Defaults to the images of all containers of a workload. */
  readonly predicate?: { readonly path: string };
  readonly component: ImageComponent;
  readonly operator: ImageOperator;
  readonly value?: string;
}

interface ImageEntry {
  readonly field: Path;
  readonly edit: ImageEdit;
  readonly predicate: (Tokens & { readonly path: string }) | undefined;
}

/**
 * Reads the `imageOverrider` entries at a field, an overrider each. Adds a problem for one that no image can be edited
 * with.
 */
export function readImageOverriders(
  written: readonly WrittenImageOverrider[],
  field: Path,
  problems: Problems,
  options: PointerOptions = {},
): Overrider[] {
  return written.map((overrider, index) => {
    const entry = readEntry(overrider, [...field, index], problems, options);
    return {
      field: entry.field,
      apply: (resource, context) => overrideImages(resource, entry, context),
      // `editImage` edits each image twice. A predicate may choose an element by its image.
      settles: entry.predicate === undefined,
      sequenceEdit: sequenceEditOf(entry),
    };
  });
}

function sequenceEditOf({ edit: { component, operator, value }, predicate }: ImageEntry): SequenceEdit {
  const target = `${component} of images ${predicate === undefined ? '' : formatPointer(predicate.tokens)}`;
  return { target, kind: operator === 'add' ? 'append' : 'set', pieces: [value] };
}

function readEntry(
  { predicate, component, operator, value = '' }: WrittenImageOverrider,
  field: Path,
  problems: Problems,
  options: PointerOptions,
): ImageEntry {
  const edit = { component, operator, value: component === 'Tag' ? readVersion(value) : value };
  checkEdit(edit, value, field, problems);
  const located = predicate && { ...readPredicate(predicate.path, [...field, 'predicate'], problems), ...options };
  return { field, edit, predicate: located };
}

/** Returns a digest without the "@" that separates it in a reference. */
function readVersion(value: string): string {
  const bare = value.replace(/^@/, '');
  return isImageDigest(bare) ? bare : value;
}

function checkEdit(
  { component, operator, value }: ImageEdit,
  currentValue: string,
  field: Path,
  problems: Problems,
): void {
  if (component === 'Repository' && operator === 'remove') {
    const message = 'an image must have a repository: use `replace`';
    problems.add({ field: [...field, 'operator'], message, currentValue: operator });
  }
  if (component === 'Repository' && operator === 'replace' && value === '') {
    problems.add({ field: [...field, 'value'], message: 'an image must have a repository', currentValue });
  }
  if (component !== 'Tag' || operator === 'remove') return;
  // Added text follows a tag, and need not begin like one.
  const isTag = isImageTag(value) || (operator === 'add' && value !== '' && isImageTag(`x${value}`));
  if (isTag || isImageDigest(value)) return;
  const message = 'must be a tag, such as "v1", or a digest, such as "sha256:" and 64 hexadecimal digits';
  problems.add({ field: [...field, 'value'], message, currentValue });
}

function readPredicate(path: string, field: Path, problems: Problems): NonNullable<ImageEntry['predicate']> {
  const tokens = readFieldPath(path, [...field, 'path'], problems);
  if (tokens.includes('')) {
    problems.add({ field: [...field, 'path'], message: 'must not contain "//" or end with "/"', currentValue: path });
  }
  return { path, tokens };
}

function overrideImages(resource: Resource, entry: ImageEntry, context: OverrideContext): OverrideEffect {
  const paths = findImages(resource, entry, context);
  const ends = endsAfter([entry.edit.value], context.later ?? []).map((pieces) => pieces.join(''));
  const layered = { ...entry, edit: { ...entry.edit, ends } };
  const changed = paths.filter((path) => overrideImage(resource, path, layered, context.results));
  return { found: paths.length > 0, changed: changed.length, absent: [] };
}

function findImages(resource: Resource, { field, predicate }: ImageEntry, context: OverrideContext): readonly Path[] {
  if (predicate === undefined) {
    return findContainers(resource, context)?.paths.map((path) => [...path, 'image']) ?? [];
  }
  try {
    return [locateImage(resource.document, predicate)];
  } catch (error) {
    if (!(error instanceof ImagePathError)) throw error;
    const { document } = resource;
    const hint = keyHint(nearestKey(document, predicate), document);
    const message = `failed to obtain imageValue with predicate path(${predicate.path}), error: ${error.message}${hint}`;
    const path = describePath(document, predicate);
    context.results.error(`\`${formatFieldPath(field)}\`: ${message}`, {
      code: 'rule-failed',
      resource,
      field: path,
    });
    return [];
  }
}

const NO_IMAGE = '; the image is missing or empty: set it, or select other resources';

/** Edits one image; a container without one has the image ''. Reports whether it changed. */
function overrideImage(resource: Resource, path: Path, { field, edit }: ImageEntry, results: Results): boolean {
  const { document } = resource;
  const image = document.value(path) ?? '';
  const fail = (message: string): false => {
    results.error(`\`${formatFieldPath(field)}\`: ${message}`, { code: 'rule-failed', resource, field: path });
    return false;
  };
  if (typeof image !== 'string') return fail('the image must be a string');
  try {
    const edited = editImage(image, edit, (text) => (isSecretField(resource, path) ? REDACTED : text));
    if (edited === image) return false;
    document.set(path, edited);
    return true;
  } catch (error) {
    if (error instanceof ImageEditError) return fail(`${error.message}${image === '' ? NO_IMAGE : ''}`);
    throw error;
  }
}

/** A `predicate.path` that leads to no string. The message is that of Karmada, where it has one. */
class ImagePathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImagePathError';
  }
}

/**
 * Returns the path of the string that tokens lead to: a field of a map, which may be an element of a list.
 * @throws ImagePathError
 */
function locateImage(document: SourceDocument, { tokens, elementsByField = false }: Tokens): Path {
  const path: (string | number)[] = [];
  for (const [depth, token] of tokens.entries()) {
    const isLast = depth === tokens.length - 1;
    const length = document.length(path);
    const index = length !== undefined && elementsByField ? elementNamed(document, path, token) : undefined;
    path.push(length === undefined ? token : (index ?? readIndex(token, length)));
    if (!isLast) checkCollection(document, path, token, length !== undefined);
    else if (length !== undefined) throw new ImagePathError(`path(${token}) must be a field of a map`);
    else if (typeof document.value(path) !== 'string')
      throw new ImagePathError(`failed to convert path(${token}) to string`);
  }
  return path;
}

/** Checks a collection on the way to an image: it must be a map, or a list of maps. */
function checkCollection(document: SourceDocument, path: Path, token: string, isElement: boolean): void {
  if (document.keys(path) !== undefined) return;
  if (isElement) throw new ImagePathError(`path(${token}) of rawObj's type is not map[string]interface{}`);
  if (document.length(path) === undefined)
    throw new ImagePathError(`path(${token}) of rawObj's type is not map[string]interface{} and []interface{}`);
}

/** Returns the index of the element that a token names. Returns undefined if the token is not a name. */
function elementNamed(document: SourceDocument, list: Path, token: string): number | undefined {
  const name = readElementName(token);
  if (name === undefined) return undefined;
  const [index, ...others] = elementsNamed(document, list, name);
  if (index === undefined) throw new ImagePathError(`path(${token}) is missing: the list has no such element`);
  if (others.length === 0) return index;
  throw new ImagePathError(
    `path(${token}) must name one element: the list has ${others.length + 1} matching elements; use an index`,
  );
}

function readIndex(token: string, length: number): number {
  if (!/^(?:0|[1-9][0-9]*)$/.test(token))
    throw new ImagePathError(
      `path(${token}) of rawObj's is not number; write the zero-based index of one element: there are no wildcards`,
    );
  const index = Number(token);
  if (index < length) return index;
  throw new ImagePathError(`path(${token}) is out of range: the list has ${counted(length, 'element')}`);
}

type ImageComponent = 'Registry' | 'Repository' | 'Tag';
type ImageOperator = 'add' | 'remove' | 'replace';

/** Edit of one component of an image reference. */
interface ImageEdit {
  readonly component: ImageComponent;
  readonly operator: ImageOperator;
  /** Text to append or to set; '' without any. A digest has no "@". */
  readonly value: string;
  /** Ends of a component to which the value was added before, besides the value: other texts were added after it. */
  readonly ends?: readonly string[];
}

/** An image that cannot be edited, or not so that a second run leaves it unchanged. */
class ImageEditError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImageEditError';
  }
}

/**
 * Edits an image reference like Karmada, with the digest kept where the name changes. Editing the result once more does
 * not change it. `show` returns an image as an error may show it. @throws ImageEditError
 */
function editImage(text: string, edit: ImageEdit, show: (image: string) => string): string {
  const edited = editOnce(text, edit, (fault) => `failed to parse image value(${show(text)}), error: ${fault}`);
  // The same edit of the same text has the same result.
  if (edited === text) return edited;
  const result = (): string => `the result "${show(edited)}"`;
  const again = editOnce(edited, edit, (fault) => `${result()} is not a valid image: ${fault}; ${remedyFor(edit)}`);
  if (again === edited) return edited;
  throw new ImageEditError(
    `a second run would change ${result()} again; set the whole image with \`plaintext\` instead`,
  );
}

function remedyFor({ component, operator }: ImageEdit): string {
  const name = component.toLowerCase();
  if (operator === 'add') return `use \`replace\` with the whole ${name}`;
  return operator === 'replace' ? `\`value\` must be a valid ${name}` : 'use `replace`';
}

/** `explain` returns the message for a text that is not an image reference. */
function editOnce(text: string, edit: ImageEdit, explain: (fault: string) => string): string {
  const { component, operator, value, ends = [] } = edit;
  let image: ImageReference;
  try {
    image = parseImageReference(text);
  } catch (error) {
    if (error instanceof ImageReferenceError) throw new ImageEditError(explain(error.message));
    throw error;
  }
  const isDone = operator === 'add' && [value, ...ends].some((end) => IS_ADDED[component](image, end));
  return formatImageReference(isDone ? image : EDITS[component][operator](image, value));
}

/** Reports of each component whether a value was added to it, alone or as the last of several. */
const IS_ADDED: Readonly<Record<ImageComponent, (image: ImageReference, value: string) => boolean>> = {
  Registry: hasAddedRegistry,
  Repository: ({ repository }, value) => repository.endsWith(value),
  Tag: ({ tag, digest }, value) => (tag === '' ? digest !== '' && value === digest : tag.endsWith(value)),
};

type Edit = (image: ImageReference, value: string) => ImageReference;

const EDITS: Readonly<Record<ImageComponent, Readonly<Record<ImageOperator, Edit>>>> = {
  Registry: {
    add: (image, value) => ({ ...image, registry: `${image.registry}${value}` }),
    replace: (image, value) =>
      value !== '' && imageName(image).startsWith(`${value}/`) ? image : { ...image, registry: value },
    remove: (image) => ({ ...image, registry: '' }),
  },
  Repository: {
    add: (image, value) => ({ ...image, repository: `${image.repository}${value}` }),
    replace: (image, value) => ({ ...image, repository: value }),
    remove: (image) => ({ ...image, repository: '' }),
  },
  Tag: {
    add: addToTag,
    replace: withVersion,
    remove: (image) => ({ ...image, tag: '', digest: '' }),
  },
};

/**
 * Reports whether a name begins with a registry that ends with a value. Both can hold more than a registry: a value
 * such as `/mirror` adds a path, and `team`, added to an image without a registry, is read again as a part of the
 * repository.
 */
function hasAddedRegistry(image: ImageReference, value: string): boolean {
  if (value === '') return true;
  const [first = '', ...rest] = imageName(image).split('/');
  const [end = '', ...path] = value.split('/');
  const isAdded = rest.length > 0 && isRegistry(first) ? first.endsWith(end) : first === end;
  return isAdded && rest.length > path.length && path.every((segment, index) => segment === rest[index]);
}

function addToTag(image: ImageReference, value: string): ImageReference {
  const { tag, digest } = image;
  if (tag === '' && digest === '') return withVersion(image, value);
  if (tag === '') throw new ImageEditError('a digest cannot be added to; use `replace`');
  return { ...image, tag: `${tag}${value}`, digest: '' };
}

/** A digest identifies an image of its own, so that it never stays beside another tag. */
function withVersion(image: ImageReference, value: string): ImageReference {
  return isImageDigest(value) ? { ...image, tag: '', digest: value } : { ...image, tag: value, digest: '' };
}

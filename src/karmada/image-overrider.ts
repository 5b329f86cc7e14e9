import type { Problems } from '../function/problems.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import { isSecretField, REDACTED } from '../krm/redaction.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { describePath, formatPointer, nearestKey, type PointerOptions, type Tokens } from '../patch/index.ts';
import type { Path } from '../yaml/index.ts';
import { findContainers } from './containers.ts';
import { readFieldPath } from './field-overrider.ts';
import { editImage, ImageEditError, type ImageComponent, type ImageEdit, type ImageOperator } from './image-edit.ts';
import { ImagePathError, locateImage } from './image-path.ts';
import { isImageDigest, isImageTag } from '../image-reference.ts';
import { keyHint } from './key-hint.ts';
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

/** Reads the `imageOverrider` entries at a field, an overrider each. Adds a problem for one that no image can be edited with. */
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

import {
  formatImageReference,
  imageName,
  ImageReferenceError,
  isImageDigest,
  isRegistry,
  parseImageReference,
  type ImageReference,
} from '../image-reference.ts';

export type ImageComponent = 'Registry' | 'Repository' | 'Tag';
export type ImageOperator = 'add' | 'remove' | 'replace';

/** Edit of one component of an image reference. */
export interface ImageEdit {
  readonly component: ImageComponent;
  readonly operator: ImageOperator;
  /** Text to append or to set; '' without any. A digest has no "@". */
  readonly value: string;
  /** Ends of a component to which the value was added before, besides the value: other texts were added after it. */
  readonly ends?: readonly string[];
}

/** An image that cannot be edited, or not so that a second run leaves it unchanged. */
export class ImageEditError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImageEditError';
  }
}

/**
 * Edits an image reference like Karmada, with the digest kept where the name changes. Editing the result once more does
 * not change it. `show` returns an image as an error may show it. @throws ImageEditError
 */
export function editImage(text: string, edit: ImageEdit, show: (image: string) => string): string {
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
 * Reports whether a name begins with a registry that ends with a value. Both can hold more than a registry: a value such as
 * `/mirror` adds a path, and `team`, added to an image without a registry, is read again as a part of the repository.
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

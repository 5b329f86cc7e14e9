/** Parts of an image reference; a part that it lacks is ''. */
export interface ImageReference {
  /** Host of the registry, with its port. */
  readonly registry: string;
  /** Name without the registry. */
  readonly repository: string;
  readonly tag: string;
  /** With its algorithm: `sha256:...`. */
  readonly digest: string;
}

/** A text that is not an image reference. The message, which does not quote the text, is that of Docker's parser. */
export class ImageReferenceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImageReferenceError';
  }
}

const HOST_PART = '[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*';
const DOMAIN = `(?:${HOST_PART}(?:\\.${HOST_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const TAG = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}';
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';

/** Grammar of Docker's package `reference`, with a group for each part. */
const REFERENCE = new RegExp(
  `^(?<name>(?:${DOMAIN}/)?(?<path>${PATH_PART}(?:/${PATH_PART})*))(?::(?<tag>${TAG}))?(?:@(?<digest>${DIGEST}))?$`,
);

/** Maximum length of a name without its domain, in Docker's package `reference`. */
const MAX_PATH = 255;

/** Longest text that is parsed: well beyond any reference, and short enough for every regular expression engine. */
const MAX_REFERENCE = 4096;

/**
 * Parses an image reference as Karmada does: it has a registry only if its first segment is `localhost` or contains a
 * "." or ":". Keeps both tag and digest. @throws ImageReferenceError
 */
export function parseImageReference(text: string): ImageReference {
  if (text === '') throw new ImageReferenceError('repository name must have at least one component');
  const { name, path = '', tag = '', digest = '' } = match(text);
  if (name === undefined) {
    const isUpper = match(text.toLowerCase()).name !== undefined;
    throw new ImageReferenceError(isUpper ? 'repository name must be lowercase' : 'invalid reference format');
  }
  if (path.length > MAX_PATH)
    throw new ImageReferenceError(`repository name must not be more than ${MAX_PATH} characters`);
  const fault = digest === '' ? undefined : digestFault(digest);
  if (fault !== undefined) throw new ImageReferenceError(fault);
  const [first = '', ...rest] = name.split('/');
  const registry = rest.length > 0 && isRegistry(first) ? first : '';
  return { registry, repository: registry === '' ? name : rest.join('/'), tag, digest };
}

/** Formats a reference; the inverse of `parseImageReference`. */
export function formatImageReference(image: ImageReference): string {
  const { tag, digest } = image;
  return `${imageName(image)}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`;
}

/** Returns registry and repository, as they are written in a reference. */
export function imageName({ registry, repository }: ImageReference): string {
  return registry === '' ? repository : `${registry}/${repository}`;
}

/** Reports whether the first of several segments of a name is a registry. */
export function isRegistry(segment: string): boolean {
  return segment === 'localhost' || /[.:]/.test(segment);
}

/** Reports whether a text is a tag. */
export function isImageTag(text: string): boolean {
  return new RegExp(`^${TAG}$`).test(text);
}

/** Reports whether a text is a digest of a known algorithm. */
export function isImageDigest(text: string): boolean {
  return text.length <= MAX_REFERENCE && new RegExp(`^${DIGEST}$`).test(text) && digestFault(text) === undefined;
}

function match(text: string): Partial<Record<string, string>> {
  return text.length > MAX_REFERENCE ? {} : (REFERENCE.exec(text)?.groups ?? {});
}

/** Numbers of hexadecimal digits, by algorithm. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

function digestFault(digest: string): string | undefined {
  const [algorithm = '', hex = ''] = digest.split(':');
  const digits = DIGITS.get(algorithm);
  if (digits === undefined) return 'unsupported digest algorithm';
  if (hex.length !== digits) return 'invalid checksum digest length';
  return /[A-F]/.test(hex) ? 'invalid checksum digest format' : undefined;
}

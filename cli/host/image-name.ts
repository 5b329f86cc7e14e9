import { KrmError } from '../../src/krm/index.ts';
import { IMAGE_NAME_NEEDED, TAG_NEEDED } from '../../src/messages/programs.ts';

const DOMAIN_PART = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const DOMAIN = String.raw`${DOMAIN_PART}(?:\.${DOMAIN_PART})*(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:[_.]|__|-+)[a-z0-9]+)*';
const TAG = String.raw`\w[\w.-]{0,127}`;
const DIGEST = 'sha256:[a-fA-F0-9]{64}';

/** Names of images that kpt 1.0.0-beta.56 accepts. As in newer releases, a tag and a digest can be combined. */
const IMAGE = new RegExp(`^(?<name>(?:${DOMAIN}/)?${PATH_PART}(?:/${PATH_PART})*)(?::${TAG})?(?:@${DIGEST})?$`);

/**
 * Maximum length of a name, in characters: more than any real name, and within the limits of every regular expression
 * engine.
 */
const MAX_NAME = 4096;

/**
 * Returns the full name of an image: a name without a slash gets `prefix`, such as
 * `ghcr.io/kptdev/krm-functions-catalog/`; '' for no prefix. The final slash of the prefix is optional. Throws a
 * `KrmError` if kpt does not accept the name.
 */
export function fullImageName(written: string, prefix: string): string {
  const image = withImagePrefix(written, prefix);
  withoutTagOrDigest(image);
  return image;
}

/** Returns the same for any text, without the check. */
export function withImagePrefix(written: string, prefix: string): string {
  const before = prefix.replace(/\/+$/, '');
  return written.includes('/') || before === '' ? written : `${before}/${written}`;
}

/** Tags that kpt reads as a version range: `x` stands for any number. */
const RANGE = /^v?(?:\d+\.){0,2}[xX](?:\.(?:\d+|[xX])){0,2}(?:-.*)?$/;

/**
 * Returns an image with another tag and without a digest, as newer kpt does for `tag`. Throws a `KrmError` if the image
 * is invalid, or the tag is not a single valid tag.
 */
export function withTag(image: string, tag: string): string {
  if (RANGE.test(tag) || !new RegExp(`^${TAG}$`).test(tag)) throw invalid(TAG_NEEDED);
  return `${withoutTagOrDigest(image)}:${tag}`;
}

/** Returns an image without its tag and digest. */
function withoutTagOrDigest(image: string): string {
  const name = image.length > MAX_NAME ? undefined : IMAGE.exec(image)?.groups?.['name'];
  if (name === undefined) throw invalid(IMAGE_NAME_NEEDED);
  return name;
}

function invalid(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-value', message }]);
}

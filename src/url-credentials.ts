/**
 * Returns a text without the credentials of the URLs in it: those of HTTP, and passwords. `mark`: text in their place.
 * Default: none.
 */
export function withoutCredentials(text: string, mark = ''): string {
  const [all, password] = mark === '' ? ['', ''] : [`${mark}@`, `:${mark}`];
  const cut = (_: string, scheme: string, user: string): string =>
    /^https?:/i.test(scheme) ? `${scheme}${all}` : `${scheme}${user}${password}@`;
  return text
    .replaceAll(BEFORE_HOST, cut)
    .replaceAll(SLASHED, cut)
    .replaceAll(/(https?:\/\/)[^/\s'"]*@/gi, `$1${all}`)
    .replaceAll(/([a-z][a-z\d+.-]*:\/\/[^/\s'"@:]*):[^/\s'"]*@/gi, `$1${password}@`);
}

/**
 * Matches a scheme, a user and a password with a slash, which git takes for a host and its port, up to the last `@`.
 */
const SLASHED = /([a-z][a-z\d+.-]*:\/\/)([^/\s'"@:[]*):(?!\d*\/)[^/\s'"@]*\/[^\s'"]*@/gi;

/** Matches the same up to the last `@` before a host and a path, since one may follow before a version. */
const BEFORE_HOST = new RegExp(String.raw`${SLASHED.source}(?=[^/\s'"@]+\/)`, 'gi');

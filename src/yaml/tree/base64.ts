/**
 * Returns the UTF-8 text in base64 (RFC 4648), white space allowed anywhere, or undefined if it is not base64 of UTF-8.
 */
export function decodeBase64(encoded: string): string | undefined {
  const compact = encoded.replace(/\s/g, '');
  // A pattern for groups of four would overflow an engine if there are millions.
  if (compact.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(compact.replace(/={1,2}$/, ''))) return undefined;
  const bytes = Uint8Array.from(atob(compact), (char) => char.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Encodes a text in base64, in lines as long as the first line of `like`, if that has several. */
export function encodeBase64(text: string, like: string): string {
  const encoded = btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
  const width = like.search(/\s/);
  if (width < 1) return encoded;
  const end = like.slice(like.trimEnd().length);
  return `${encoded.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? ''}${end}`;
}

/** The UTF-8 text in base64 (RFC 4648), white space allowed anywhere; undefined where it is none. */
export function decodeBase64(encoded: string): string | undefined {
  const compact = encoded.replace(/\s/g, '');
  // A pattern for groups of four would overflow an engine where there are millions.
  if (compact.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(compact.replace(/={1,2}$/, ''))) return undefined;
  const bytes = Uint8Array.from(atob(compact), (char) => char.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text in base64, in lines as long as the first of another one, if that has lines. */
export function encodeBase64(text: string, like: string): string {
  const encoded = btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
  const width = like.search(/\s/);
  if (width < 1) return encoded;
  const end = like.slice(like.trimEnd().length);
  return `${encoded.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? ''}${end}`;
}

/** Decodes bytes and keeps a byte order mark. Returns undefined if they are not UTF-8. */
export function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the first invalid byte of bytes that are not UTF-8, with its zero-based offset. */
export function utf8Damage(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // The byte order marks of UTF-16, which Windows PowerShell writes for `>`.
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'the text is UTF-16; convert it, or write it with `-Encoding utf8` in PowerShell';
  const offset = firstDamage(bytes);
  const byte = bytes[offset]?.toString(16).padStart(2, '0');
  return byte === undefined ? 'incomplete character at the end' : `invalid byte 0x${byte} at offset ${offset}`;
}

/** Returns the offset of the first invalid byte: the first difference after a lenient decoding and encoding. */
function firstDamage(bytes: Uint8Array): number {
  const repaired = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const offset = bytes.findIndex((byte, index) => byte !== repaired[index]);
  return offset === -1 ? bytes.length : offset;
}

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
  if (isUtf16(bytes)) return 'the text is UTF-16; convert it, or write it with `-Encoding utf8` in PowerShell';
  const offset = firstDamage(bytes);
  const byte = bytes[offset]?.toString(16).padStart(2, '0');
  return byte === undefined ? 'incomplete character at the end' : `invalid byte 0x${byte} at offset ${offset}`;
}

/**
 * Reports whether bytes begin as UTF-16: with its byte order mark, which Windows PowerShell writes for `>`, or with two
 * characters of ASCII.
 */
export function isUtf16(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return /^(?:\xFF\xFE|\xFE\xFF|[\x01-\x7F]\0[\x01-\x7F]\0|\0[\x01-\x7F]\0[\x01-\x7F])/.test(start);
}

/** Returns the offset of the first invalid byte: the first difference after a lenient decoding and encoding. */
function firstDamage(bytes: Uint8Array): number {
  const repaired = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const offset = bytes.findIndex((byte, index) => byte !== repaired[index]);
  return offset === -1 ? bytes.length : offset;
}

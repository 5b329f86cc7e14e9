import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { FileContent } from '../../../src/files/index.ts';

/** Hashes of git repositories. */
export type ObjectFormat = 'sha1' | 'sha256';

/** Type of a file in a pack. */
const BLOB = 3;

/** Returns a pack of files, in the format that git reads (gitformat-pack): a header, each file, and the hash of all. */
export function packOf(contents: readonly FileContent[], format: ObjectFormat): Buffer {
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0');
  head.writeUInt32BE(contents.length, head.length - 4);
  const files = contents.flatMap((content) => [sizeOf(Buffer.byteLength(content)), deflateSync(content)]);
  const all = Buffer.concat([head, ...files]);
  return Buffer.concat([all, createHash(format).update(all).digest()]);
}

/** Encodes the type and size of a file: 4 bits of the size beside the type, then 7 bits in each byte; the highest bit says that more follow. */
function sizeOf(size: number): Buffer {
  const bytes = [(BLOB << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

/**
 * Signatures of executables for macOS, which ends programs whose signature does not fit: Bun leaves the one of its own
 * release in those for amd64. An ad hoc signature names nobody. The format is that of xnu's `osfmk/kern/cs_blobs.h` and
 * `EXTERNAL_HEADERS/mach-o/loader.h`: load commands are little-endian, parts of a signature big-endian.
 */
import { createHash } from 'node:crypto';

const MAGIC_64 = 0xfeedfacf;
const HEADER_SIZE = 32;

const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;

const EMBEDDED_SIGNATURE = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const SLOT_CODE_DIRECTORY = 0;

/** Version with the fields of the executable segment. */
const VERSION = 0x20400;
const CODE_DIRECTORY_SIZE = 88;
const FLAG_AD_HOC = 2;
const HASH_SHA256 = 2;
const HASH_SIZE = 32;
const MAIN_BINARY = 1;

/** Page that a hash is of, as a power of two. */
const PAGE_BITS = 12;

/** Multiple of the pages of all Macs. */
const SEGMENT_ALIGNMENT = 0x4000;

/** Returns a Mach-O executable with an ad hoc signature in place of its own. Throws if it has none. */
export function signAdHoc(executable: Buffer, identifier: string): Buffer {
  const { text, linkEdit, signature } = commandsOf(executable);
  const limit = executable.readUInt32LE(signature + 8);
  const name = Buffer.from(`${identifier}\0`);
  const pages = Math.ceil(limit / 2 ** PAGE_BITS);
  const hashes = CODE_DIRECTORY_SIZE + name.length;
  const size = hashes + pages * HASH_SIZE;
  // A super blob with one part.
  const head = words(EMBEDDED_SIGNATURE, 20 + size, 1, SLOT_CODE_DIRECTORY, 20);
  const directory = Buffer.concat([
    words(CODE_DIRECTORY, size, VERSION, FLAG_AD_HOC, hashes, CODE_DIRECTORY_SIZE, 0, pages, limit),
    Buffer.from([HASH_SIZE, HASH_SHA256, 0, PAGE_BITS]),
    // No scatter, no team, and no limit of 64 bits.
    words(0, 0, 0, 0, 0, 0),
    doubleWords(executable.readBigUInt64LE(text + 40), executable.readBigUInt64LE(text + 48), BigInt(MAIN_BINARY)),
    name,
  ]);
  const code = Buffer.from(executable.subarray(0, limit));
  const length = head.length + size;
  code.writeUInt32LE(length, signature + 12);
  const end = BigInt(limit + length) - code.readBigUInt64LE(linkEdit + 40);
  code.writeBigUInt64LE(end, linkEdit + 48);
  code.writeBigUInt64LE(BigInt(Math.ceil(Number(end) / SEGMENT_ALIGNMENT) * SEGMENT_ALIGNMENT), linkEdit + 32);
  return Buffer.concat([code, head, directory, ...pageHashes(code)]);
}

/** Describes what is wrong with the signature of a Mach-O executable; undefined for one that fits. */
export function signatureFault(executable: Buffer): string | undefined {
  const { signature } = commandsOf(executable);
  const at = executable.readUInt32LE(signature + 8);
  const isWhole = at + executable.readUInt32LE(signature + 12) === executable.length;
  if (!isWhole || executable.readUInt32BE(at) !== EMBEDDED_SIGNATURE) return 'the signature is not the end of the file';
  const directory = at + executable.readUInt32BE(at + 16);
  if (executable.readUInt32BE(directory) !== CODE_DIRECTORY) return 'the signature does not begin with the hashes';
  const [hashes, pages, limit] = [16, 28, 32].map((offset) => executable.readUInt32BE(directory + offset));
  if (limit !== at) return `the signature is of ${limit} bytes, not of ${at}`;
  if (executable[directory + 39] !== PAGE_BITS) return 'the hashes are of other pages';
  const found = pageHashes(executable.subarray(0, at));
  const wrong = found.findIndex((hash, index) => {
    const start = directory + (hashes ?? 0) + index * HASH_SIZE;
    return !hash.equals(executable.subarray(start, start + HASH_SIZE));
  });
  if (pages !== found.length || wrong !== -1) return `page ${wrong} of ${pages} has another hash`;
  return undefined;
}

/** Returns the offsets of the load commands that a signature is about. */
function commandsOf(executable: Buffer): {
  readonly text: number;
  readonly linkEdit: number;
  readonly signature: number;
} {
  if (executable.readUInt32LE(0) !== MAGIC_64) throw new Error('must be a Mach-O executable for 64 bits');
  const found = new Map<string, number>();
  for (let index = 0, at = HEADER_SIZE; index < executable.readUInt32LE(16); index++) {
    const command = executable.readUInt32LE(at);
    if (command === LC_CODE_SIGNATURE) found.set('signature', at);
    if (command === LC_SEGMENT_64) {
      const name = executable.toString('latin1', at + 8, at + 24);
      found.set(name.replaceAll('\0', ''), at);
    }
    at += executable.readUInt32LE(at + 4);
  }
  const [text, linkEdit, signature] = ['__TEXT', '__LINKEDIT', 'signature'].map((name) => found.get(name));
  if (text === undefined || linkEdit === undefined || signature === undefined)
    throw new Error('must be a Mach-O executable with a signature');
  return { text, linkEdit, signature };
}

function pageHashes(code: Buffer): readonly Buffer[] {
  const page = 2 ** PAGE_BITS;
  return Array.from({ length: Math.ceil(code.length / page) }, (_, index) =>
    createHash('sha256')
      .update(code.subarray(index * page, (index + 1) * page))
      .digest(),
  );
}

function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
  return buffer;
}

function doubleWords(...values: readonly bigint[]): Buffer {
  const buffer = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) buffer.writeBigUInt64BE(value, 8 * index);
  return buffer;
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { signAdHoc, signatureFault } from '../../../scripts/release/mach-o-signature.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Offsets of what a program has besides its load commands: its code, and the signature at its end. */
const TEXT_AT = 4096;

/** Returns a Mach-O program with this code, two segments, and a signature of other bytes. */
function program(code: Uint8Array): Buffer {
  const segment = (name: string, offset: number, size: number): Buffer => {
    const command = Buffer.alloc(72);
    command.writeUInt32LE(0x19, 0);
    command.writeUInt32LE(72, 4);
    command.write(name, 8, 'latin1');
    command.writeBigUInt64LE(BigInt(size), 32);
    command.writeBigUInt64LE(BigInt(offset), 40);
    command.writeBigUInt64LE(BigInt(size), 48);
    return command;
  };
  const signatureAt = TEXT_AT + Math.ceil((code.length + 1) / 16) * 16;
  const signature = Buffer.alloc(16);
  for (const [index, value] of [0x1d, 16, signatureAt, 8].entries()) signature.writeUInt32LE(value, 4 * index);
  const commands = [
    segment('__TEXT', 0, TEXT_AT),
    segment('__LINKEDIT', TEXT_AT, signatureAt + 8 - TEXT_AT),
    signature,
  ];
  const header = Buffer.alloc(32);
  header.writeUInt32LE(0xfeedfacf, 0);
  header.writeUInt32LE(commands.length, 16);
  const whole = Buffer.alloc(signatureAt + 8);
  Buffer.concat([header, ...commands]).copy(whole);
  whole.set(code, TEXT_AT);
  return whole;
}

describe('an ad hoc signature of a Mach-O executable', () => {
  it('fits any code, and no other', () => {
    const code = fc.uint8Array({ minLength: 1, maxLength: 20_000 });
    fc.assert(
      fc.property(code, fc.nat(), (bytes, place) => {
        const unsigned = program(bytes);
        assert.notEqual(signatureFault(unsigned), undefined);
        const signed = signAdHoc(unsigned, 'a');
        assert.equal(signatureFault(signed), undefined);
        // The segment of the signature ends with the file.
        const linkEdit = 32 + 72;
        assert.equal(
          signed.readBigUInt64LE(linkEdit + 40) + signed.readBigUInt64LE(linkEdit + 48),
          BigInt(signed.length),
        );
        const changed = Buffer.from(signed);
        const at = TEXT_AT + (place % bytes.length);
        changed[at] = (changed[at] ?? 0) ^ 1;
        assert.match(signatureFault(changed) ?? '', /^page \d+ of \d+ has another hash$/);
        assert.ok(signAdHoc(signed, 'a').equals(signed));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('refuses what is no such executable, or has no place for a signature', () => {
    assert.throws(() => signAdHoc(Buffer.alloc(64), 'a'), /must be a Mach-O executable for 64 bits/);
    const empty = program(Uint8Array.of(1));
    empty.writeUInt32LE(2, 16);
    assert.throws(() => signAdHoc(empty, 'a'), /must be a Mach-O executable with a signature/);
  });
});

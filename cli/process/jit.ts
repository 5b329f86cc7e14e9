import { isFtlUndecided } from './ftl.ts';
import { replaceForLargeWork } from './start-again.ts';

const MIB = 1024 * 1024;

/** Bytes of input from which on a start without FTL saves more than it costs. */
const LARGE = MIB / 2;

/** Bytes of input beyond which nothing depends on its size. */
export const ENOUGH = 8 * MIB;

/**
 * Scales of the thresholds of the JIT compiler, by the least number of bytes of input, in descending order. Below, the
 * native executable keeps 100, with which it starts (`scripts/native.ts`). Measured by `node bench/jit.ts`: see
 * docs/decisions/jit.md.
 */
const SCALES = [
  { bytes: ENOUGH, scale: 1 },
  { bytes: 4 * MIB, scale: 5 },
  { bytes: LARGE, scale: 20 },
] as const;

/** Part of Bun that is not part of its stable interface. */
interface UnsafeBun {
  readonly unsafe?: { readonly setJITPolicy?: (scale: number) => void };
}

/**
 * Lets the native executable compile code early if its input is large. Does nothing in Node, which needs no setting.
 */
export function tuneFor(bytes: number): void {
  const found = SCALES.find((each) => bytes >= each.bytes);
  if (found !== undefined) scaleThresholds(found.scale);
}

/** Sets the scale of the thresholds, in the native executable. */
export function scaleThresholds(scale: number): void {
  const { Bun: bun } = globalThis as { readonly Bun?: UnsafeBun };
  bun?.unsafe?.setJITPolicy?.(scale);
}

/**
 * Starts the native executable anew, without FTL, if its input is large, and does not return then. To be called before
 * anything was read or written.
 */
export function startAnewFor(bytes: number): void {
  if (bytes >= LARGE && isFtlUndecided()) replaceForLargeWork();
}

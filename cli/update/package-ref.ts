import { existsSync } from 'node:fs';
import type { Option } from '../arguments/option.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** Option that names the version that a package came from. */
export const BASE_OPTION = {
  name: 'base',
  value: 'DIR',
  meaning: 'Files of the version it came from, if upstream no longer has them.',
  group: 'Input',
} as const satisfies Option;

/** A package on this machine, and a version of its upstream. */
interface PackageRef {
  readonly folder: string;
  readonly ref: string | undefined;
}

/**
 * Parses `PKG`, `PKG@REF` or `@REF`; without PKG, it is the current folder. REF begins after the last `@` that an
 * existing folder precedes. Throws a `UsageError`.
 */
export function parsePackageRef(text: string): PackageRef {
  if (existsSync(text)) return { folder: text, ref: undefined };
  const all = Array.from(text.matchAll(/@/g), ({ index }) => index);
  const at = all.findLast((index) => existsSync(text.slice(0, index) || '.')) ?? all.at(-1);
  if (at === undefined) return { folder: text, ref: undefined };
  const ref = text.slice(at + 1);
  if (ref === '') throw new UsageError(`a tag, a branch or a commit must follow "@" in "${text}"`);
  return { folder: text.slice(0, at) || '.', ref };
}

import type { Result } from '../../src/krm/index.ts';
import { matcherOf } from '../../src/package/index.ts';
import { exclusionUnused } from '../../src/messages/reading.ts';
import { pathsBelow } from './paths-below.ts';

/**
 * Returns a warning for each rule of the command line that matches no file or folder below any of these folders.
 * `roots`: folders that the paths of the rules are relative to. Rules that `render` always has are not rules of the
 * command line.
 */
export function unmatchedExclusions(roots: readonly string[], rules: readonly string[]): readonly Result[] {
  const own = [...new Set(rules)].filter((rule) => rule !== NODE_MODULES);
  let open = own.map((rule) => ({ rule, matcher: matcherOf([rule.replace(/^!/, '')]) }));
  for (const root of own.length === 0 ? [] : roots)
    for (const path of pathsBelow(root)) {
      // A large folder need not be walked to its end.
      if (open.length === 0) return [];
      open = open.filter(({ matcher }) => matcher?.ignores(path) !== true);
    }
  return open.map(({ rule }) => ({
    severity: 'warning',
    code: 'rule-unmatched',
    message: exclusionUnused(rule),
  }));
}

/** Rule that `render` has for every package. */
export const NODE_MODULES = 'node_modules/';

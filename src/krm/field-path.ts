import type { Path } from '../yaml/index.ts';

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Formats a path for people: `['spec', 'containers', 0, 'a.b']` becomes `spec.containers[0]["a.b"]`. The empty path is
 * ''.
 */
export function formatFieldPath(path: Path): string {
  return path.map(formatSegment).join('').replace(/^\./, '');
}

/** Formats one step of a path: `.spec`, `[0]` or `["a.b"]`. */
export function formatSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return PLAIN_KEY.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

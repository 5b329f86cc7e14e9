import ignore from 'ignore';

/** Matches paths relative to a folder; that of a folder ends in a slash. */
export interface PathMatcher {
  ignores(path: string): boolean;
}

/** Returns what matches paths by rules in gitignore syntax; upper and lower case differ. */
export function ignoreMatcher(rules: string | readonly string[]): PathMatcher {
  return ignore({ ignorecase: false }).add(rules);
}

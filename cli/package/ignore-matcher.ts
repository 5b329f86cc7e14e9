import ignore, { type Ignore } from 'ignore';

/** Returns what matches paths by rules in gitignore syntax; upper and lower case differ. */
export function ignoreMatcher(rules: string | readonly string[]): Ignore {
  return ignore({ ignorecase: false }).add(rules);
}

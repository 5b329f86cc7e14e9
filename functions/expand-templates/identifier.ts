const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

const KEYWORDS: ReadonlySet<string> = new Set(
  `break case chan const continue default defer else fallthrough for func go goto
  if import interface map package range return select struct switch type var`.split(/\s+/),
);

/**
 * Reports whether a name is a Go identifier and not a keyword: only such keys name properties (design "Template
 * Expansion").
 */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !KEYWORDS.has(name);
}

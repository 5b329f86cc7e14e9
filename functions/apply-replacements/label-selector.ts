import { labelKeyFaults, labelValueFaults } from '../../src/krm/index.ts';

/** Condition on one label or annotation; the value is undefined if it is absent. */
export interface Requirement {
  readonly key: string;
  readonly holds: (value: string | undefined) => boolean;
}

/**
 * Reads a selector such as `app=web,tier in (a, b),!legacy` (Kubernetes' label selectors). Returns what is wrong as
 * text.
 */
export function readLabelSelector(text: string): readonly Requirement[] | string {
  const tokens = text.match(/[=!<>(),]+|[^=!<>(),\s]+/g)?.flatMap(splitSymbols) ?? [];
  const requirements: Requirement[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const end = endOfRequirement(tokens, at);
    const requirement = readRequirement(tokens.slice(at, end));
    if (typeof requirement === 'string') return requirement;
    requirements.push(requirement);
    if (end === tokens.length - 1) return 'must not end with a comma';
    at = end;
  }
  return requirements;
}

/** Splits adjacent symbols into those of the language: `=(` is `=` and `(`. */
function splitSymbols(token: string): readonly string[] {
  return /^[=!<>(),]/.test(token) ? (token.match(/==|!=|[=!<>(),]/g) ?? []) : [token];
}

/** Returns the index of the comma after a requirement, or the number of tokens. */
function endOfRequirement(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (tokens[at] === '(') depth++;
    if (tokens[at] === ')') depth--;
    if (tokens[at] === ',' && depth <= 0) return at;
  }
  return tokens.length;
}

function readRequirement(tokens: readonly string[]): Requirement | string {
  const isNegated = tokens[0] === '!';
  const [key = '', operator, ...rest] = isNegated ? tokens.slice(1) : tokens;
  const [fault] = labelKeyFaults(key);
  if (fault !== undefined) return `"${key}" is not a key: ${fault}`;
  if (operator === undefined) return { key, holds: (value) => (value === undefined) === isNegated };
  const values = readValues(operator, rest);
  if (isNegated || typeof values === 'string') return wrongForm(tokens);
  const [wrong] = values.flatMap((value) => labelValueFaults(value));
  if (wrong !== undefined) return `a value of "${key}" is not valid: ${wrong}`;
  const holds = comparison(operator, values);
  return holds === undefined ? wrongForm(tokens) : { key, holds };
}

function wrongForm(tokens: readonly string[]): string {
  return `"${tokens.join(' ')}" is not a condition such as \`a=b\`, \`a!=b\`, \`a in (b, c)\`, \`a notin (b)\`, \`a\`, \`!a\`, \`a>1\``;
}

/** Reads the values after an operator. */
function readValues(operator: string, tokens: readonly string[]): readonly string[] | string {
  if (operator !== 'in' && operator !== 'notin')
    return tokens.length > 1 || tokens.some(isSymbol) ? 'more than one value' : [tokens[0] ?? ''];
  if (tokens[0] !== '(' || tokens.at(-1) !== ')') return 'no parentheses';
  const values = [''];
  for (const token of tokens.slice(1, -1)) {
    if (token === ',') values.push('');
    else if (isSymbol(token) || values.at(-1) !== '') return 'no comma between values';
    else values[values.length - 1] = token;
  }
  return values;
}

function isSymbol(token: string): boolean {
  return /^[=!<>(),]/.test(token);
}

function comparison(operator: string, values: readonly string[]): Requirement['holds'] | undefined {
  const [first = ''] = values;
  if (operator === '=' || operator === '==' || operator === 'in')
    return (value) => value !== undefined && values.includes(value);
  if (operator === '!=' || operator === 'notin') return (value) => value === undefined || !values.includes(value);
  if ((operator !== '>' && operator !== '<') || !isInteger(first)) return undefined;
  const limit = BigInt(first);
  return (value) => {
    if (value === undefined || !isInteger(value)) return false;
    return operator === '>' ? BigInt(value) > limit : BigInt(value) < limit;
  };
}

function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

import { JsonPathScanner } from './json-path-scanner.ts';

/** One step of a path: to the value of a key, or to elements of a sequence. */
export type JsonPathSegment =
  | { readonly kind: 'name'; readonly name: string }
  /** Index from 0, or from the end if negative. */
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'wildcard' }
  /** Elements with a string at these nested keys; without keys, elements equal to that string. */
  | { readonly kind: 'filter'; readonly names: readonly string[]; readonly value: string };

/** A parsed JSONPath (RFC 9535); without names and rest it leads to the top. */
export interface JsonPath {
  /** Its leading names. */
  readonly names: readonly string[];
  /** The remaining segments; the first is not a name. */
  readonly rest: readonly JsonPathSegment[];
}

/** Options that select the supported subset of JSONPath. */
export interface JsonPathOptions {
  /** Also accepts `[0]`, `[*]`, `[?@.name=="x"]` and `[?@=="x"]`. Default: false. */
  readonly lists?: boolean;
}

/**
 * Reads a path of a subset of JSONPath (RFC 9535): `$`, then `.name` or `["name"]` any number of times, without white
 * space. Names and string literals are those of the RFC, with double quotes only.
 *
 * @throws JsonPathError
 */
export function parseJsonPath(text: string, { lists = false }: JsonPathOptions = {}): JsonPath {
  const scanner = new JsonPathScanner(text);
  if (text === '') scanner.fail('EOF', 'a path begins with a dollar sign');
  if (!scanner.take('$')) scanner.fail('syntax', 'missing root identifier (dollar sign)');
  const names: string[] = [];
  const rest: JsonPathSegment[] = [];
  while (!scanner.isAtEnd) {
    const segment = readSegment(scanner, lists);
    if (segment.kind === 'name' && rest.length === 0) names.push(segment.name);
    else rest.push(segment);
  }
  return { names, rest };
}

function readSegment(scanner: JsonPathScanner, lists: boolean): JsonPathSegment {
  if (scanner.take('.')) return { kind: 'name', name: scanner.name() };
  if (!scanner.take('[')) scanner.fail('syntax', `extra junk ${scanner.shown} after last segment`);
  const segment: JsonPathSegment = lists ? readSelector(scanner) : { kind: 'name', name: scanner.string() };
  closeBracket(scanner);
  return segment;
}

function readSelector(scanner: JsonPathScanner): JsonPathSegment {
  if (scanner.take('*')) return { kind: 'wildcard' };
  if (scanner.take('?')) return readFilter(scanner);
  const index = scanner.integer();
  if (index !== undefined) return { kind: 'index', index };
  return { kind: 'name', name: scanner.string('open quote, index, `*` or `?`') };
}

function readFilter(scanner: JsonPathScanner): JsonPathSegment {
  scanner.expect('@');
  const names: string[] = [];
  for (let name = readName(scanner); name !== undefined; name = readName(scanner)) names.push(name);
  scanner.expect('==');
  return { kind: 'filter', names, value: scanner.string() };
}

/** Reads a segment that is a name; undefined if none is next. */
function readName(scanner: JsonPathScanner): string | undefined {
  if (scanner.take('.')) return scanner.name();
  if (!scanner.take('[')) return undefined;
  const name = scanner.string();
  closeBracket(scanner);
  return name;
}

function closeBracket(scanner: JsonPathScanner): void {
  if (!scanner.take(']')) scanner.fail('syntax', `missing close bracket, got ${scanner.shown}`);
}

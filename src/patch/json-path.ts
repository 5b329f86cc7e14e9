import { JsonPathScanner } from './json-path-scanner.ts';

/** One step of a path: to the value of a key, or to elements of a sequence. */
export type JsonPathSegment =
  | { readonly kind: 'name'; readonly name: string }
  /** Counted from 0, or from the end where negative. */
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'wildcard' }
  /** Elements that have a string at these keys, one below the other; without keys, those that are that string. */
  | { readonly kind: 'filter'; readonly names: readonly string[]; readonly value: string };

/** A JSONPath (RFC 9535) that was read; without a name and more it leads to the top. */
export interface JsonPath {
  /** The names that it begins with. */
  readonly names: readonly string[];
  /** What follows: its first segment is no name. */
  readonly rest: readonly JsonPathSegment[];
}

/** Which part of JSONPath is taken. */
export interface JsonPathOptions {
  /** Whether `[0]`, `[*]`, `[?@.name=="x"]` and `[?@=="x"]` are taken, too. Default: false. */
  readonly lists?: boolean;
}

/**
 * Reads a path of a subset of JSONPath (RFC 9535): `$`, then `.name` or `["name"]` any number of times, without white space.
 * Names and string literals are those of the RFC, with double quotes alone.
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

/** A segment that is a name; undefined where none begins. */
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

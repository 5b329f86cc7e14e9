import type { Directive } from './format-directive.ts';
import { formatComplex, formatFloat } from './format-float.ts';
import { formatInteger } from './format-integer.ts';
import { joined } from './format-length.ts';
import { pad } from './format-pad.ts';
import { formatString, plain } from './format-string.ts';
import { typeName, type GoMap, type GoSlice, type GoValue } from '../value.ts';

/** Address printed by `%p` for every map and slice; Go prints a different one each time. */
const ADDRESS = 0xc000000000n;

/** Formats an argument by a directive, or as an error: `%!d(string=a)`. */
export function formatArgument(value: GoValue, directive: Directive): string {
  switch (directive.verb) {
    case 'T':
      return value.kind === 'nil' ? pad(typeName(value), directive) : plain(typeName(value), directive);
    case 'p':
      return pointer(value, directive);
    case 'w':
      return badVerb(value, directive);
    default:
      return value.kind === 'nil' ? nil(directive) : formatValue(value, directive);
  }
}

/** Formats a value with its type, for Go's messages about unexpected values. */
export function typedValue(value: GoValue, directive: Directive): string {
  return value.kind === 'nil' ? '<nil>' : `${typeName(value)}=${formatValue(value, { ...directive, verb: 'v' })}`;
}

function nil(directive: Directive): string {
  return directive.verb === 'v' ? pad('<nil>', directive) : badVerb({ kind: 'nil' }, directive);
}

function pointer(value: GoValue, directive: Directive): string {
  if (value.kind !== 'map' && value.kind !== 'slice') return badVerb(value, directive);
  return formatInteger(ADDRESS, { ...directive, verb: 'x', sharp: !directive.sharp }) ?? '';
}

function badVerb(value: GoValue, directive: Directive): string {
  return `%!${directive.verb}(${typedValue(value, directive)})`;
}

/** Formats a possibly nested value, where all verbs print nil alike. */
function formatValue(value: GoValue, directive: Directive): string {
  if (value.kind === 'nil') return directive.goSyntax ? 'interface {}(nil)' : '<nil>';
  if (value.kind === 'map') return formatMap(value, directive);
  if (value.kind === 'slice') return formatSlice(value, directive);
  return formatScalar(value, directive) ?? badVerb(value, directive);
}

type Scalar = Exclude<GoValue, GoMap | GoSlice | { readonly kind: 'nil' }>;

/** Formats a scalar; undefined if the verb does not accept this kind of value. */
function formatScalar(value: Scalar, directive: Directive): string | undefined {
  if (value.kind === 'string') return formatString(value.value, directive);
  if (value.kind === 'bool') return 'tv'.includes(directive.verb) ? pad(String(value.value), directive) : undefined;
  if (value.kind === 'float64') return formatFloat(value.value, directive);
  if (value.kind === 'complex128') return formatComplex(value.real, value.imaginary, directive);
  const isSourceByte = value.kind === 'uint8' && directive.goSyntax;
  return formatInteger(value.value, isSourceByte ? { ...directive, verb: 'x', sharp: true } : directive);
}

function formatMap(map: GoMap, directive: Directive): string {
  const entries = formatEntries(map, directive);
  return directive.goSyntax ? `${typeName(map)}{${joined(entries, ', ')}}` : `map[${joined(entries, ' ')}]`;
}

function* formatEntries(map: GoMap, directive: Directive): Generator<string> {
  for (const [key, value] of map.entries) {
    yield `${formatValue({ kind: 'string', value: key }, directive)}:${formatValue(value, directive)}`;
  }
}

function formatSlice(slice: GoSlice, directive: Directive): string {
  const items = formatItems(slice, directive);
  return directive.goSyntax ? `${typeName(slice)}{${joined(items, ', ')}}` : `[${joined(items, ' ')}]`;
}

function* formatItems(slice: GoSlice, directive: Directive): Generator<string> {
  for (const item of slice.items) yield formatValue(item, directive);
}

import type { Directive } from './format-directive.ts';
import { formatComplex, formatFloat } from './format-float.ts';
import { formatInteger } from './format-integer.ts';
import { joined } from './format-length.ts';
import { pad } from './format-pad.ts';
import { formatString, plain } from './format-string.ts';
import { typeName, type GoMap, type GoSlice, type GoValue } from '../value.ts';

/** `%p` prints where Go holds a map or a slice, another place each time; here all of them are at this one. */
const ADDRESS = 0xc000000000n;

/** An argument by a directive, or why that cannot be: `%!d(string=a)`. */
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

/** A value with its type, for what Go says about values that it did not expect. */
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

/** A value that may stand in another one, where a nil is printed alike by all verbs. */
function formatValue(value: GoValue, directive: Directive): string {
  if (value.kind === 'nil') return directive.goSyntax ? 'interface {}(nil)' : '<nil>';
  if (value.kind === 'map') return formatMap(value, directive);
  if (value.kind === 'slice') return formatSlice(value, directive);
  return formatScalar(value, directive) ?? badVerb(value, directive);
}

type Scalar = Exclude<GoValue, GoMap | GoSlice | { readonly kind: 'nil' }>;

/** Undefined where the verb is not for this kind of value. */
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

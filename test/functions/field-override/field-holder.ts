import { resource } from '../../support/resource-list.ts';

/** A field that holds a text, in one of the ways in which people write such fields. */
export interface FieldHolder {
  readonly name: string;
  readonly kind: 'ConfigMap' | 'Secret';
  /** Field that holds the text. */
  readonly field: 'data' | 'binaryData' | 'stringData';
  readonly isBase64: boolean;
  /** Returns the scalar, indented by four columns as the value of an entry. */
  readonly write: (text: string) => string;
}

export const FIELD_HOLDERS: readonly FieldHolder[] = [
  { name: 'a literal block', kind: 'ConfigMap', field: 'data', isBase64: false, write: literal },
  { name: 'double quotes', kind: 'ConfigMap', field: 'data', isBase64: false, write: doubleQuoted },
  { name: 'single quotes', kind: 'ConfigMap', field: 'data', isBase64: false, write: singleQuoted },
  { name: 'binaryData', kind: 'ConfigMap', field: 'binaryData', isBase64: true, write: base64 },
  { name: 'data of a Secret', kind: 'Secret', field: 'data', isBase64: true, write: base64 },
  { name: 'data in lines of a Secret', kind: 'Secret', field: 'data', isBase64: true, write: base64Lines },
  { name: 'stringData of a Secret', kind: 'Secret', field: 'stringData', isBase64: false, write: literal },
];

/** Returns a resource `c` with a text at the key `held-text`, between other keys. */
export function holderResource({ kind, field, write }: FieldHolder, text: string): string {
  const rows = `  before: 'x: 1' # kept\n  held-text: ${write(text)}\n  # kept\n  beyond: "x: 1"\n`;
  return resource('v1', kind, 'c', `${field}:\n${rows}`);
}

/** Returns the parts of a resource list with one such resource before and after the text. */
export function aroundText(list: string): { readonly before: string; readonly after: string } {
  const [start, end] = [list.indexOf('held-text:'), list.lastIndexOf('    # kept\n    beyond:')];
  return { before: list.slice(0, start), after: list.slice(end) };
}

/** Line breaks that a literal block would not keep, and characters that YAML allows only as escapes. */
const SPECIAL = /[\r\u0080-\u009F\u2028\u2029\u007F\uFEFF]/;

function literal(text: string): string {
  if (text.trim() === '' || SPECIAL.test(text)) return doubleQuoted(text);
  const indentation = /^[ \n]/.test(text) ? '2' : '';
  const chomping = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return `|${indentation}${chomping}\n${body.replaceAll(/^(?=.)/gm, '    ')}`;
}

function doubleQuoted(text: string): string {
  const escape = (special: string): string => `\\u${special.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replaceAll(new RegExp(SPECIAL, 'g'), escape);
}

function singleQuoted(text: string): string {
  const isOneLine = !text.includes('\n') && !SPECIAL.test(text);
  return isOneLine ? `'${text.replaceAll("'", "''")}'` : doubleQuoted(text);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function base64Lines(text: string): string {
  return literal(`${base64(text).replaceAll(/.{40}(?=.)/g, '$&\n')}\n`);
}

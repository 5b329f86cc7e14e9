import { copyLines, copyText, isCopyable } from './copy.ts';
import { mapEntries } from '../tree/plain.ts';
import { renderNode } from './render.ts';
import { literalHeader, printLiteral } from './print-literal.ts';
import { isLiteralSafe, printKey, printPrimitive, printString, type ScalarContext } from './print-scalar.ts';
import type { ScalarValue } from '../tree/scalar-type.ts';
import type { Style } from './style.ts';
import { isBlock, isCollection, isTreeNode, resolveAlias, type Scalar, type TreeNode } from '../tree/tree.ts';

/** A printable value: plain data, or a node, whose scalars keep their text if possible. */
export type Printable = ScalarValue | TreeNode | readonly Printable[] | { readonly [key: string]: Printable };

/** The place after a key's colon or an element's dash, and the parts of its line that stay. */
export interface Zone {
  /** Column of the key or the dash. */
  readonly indent: number;
  readonly element: boolean;
  /** White space before a value on the same line. */
  readonly gap: string;
  /** The anchor with its `&`, or ''. */
  readonly anchor: string;
  /** The comment beside it, with the white space before it, or ''. */
  readonly comment: string;
  readonly old?: Scalar | undefined;
  /** True if a string of several lines may be a literal block. Default: true. */
  readonly literal?: boolean;
}

type Shape =
  | { readonly kind: 'map'; readonly pairs: readonly (readonly [string, Printable])[] }
  | { readonly kind: 'seq'; readonly elements: readonly Printable[] }
  | ScalarShape;

interface ScalarShape {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  /** Its text, if that means the same anywhere. */
  readonly source?: string | undefined;
}

/** Prints all text after the colon or dash, up to and including the line break at its end. */
export function printZone(value: Printable, zone: Zone, style: Style): string {
  const shape = shapeOf(value);
  const head = zone.anchor === '' ? '' : ` ${zone.anchor}`;
  const gap = head === '' ? zone.gap : ' ';
  const rest = `${zone.comment}${style.eol}`;
  const copy = isTreeNode(value) && isCopyable(value) ? resolveAlias(value) : undefined;
  if (copy?.kind === 'scalar' && isBlock(copy))
    return `${head}${gap}${withComment(copyText(copy, zone.indent, style.eol), zone.comment)}`;
  if (shape.kind === 'scalar' && zone.literal !== false && !isEscaped(copy) && isLiteral(shape.value, zone.old)) {
    const place = { indent: zone.indent, comment: zone.comment, style };
    return `${head}${gap}${printLiteral(shape.value, place, zone.old)}`;
  }
  if (copy !== undefined && !isBlock(copy)) return `${head}${gap}${copyText(copy, zone.indent, style.eol)}${rest}`;
  if (shape.kind === 'scalar')
    return `${head}${gap}${printScalar(shape, { flow: false, json: false, old: zone.old })}${rest}`;
  if (isEmpty(shape)) return `${head}${gap}${printFlow(value, { json: false })}${rest}`;
  const indent = zone.element ? zone.indent + 2 : zone.indent + (shape.kind === 'seq' ? style.sequence : style.width);
  const lines = isCollection(copy) ? copyLines(copy, indent, style.eol) : printLines(shape, indent, style);
  const beside = zone.element && head === '' && zone.comment === '';
  if (beside) return ` ${lines.slice(indent)}`;
  // Go does not read a tab directly after a dash.
  return head === '' ? `${rest.replace(/^[ \t]+/, spaces)}${lines}` : `${head}${rest}${lines}`;
}

/** Returns a block scalar with a comment beside its header; with its own, if that is ''. */
function withComment(block: string, comment: string): string {
  return comment === ''
    ? block
    : block.replace(/^([|>][-+0-9]*)[^\r\n]*/, (_, header: string) => `${header}${comment}`);
}

function spaces(blanks: string): string {
  return blanks.replaceAll('\t', ' ');
}

/** Prints the lines of a nonempty map or sequence at a column, each with its line break. */
function printLines(shape: Exclude<Shape, ScalarShape>, indent: number, style: Style): string {
  const pad = ' '.repeat(indent);
  const zone = { indent, element: shape.kind === 'seq', gap: ' ', anchor: '', comment: '' };
  if (shape.kind === 'seq')
    return shape.elements.map((element) => `${pad}-${printZone(element, zone, style)}`).join('');
  const context = { flow: false, json: false };
  return shape.pairs
    .map(([name, value]) => `${pad}${printKey(name, context)}:${printZone(value, zone, style)}`)
    .join('');
}

/** Reports whether a scalar escapes characters that JSON and a literal block show, as go-yaml does above U+FFFF. */
function isEscaped(copy: TreeNode | undefined): boolean {
  return copy?.kind === 'scalar' && copy.style === 'double' && copy.text.slice(copy.start, copy.end).includes('\\U');
}

/**
 * Reports whether a value is written as a literal block: a string of several lines, or of one line in place of a block
 * whose header fits it.
 */
function isLiteral(value: ScalarValue, old: Scalar | undefined): value is string {
  if (typeof value !== 'string' || (!value.includes('\n') && !literalHeader(old).includes('-'))) return false;
  return isLiteralSafe(value, old) && old?.style !== 'double' && old?.style !== 'single';
}

/** The white space after the separators of flow style. */
export interface Spacing {
  /** After a comma. */
  readonly comma: '' | ' ';
  /** After the colon of a quoted key. A plain key always has some: `a:1` is one scalar. */
  readonly colon: '' | ' ';
}

/** Style and surroundings of a value in flow style. */
export interface FlowContext {
  readonly json: boolean;
  /** True if the outermost flow collection is a whole document, so that copied numbers must be JSON. Default: false. */
  readonly isDocument?: boolean | undefined;
  readonly old?: Scalar | undefined;
  /** Default: a space after each. */
  readonly spacing?: Spacing;
  /**
   * Set if each entry is on a line of its own: the indentation of the collection's own line, the additional indentation
   * of its entries, and the line break.
   */
  readonly lines?: { readonly indent: string; readonly unit: string; readonly eol: string } | undefined;
}

export function printFlow(value: Printable, context: FlowContext): string {
  const shape = shapeOf(value);
  if (shape.kind === 'scalar') return printScalar(shape, { ...context, flow: true });
  if (isEmpty(shape)) return shape.kind === 'map' ? '{}' : '[]';
  const copy = isTreeNode(value) ? jsonText(value, context) : undefined;
  if (copy !== undefined) return copy;
  const { lines, spacing = SPACED, json, isDocument } = context;
  const inner = { json, isDocument, spacing, lines: lines && { ...lines, indent: lines.indent + lines.unit } };
  const entries =
    shape.kind === 'seq'
      ? shape.elements.map((element) => printFlow(element, inner))
      : shape.pairs.map(([name, element]) => `${printFlowKey(name, inner)}${printFlow(element, inner)}`);
  const [open, close] = shape.kind === 'map' ? ['{', '}'] : ['[', ']'];
  if (lines === undefined) return `${open}${entries.join(`,${spacing.comma}`)}${close}`;
  const lead = `${lines.eol}${lines.indent}${lines.unit}`;
  return `${open}${lead}${entries.join(`,${lead}`)}${lines.eol}${lines.indent}${close}`;
}

/**
 * Returns the text of a collection that is JSON, as it is, with its further lines moved; undefined for any other one.
 */
function jsonText(node: TreeNode, { json, lines }: FlowContext): string | undefined {
  if (!json || lines === undefined || !isCollection(node) || !node.flow || !isCopyable(node)) return undefined;
  const [first = '', ...others] = renderNode(node).split(/\r?\n/);
  const from = /^ */.exec(others.at(-1) ?? '')?.[0] ?? '';
  // Readers disagree about tabs before a value.
  const isMovable = others.every((line) => line.startsWith(from) && !/^ *\t/.test(line));
  if (!isMovable || !isJsonText([first, ...others].join('\n'))) return undefined;
  return [first, ...others.map((line) => `${lines.indent}${line.slice(from.length)}`)].join(lines.eol);
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SPACED: Spacing = { comma: ' ', colon: ' ' };

/** Prints a key in flow style with its colon and the white space after it. */
export function printFlowKey(name: string, { json, spacing = SPACED }: FlowContext): string {
  return withColon(printKey(name, { flow: true, json }), spacing);
}

/** Returns the text of a key in flow style with its colon and the white space after it. */
export function withColon(key: string, { colon }: Spacing): string {
  return `${key}:${/^["']/.test(key) ? colon : ' '}`;
}

function printScalar({ value, source }: ScalarShape, context: ScalarContext & Pick<FlowContext, 'isDocument'>): string {
  const isAny = !context.json || (typeof value !== 'string' && context.isDocument !== true);
  if (source !== undefined && (isAny || isJsonText(source))) return source;
  return typeof value === 'string' ? printString(value, context) : printPrimitive(value, context);
}

function isEmpty(shape: Shape): boolean {
  return shape.kind === 'map' ? shape.pairs.length === 0 : shape.kind === 'seq' && shape.elements.length === 0;
}

function shapeOf(value: Printable): Shape {
  if (isTreeNode(value)) return nodeShape(value);
  if (isList(value)) return { kind: 'seq', elements: value };
  if (typeof value === 'object' && value !== null) return { kind: 'map', pairs: Object.entries(value) };
  return { kind: 'scalar', value };
}

function isList(value: Printable): value is readonly Printable[] {
  return Array.isArray(value);
}

function nodeShape(node: TreeNode): Shape {
  if (node.kind === 'alias') return nodeShape(node.target);
  if (node.kind === 'scalar') return scalarShape(node);
  if (node.kind === 'seq') return { kind: 'seq', elements: node.entries.map((entry) => entry.value) };
  return { kind: 'map', pairs: [...mapEntries(node)].map(([name, { entry }]) => [name, entry.value]) };
}

function scalarShape(node: Scalar): ScalarShape {
  const { value } = node;
  const source = node.text.slice(node.start, node.end);
  const keepsText =
    node.tag === undefined &&
    !isBlock(node) &&
    /^.+$/.test(source) &&
    (node.style !== 'plain' || typeof value !== 'string');
  return { kind: 'scalar', value, source: keepsText ? source : undefined };
}

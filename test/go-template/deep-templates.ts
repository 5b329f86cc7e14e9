import { expand, TemplateError, type TemplateData } from '../../src/go-template/index.ts';
import {
  MAX_BYTES,
  MAX_DATA_DEPTH,
  MAX_PARENTHESES,
  MAX_STEPS,
  MAX_TEMPLATE_DEPTH,
} from '../../src/go-template/limits.ts';

/** Template at or beyond a limit, with the end of its output, or its message. */
export interface DeepTemplate {
  readonly name: string;
  readonly template: string;
  readonly data?: TemplateData;
  readonly want: string;
}

/** Returns the end of an expansion's output or its message, shortened if it is long. */
export function ending({ template, data = null }: DeepTemplate): string {
  try {
    return expand(template, data, { name: 't' }).slice(-100);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return `${error.phase}: ${error.message.slice(-100)}`;
  }
}

/** Templates that overflow the stack of a recursive evaluator, or never end. */
export const DEEP_TEMPLATES: readonly DeepTemplate[] = [
  { name: 'parentheses', template: `{{${nested(MAX_PARENTHESES, '(', '1', ')')}}}`, want: '1' },
  {
    name: 'parentheses beyond the limit',
    template: `{{${nested(MAX_PARENTHESES + 1, '(', '1', ')')}}}`,
    want: 'parse: template: t:1: max expression depth exceeded',
  },
  { name: 'functions in functions', template: `{{${nested(9000, '(print ', '1', ')')}}}`, want: '1' },
  { name: 'functions that stop', template: `{{${nested(9000, '(and 1 ', '2', ')')}}}`, want: '2' },
  { name: 'fields of fields', template: `{{${nested(9000, '(', '$.z', '.a)')}}}`, want: '<no value>' },
  {
    name: 'a message that quotes parentheses',
    template: `{{len ${nested(9000, '(', '1', ')')}}}`,
    want: ')))>: error calling len: len of type int',
  },
  {
    name: 'a message that quotes arguments',
    template: `{{eq true${' false'.repeat(200_000)} 1}}`,
    want: 'false 1>: error calling eq: incompatible types for comparison: bool and int',
  },
  { name: 'ifs', template: nested(90_000, '{{if true}}', 'x', '{{end}}'), want: 'x' },
  { name: 'withs and ranges', template: nested(9000, '{{with 1}}{{range .}}', 'x', '{{end}}{{end}}'), want: 'x' },
  { name: 'else ifs', template: `{{if 0}}${'{{else if 0}}'.repeat(90_000)}{{else}}x{{end}}`, want: 'x' },
  { name: 'blocks', template: blocks(9000), want: 'x' },
  { name: 'pipeline stages', template: `{{1${'|print'.repeat(100_000)}}}`, want: '1' },
  { name: 'a chain of fields', template: `{{${'.a'.repeat(100_000)}}}`, want: '<no value>' },
  {
    name: 'a template that calls itself',
    template: '{{define "a"}}{{if true}}{{range 1}}{{template "a"}}{{end}}{{end}}{{end}}{{template "a"}}',
    want: `executing "a" at <{{template "a"}}>: exceeded maximum template depth (${MAX_TEMPLATE_DEPTH})`,
  },
  {
    name: 'templates with finite recursion',
    template: '{{define "a"}}{{with .n}}{{template "a" .}}{{end}}{{with .s}}{{.}}{{end}}{{end}}{{template "a" .}}',
    data: { n: { n: { s: 'in' } }, s: 'out' },
    want: 'inout',
  },
  {
    name: 'a loop that never ends',
    template: '{{range 9223372036854775807}}{{end}}',
    want: `executing "t" at <9223372036854775807>: exceeded maximum number of steps (${MAX_STEPS})`,
  },
  {
    name: 'templates that double the work',
    template: `${Array.from({ length: 60 }, (_, i) => doubling(`${i}`, `${i + 1}`)).join('')}{{define "60"}}{{end}}{{template "0"}}`,
    want: `exceeded maximum number of steps (${MAX_STEPS})`,
  },
  {
    name: 'output that never ends',
    template: `{{range 9223372036854775807}}${'x'.repeat(1000)}{{end}}`,
    want: `exceeded maximum output length (${MAX_BYTES} bytes)`,
  },
  {
    name: 'a string that doubles',
    template: `{{$x := "a"}}${'{{$x = print $x $x}}'.repeat(64)}`,
    want: `must not be longer than ${MAX_BYTES} bytes`,
  },
  {
    name: 'comparisons of long strings',
    template: `{{$x := "a"}}${'{{$x = print $x $x}}'.repeat(20)}{{$y := print $x "b"}}{{range 9999999}}{{if lt $x $y}}{{end}}{{end}}`,
    want: `exceeded maximum number of steps (${MAX_STEPS})`,
  },
  {
    name: 'copies of long slices',
    template: '{{$l := .}}{{range 9999999}}{{$l = slice $l}}{{end}}',
    data: Array.from({ length: 10_000 }, () => null),
    want: `exceeded maximum number of steps (${MAX_STEPS})`,
  },
  { name: 'data in data', template: '{{.}}', data: lists(MAX_DATA_DEPTH), want: ']'.repeat(100) },
  {
    name: 'data nested beyond the limit',
    template: '{{.}}',
    data: lists(MAX_DATA_DEPTH + 1),
    want: `[0][0][0] must not be nested deeper than ${MAX_DATA_DEPTH}`,
  },
];

function nested(depth: number, left: string, inside: string, right: string): string {
  return left.repeat(depth) + inside + right.repeat(depth);
}

function blocks(depth: number): string {
  const heads = Array.from({ length: depth }, (_, index) => `{{block "${index}" .}}`);
  return `${heads.join('')}x${'{{end}}'.repeat(depth)}`;
}

function doubling(name: string, other: string): string {
  return `{{define "${name}"}}{{template "${other}"}}{{template "${other}"}}{{end}}`;
}

function lists(depth: number): TemplateData {
  let data: TemplateData = [];
  for (let i = 1; i < depth; i++) data = [data];
  return data;
}

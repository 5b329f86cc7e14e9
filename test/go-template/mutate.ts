import fc from 'fast-check';

/** Generates random pieces of templates. */
export function jumbled(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...SNIPPETS);
  return fc.array(piece, { minLength: 1, maxLength: 25, size: 'max' }).map((pieces) => `{{${pieces.join('')}`);
}

/** Generates actions with text that resembles a number. */
export function numberLike(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'0011279abefxXoObBpPeE__..+-ii');
  return fc
    .tuple(fc.constantFrom('', '', '0x', '0x1.', '0b', '0o', '-', '1e', "'"), fc.string({ unit, maxLength: 8 }))
    .map(([head, tail]) => `{{print 1 ${head}${tail}${head === "'" ? "'" : ''}}}{{printf "%T" ${head}${tail}}}`);
}

/** Generates damaged versions of the templates. */
export function mutated(templates: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const mutation = fc.record({ mutate: fc.constantFrom(...MUTATIONS), place: fc.nat(), choice: fc.nat() });
  return fc
    .tuple(templates, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([text, mutations]) => mutations.reduce((now, { mutate, place, choice }) => mutate(now, place, choice), text));
}

/** Changes a text at a place chosen by one number, in a way chosen by another. */
type Mutation = (text: string, place: number, choice: number) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, place, choice) => splice(text, place, 0, pick(SNIPPETS, choice)),
  (text, place, choice) => splice(text, insideAction(text, place), 0, pick(SNIPPETS, choice)),
  (text, place, choice) => splice(text, place, 1 + (choice % 3), ''),
  (text, place, choice) => splice(text, insideAction(text, place), 1, pick(SNIPPETS, choice)),
  (text, place, choice) => splice(text, place, 0, text.slice(place % (text.length + 1)).slice(0, choice % 20)),
  (text, place, choice) => dropAction(text, place, choice),
  (text, place) => text.slice(0, place % (text.length + 1)),
];

/** Pieces of templates, separated by broken bars. */
const SNIPPETS = [
  '{{¦}}¦{{-¦-}}¦{{- ¦ -}}¦{{/*¦*/}}¦{{/* c */}}¦/*¦*/¦(¦)¦|¦ | ¦,¦.¦:¦:=¦=¦$¦$x¦$x :=¦$i, $v := ¦"¦\'¦`¦\\¦"\\¦\n¦ ¦\t¦-¦+¦1¦0x',
  '_¦i¦e¦1i¦.5¦nil¦true¦.s¦.m¦.x.y¦$.s¦é¦ⅷ¦٣¦\u00a0¦😀¦\0¦&¦!¦%¦#¦[¦{¦}¦{{end}}¦{{else}}¦{{if .s}}¦{{else if .b}}¦{{with .m}}',
  '{{else with .m}}¦{{range .l}}¦{{break}}¦{{continue}}¦{{template "a" .}}¦{{template "none"}}¦{{block "k" .}}¦{{define "a"}}',
  '{{define "t"}}¦{{nil}}¦{{.}}¦{{$}}¦{{break .}}¦{{end .}}¦{{else .}}¦{{define}}¦{{template}}¦ end ¦ else ¦ if ¦ range ¦ print ',
  ' printf ¦ foo ¦ index ¦ len ¦ break ¦ define ¦ block ¦ and ¦ not ¦ call ¦{{range $i, .}}',
].flatMap((row) => row.split('¦'));

/** Returns a place in an action, if there is one. */
function insideAction(text: string, place: number): number {
  const starts = [...text.matchAll(/\{\{/g)].map(({ index }) => index + 2);
  return starts.length === 0 ? place : pick(starts, place) + (Math.floor(place / 7) % 8);
}

function dropAction(text: string, place: number, choice: number): string {
  const actions = [...text.matchAll(/\{\{[^}]*\}\}/g)];
  if (actions.length === 0) return text;
  const { index, 0: all } = pick(actions, place);
  return splice(text, index, all.length, pick(['', '', '{{end}}', '{{else}}', 'x'], choice));
}

function splice(text: string, place: number, count: number, by: string): string {
  const at = place % (text.length + 1);
  return text.slice(0, at) + by + text.slice(at + count);
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

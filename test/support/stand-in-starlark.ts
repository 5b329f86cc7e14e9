import { parse, type YAMLMap } from 'yaml';
import type { StandInCall } from './stand-in-call.ts';

type Step = (call: StandInCall, match: RegExpExecArray, source: string) => void;

/** Annotation of a location, in a script. */
const ANNOTATION = String.raw`\["annotations"\]\["((?:internal\.)?config\.kubernetes\.io/)path"\]`;

/** Patterns of the scripts of kpt's tests, each with its meaning. The first one that matches counts. */
const SCRIPTS: readonly (readonly [pattern: RegExp, step: Step])[] = [
  [/\b(?:and|or) *$/m, (call) => fail(call, 'got newline, want primary expression')],
  [/^print\("(.*)"\)/m, (_call, [, text]) => void process.stderr.write(`${text}\n`)],
  [/fail\("(could not find .*)"\)/, (call, [, message = '']) => call.items.some(isHttpbin) || fail(call, message)],
  [
    /\["namespace"\] != "(.*)":\s+fail\("(.*)"\)/,
    ({ items, ...call }, [, namespace, message = '']) =>
      items.every((item) => item.getIn(['metadata', 'namespace']) === namespace) || fail(call, message),
  ],
  [
    /^\w+ = \{[^]*?^\}/m,
    ({ items, document }, _match, source) => {
      if (items.some(isHttpbin)) return;
      for (const [, text = ''] of source.matchAll(/^\w+ = (\{[^]*?^\})/gm))
        items.push(document.createNode(withTextAnnotations(parse(text))) as YAMLMap);
    },
  ],
  [
    /if (not )?(?:is(\w+)\(r\)|x\["kind"\] in \[(.*)\])\]/,
    (call, [, , name = '', kinds], source) => {
      const [, kind] = /\["kind"\] == "(\w+)"/.exec(source) ?? [];
      const isNamed = (item: YAMLMap): boolean => name !== 'HTTPBin' || isHttpbin(item);
      call.items = call.items.filter((item) =>
        kinds === undefined
          ? !(item.get('kind') === kind && isNamed(item))
          : kinds.includes(`"${String(item.get('kind'))}"`),
      );
    },
  ],
  [
    new RegExp(String.raw`if r\["kind"\] == "(\w+)":\s+r\["metadata"\]${ANNOTATION} = "(.*)"`),
    ({ items }, [, kind, prefix = '', path]) => {
      for (const item of items)
        if (item.get('kind') === kind) item.setIn(['metadata', 'annotations', `${prefix}path`], path);
    },
  ],
  [
    new RegExp(String.raw`${ANNOTATION}\.split`),
    ({ items }, [, prefix = '']) => {
      for (const item of items.filter((each) => !['Kptfile', 'StarlarkRun'].includes(String(each.get('kind'))))) {
        const path = ['metadata', 'annotations', `${prefix}path`];
        const index = ['metadata', 'annotations', `${prefix}index`];
        if (String(item.getIn(path)).endsWith('y.yaml')) return;
        item.setIn(path, String(item.getIn(path)).replace(/[^/]*$/, 'y.yaml'));
        item.setIn(index, item.getIn(index) === '0' ? '1' : '0');
      }
    },
  ],
];

/** Does what a script of Starlark in kpt's tests does. */
export function runScript(call: StandInCall): void {
  const source = String(call.config?.get('source'));
  for (const [pattern, step] of SCRIPTS) {
    const match = pattern.exec(source);
    if (match !== null) return step(call, match, source);
  }
  fail(call, 'this script is none of those that are known');
}

function fail({ results }: Pick<StandInCall, 'results'>, message: string): void {
  results.push({ message, severity: 'error' });
  process.stderr.write(`[error] : ${message}\n`);
}

function isHttpbin(item: YAMLMap): boolean {
  return item.get('kind') === 'Deployment' && item.getIn(['metadata', 'name']) === 'httpbin';
}

/** Returns data with the keys sorted and the annotations as text, as the catalog's function prints them. */
function withTextAnnotations(value: unknown, isText = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withTextAnnotations(each));
  if (typeof value !== 'object' || value === null) return isText ? String(value) : value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, withTextAnnotations(each, isText || key === 'annotations')]),
  );
}

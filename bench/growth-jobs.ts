import { applyPatch } from '../src/patch/index.ts';
import type { SourceDocument } from '../src/yaml/index.ts';

/** Edits of a text, of which both grow with a number. */
export interface GrowthJob {
  /** The smaller number; the larger one is four times as large. */
  readonly count: number;
  readonly text: (count: number) => string;
  readonly edit: (documents: readonly SourceDocument[], count: number) => void;
}

function joined(count: number, part: (index: number) => string, separator = ''): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(separator);
}

/** Returns a job that edits the only document once for each number. */
function edits(
  count: number,
  text: (count: number) => string,
  edit: (document: SourceDocument, index: number) => void,
): GrowthJob {
  return {
    count,
    text,
    edit([document], times) {
      if (document === undefined) return;
      for (let index = 0; index < times; index++) edit(document, index);
    },
  };
}

const blockMap = (count: number): string => `m:\n${joined(count, (index) => `  k${index}: v\n`)}`;
const blockList = (count: number): string => `l:\n${joined(count, (index) => `- name: n${index}\n  x: 0\n`)}`;
const flowList = (count: number): string => `l: [${joined(count, (index) => `v${index}`, ', ')}]\n`;
const flowMaps = (count: number): string => `l: [${joined(count, (index) => `{name: n${index}, x: 0}`, ', ')}]\n`;
const flowMap = (count: number): string => `m: {${joined(count, (index) => `k${index}: v`, ', ')}}\n`;
const aliases = (count: number): string => `a: &a\n  b: 0\n${joined(count, (index) => `k${index}: *a\n`)}`;
const anchors = (count: number): string =>
  joined(count, (index) => `a${index}: &a${index} {b: 0}\nk${index}: *a${index}\n`);
const merges = (count: number): string => `a: &a {b: 0}\nl:\n${joined(count, () => '- {<<: *a, c: 0}\n')}`;
const objects = (count: number): string =>
  joined(count, (index) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a${index}\ndata:\n  a: b\n`, '---\n');

function once(count: number, text: GrowthJob['text'], edit: (document: SourceDocument) => void): GrowthJob {
  return { count, text, edit: ([document]) => document && edit(document) };
}

/** Reads what identifies an object, as every call does. */
function identify(document: SourceDocument): void {
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'name']]) document.value(path);
}

/** Work that took quadratic time or much memory once, and its neighbours. */
export const GROWTH_JOBS: Readonly<Record<string, GrowthJob>> = {
  'aliases of one anchor, which is edited': once(10_000, aliases, (document) => document.set(['a', 'b'], 1)),
  'aliases of one anchor, each edited': edits(5_000, aliases, (d, index) => d.set([`k${index}`, 'b'], index + 1)),
  'anchors, each edited': edits(5_000, anchors, (d, index) => d.set([`a${index}`, 'b'], index + 1)),
  'flow maps with a merge key, each edited': edits(5_000, merges, (d, index) => d.set(['l', index, 'b'], index + 1)),
  'flow list, each element set': edits(3_000, flowList, (d, index) => d.set(['l', index], index)),
  'flow list, appended to': edits(3_000, flowList, (d, index) => d.append(['l'], index)),
  'flow list, emptied': edits(20_000, flowList, (d) => d.remove(['l', 0])),
  'flow list, inserted at the front of': edits(5_000, flowList, (d, index) => d.insert(['l'], 0, index)),
  'flow list of maps, each edited': edits(3_000, flowMaps, (d, index) => d.set(['l', index, 'x'], index + 1)),
  'flow map, each key set': edits(3_000, flowMap, (d, index) => d.set(['m', `k${index}`], index)),
  'flow map, keys added': edits(3_000, flowMap, (d, index) => d.set(['m', `new${index}`], index)),
  'block list, appended to': edits(5_000, blockList, (d, index) => d.append(['l'], index)),
  'block list, emptied': edits(20_000, blockList, (d) => d.remove(['l', 0])),
  'block list, inserted at the front of': edits(20_000, blockList, (d, index) => d.insert(['l'], 0, index)),
  'block list of maps, each edited': edits(5_000, blockList, (d, index) => d.set(['l', index, 'x'], index + 1)),
  'block list of maps, patched by name': edits(5_000, blockList, (d, index) => {
    const operation = { op: 'replace', path: `/l/[name=n${index}]/x`, value: index + 1 } as const;
    applyPatch(d, [operation], { elementsByField: true, repeatable: true });
  }),
  'block list of maps, removed by name': edits(5_000, blockList, (d, index) => {
    applyPatch(d, [{ op: 'remove', path: `/l/[name=n${index}]` }], { elementsByField: true, repeatable: true });
  }),
  'wide map, each key set': edits(10_000, blockMap, (d, index) => d.set(['m', `k${index}`], index)),
  'wide map, keys added': edits(10_000, blockMap, (d, index) => d.set(['m', `new${index}`], index)),
  'wide map, keys renamed': edits(10_000, blockMap, (d, index) => d.rename(['m', `k${index}`], `new${index}`)),
  'wide map, keys removed': edits(20_000, blockMap, (d, index) => d.remove(['m', `k${index}`])),
  'wide map, keys removed in any order': edits(20_000, blockMap, (d, index) =>
    d.remove(['m', `k${(index * 7_919) % 20_000}`]),
  ),
  'positions in a wide map': edits(10_000, blockMap, (d, index) => d.position(['m', `k${index}`])),
  'objects, none edited': { count: 50_000, text: objects, edit: (documents) => documents.forEach(identify) },
  'objects, all edited': {
    count: 20_000,
    text: objects,
    edit(documents) {
      for (const document of documents) {
        identify(document);
        document.set(['data', 'a'], 'c');
      }
    },
  },
};

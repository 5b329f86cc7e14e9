import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../cli/run-folder.ts';
import { assertSameFiles, describeCorpus, HARD_CASES } from '../support/corpus.ts';
import { PROBE, probe } from '../support/probe.ts';
import { inFolder, readFiles } from './run-support.ts';

const KEY = 'example.com/touched';

/** Lines of our package that an annotation changes, since they are in flow style or the last of a file: before and after. */
const CHANGED: readonly (readonly [before: string, after: string])[] = [
  [
    'metadata: {name: tight,labels: {app: berth},annotations: {note: "a, b: c"}}',
    'metadata: {name: tight,labels: {app: berth},annotations: {note: "a, b: c", example.com/touched: "yes"}}',
  ],
  [
    'metadata: { name: loose , labels: { app : berth , "tier":front } , annotations: { } }',
    'metadata: { name: loose , labels: { app : berth , "tier":front } , annotations: {example.com/touched: "yes"} }',
  ],
  [
    '{apiVersion: harbour.example.com/v1, kind: Berth, metadata: {name: whole}, spec: {size: [20, 8]}}',
    '{apiVersion: harbour.example.com/v1, kind: Berth, metadata: {name: whole, annotations: {example.com/touched: "yes"}}, spec: {size: [20, 8]}}',
  ],
  ['  metadata: {name: in-a-list}', '  metadata: {name: in-a-list, annotations: {example.com/touched: "yes"}}'],
  ['  namespace: harbour', '  namespace: harbour\n+  annotations:\n+    example.com/touched: "yes"\n\\ No newline'],
  [
    '    "labels": { "app": "berth" }',
    '    "labels": { "app": "berth" },\n+    "annotations": {\n+      "example.com/touched": "yes"\n+    }\n   },',
  ],
  [
    '  annotations: {example.com/note: "the texts are no templates"}',
    '  annotations: {example.com/note: "the texts are no templates", example.com/touched: "yes"}',
  ],
  ['metadata: {name: windows-flow}', 'metadata: {name: windows-flow, annotations: {example.com/touched: "yes"}}\r'],
];

describeCorpus('krm-variants run on the corpus', (packages) => {
  for (const [name, files] of packages) {
    it(`${name}: adds only the lines of an annotation to each resource, and changes no byte without an edit`, () =>
      inFolder({ 'probe.yaml': PROBE }, (aside) =>
        inFolder(files, async (root) => {
          let touched = 0;
          const touch = probe(({ resources }) => {
            touched = resources.length;
            for (const { document } of resources) document.set(['metadata', 'annotations', KEY], 'yes');
          });
          const diff = await run(touch, root, aside);
          const changed = name === HARD_CASES ? CHANGED : [];
          assert.deepEqual(
            diff.match(/^-(?!--).*/gm) ?? [],
            changed.map(([before]) => `-${before}`),
            diff.slice(0, 2000),
          );
          for (const [, after] of changed) assert.ok(diff.includes(`\n+${after}`), after);
          const inFlow = changed.filter(([, after]) => !after.endsWith('No newline')).length;
          assert.equal(diff.match(/^\+ +example\.com\/touched: "yes"$/gm)?.length, touched - inFlow);
          const touchedFiles = readFiles(root);
          assert.equal(await run(probe(), root, aside), '');
          assertSameFiles(readFiles(root), touchedFiles, 'a function that changes nothing');
        }),
      ));
  }
});

async function run(fn: ReturnType<typeof probe>, root: string, aside: string): Promise<string> {
  const { stdout, stderr, exitCode } = await applyToFolder(fn, [
    root,
    '--fn-config',
    join(aside, 'probe.yaml'),
    '--diff',
  ]);
  assert.equal(exitCode, 0, stderr);
  return stdout;
}

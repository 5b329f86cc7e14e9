import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import type { LoadedFunction } from '../../../src/function/index.ts';
import { assertSameFiles, describeCorpus, HARD_CASES, withPipeline } from '../../support/corpus.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { inFolder, readFiles, type Files } from '../run-support.ts';

const KEY = 'example.com/touched';

/**
 * Lines of our package that an annotation changes, since they are in flow style or the last of a file: before and
 * after.
 */
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

/** Commands that call the function `probe` on a package and return the diff. */
const COMMANDS: Readonly<Record<string, (files: Files) => ProbedFiles>> = { run: forRun, render: forRender };

interface ProbedFiles {
  readonly files: Files;
  readonly call: (fn: LoadedFunction, root: string, aside: string) => Promise<FolderOutcome>;
}

function forRun(files: Files): ProbedFiles {
  const call: ProbedFiles['call'] = (fn, root, aside) =>
    applyToFolder(fn, [root, '--fn-config', join(aside, 'probe.yaml'), '--diff']);
  return { files, call };
}

/** A pipeline has its configuration in the package. */
function forRender(files: Files): ProbedFiles {
  const call: ProbedFiles['call'] = (fn, root) => quietRender({ probe: () => fn }, [root, '--diff']);
  return {
    files: { ...withPipeline(files, [{ exec: 'probe', configPath: 'probe.yaml' }]), 'probe.yaml': PROBE },
    call,
  };
}

for (const [command, prepare] of Object.entries(COMMANDS)) {
  describeCorpus(`krm-variants ${command} on the corpus`, (packages) => {
    for (const [name, original] of packages) {
      const { files, call } = prepare(original);
      const diffOf: DiffOf = async (fn, root, aside) => {
        const { stdout, stderr, exitCode } = await call(fn, root, aside);
        assert.equal(exitCode, 0, stderr);
        return stdout;
      };
      it(`${name}: adds only the lines of an annotation to each resource, and changes no byte without an edit`, () =>
        inFolder({ 'probe.yaml': PROBE }, (aside) =>
          inFolder(files, (root) => check(name === HARD_CASES ? CHANGED : [], { diffOf, root, aside })),
        ));
    }
  });
}

type DiffOf = (fn: LoadedFunction, root: string, aside: string) => Promise<string>;

interface Place {
  readonly diffOf: DiffOf;
  readonly root: string;
  readonly aside: string;
}

/** Annotates all resources of a package, and checks the diff: only the lines in `changed` are replaced. */
async function check(changed: typeof CHANGED, { diffOf, root, aside }: Place): Promise<void> {
  let touched = 0;
  const touch = probe(({ resources }) => {
    touched = resources.length;
    for (const { document } of resources) document.set(['metadata', 'annotations', KEY], 'yes');
  });
  const diff = await diffOf(touch, root, aside);
  assert.deepEqual(
    diff.match(/^-(?!--).*/gm) ?? [],
    changed.map(([before]) => `-${before}`),
    diff.slice(0, 2000),
  );
  for (const [, after] of changed) assert.ok(diff.includes(`\n+${after}`), after);
  const inFlow = changed.filter(([, after]) => !after.endsWith('No newline')).length;
  assert.equal(diff.match(/^\+ +example\.com\/touched: "yes"$/gm)?.length, touched - inFlow);
  const touchedFiles = readFiles(root);
  assert.equal(await diffOf(probe(), root, aside), '');
  assertSameFiles(readFiles(root), touchedFiles, 'a function that changes nothing');
}

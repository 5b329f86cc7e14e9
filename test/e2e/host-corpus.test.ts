import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { diffArrays } from 'diff';
import { parseAllDocuments } from 'yaml';
import type { Files } from '../cli/run-support.ts';
import { assertSameFiles, describeCorpus, withPipeline } from '../support/corpus.ts';
import { inCopy } from '../support/example-files.ts';
import { quietRender } from '../support/quiet-render.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../support/catalog/catalog-function.ts'));

/** Functions, and the lines that each removes and adds, but for comments directly above a moved element. */
const FUNCTIONS: Readonly<Record<string, readonly [removed: RegExp, added: RegExp]>> = {
  'set-labels': [/metadata: *\{|labels"?: *(?:\{|null|~|$)|^ *metadata: /, /site"?: "?oslo|labels"?:/],
  'set-namespace': [/namespace:|metadata: *\{|"labels": \{/, /namespace"?: *"?shop|"labels": \{/],
  'apply-replacements': [/image:/, /image:.*:v9/],
  'apply-setters': [/replicas:/, /replicas: *7/],
  'create-setters': [/replicas:/, /replicas: *[^#]+# kpt-set: \$\{replicas\}/],
  starlark: [/^/, /^/],
};

describeCorpus('krm-variants render of functions of others on the corpus', function (packages) {
  for (const [name, files] of packages) {
    for (const [fn, [removed, added]] of Object.entries(FUNCTIONS)) {
      it(`${name}: changes only the lines of what ${fn} changes`, async () => {
        const before = withPipeline(readAlike(files), [{ exec: `node ${PROGRAM} ${fn}` }]);
        const after = await rendered(before);
        for (const [path, text] of Object.entries(before)) {
          const now = String(after[path]);
          assertLines(String(text), now, removed, added);
          assertComments(String(text), now);
        }
        if (fn === 'create-setters') assertSameValues(before, after);
        if (fn !== 'starlark') assertSameFiles(await rendered(after), after, 'a second rendering');
      });
    }
  }
});

/**
 * Leaves out files with numbers that YAML 1.2, which the functions read, and kpt read differently, and with aliases,
 * which an edit of one writes out.
 */
function readAlike(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).filter(([, text]) => !/: 0\d+\s*$|: \*\w|<<:|[+-]?\d_\d/m.test(String(text))),
  );
}

function rendered(files: Files): Promise<Files> {
  return inCopy(files, async (copy) => {
    const { exitCode, stderr } = await quietRender({}, [copy.folder, '--allow-exec']);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}

/** Asserts that all lines that differ are of the kinds that a function changes. */
function assertLines(before: string, after: string, removed: RegExp, added: RegExp): void {
  for (const { value, ...change } of diffArrays(before.split('\n'), after.split('\n')))
    for (const line of value) {
      if (change.removed) assert.match(line, removed);
      if (change.added) assert.match(line, added);
    }
}

/** Asserts that each line that is only a comment is there as often as before. */
function assertComments(before: string, after: string): void {
  assert.deepEqual(commentLines(after), commentLines(before));
}

function commentLines(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^\s*#/.test(line))
    .map((line) => line.trim())
    .toSorted();
}

function assertSameValues(before: Files, after: Files): void {
  for (const [path, text] of Object.entries(before))
    assert.deepEqual(dataOf(String(after[path])), dataOf(String(text)), path);
}

function dataOf(text: string): readonly unknown[] {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'error', maxAliasCount: -1 } as object);
  return documents.map((document) => document.toJS({ maxAliasCount: -1 }) as unknown);
}

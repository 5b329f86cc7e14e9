import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePatch, type StructuredPatchHunk } from 'diff';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import type { ExplainedLines } from '../../../src/explain/explained-lines.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import type { Call, LoadedFunction } from '../../../src/function/index.ts';
import { attributeEdits, attributeResource } from '../../../src/krm/index.ts';
import { configArguments } from '../../support/example-call.ts';
import { findExamples } from '../../support/example.ts';
import { probe, PROBE, type ProbeConfig } from '../../support/probe.ts';
import { configMap, diffWithin, inFolder, readFiles, shortened, type Files } from '../run-support.ts';

interface Explained {
  readonly diff: string;
  readonly stderr: string;
  readonly explanations: readonly ExplainedLines[];
}

/** Explains a dry run on a folder. */
async function explain(fn: LoadedFunction, folder: string, config: readonly string[]): Promise<Explained> {
  return inFolder({}, async (aside) => {
    const report = join(aside, 'report.json');
    const options = ['--dry-run', '--diff', '--explain', '--report', `json=${report}`];
    const { stdout, stderr, exitCode } = await applyToFolder(fn, [folder, ...options, ...config]);
    if (exitCode !== 0) return { diff: '', stderr, explanations: [] };
    const { explanations } = JSON.parse(shortened(folder, readFileSync(report, 'utf8'))) as Explained;
    return { diff: diffWithin(folder, stdout), stderr: shortened(folder, stderr), explanations };
  });
}

/** Returns the changed lines of a diff that no explanation covers: all new ones, and old ones that nothing replaced. */
function unexplained({ diff, explanations }: Explained): readonly string[] {
  return parsePatch(diff).flatMap(({ oldFileName = '', newFileName = '', hunks }) => {
    const file = (newFileName === '/dev/null' ? oldFileName : newFileName).slice(2).replace(/\t$/, '');
    const covers = (side: ExplainedLines['side'], line: number): boolean =>
      explanations.some((each) => {
        const isThere = each.file === `@${file}` && each.side === side && each.start <= line && line <= each.end;
        return isThere && each.origins.length > 0;
      });
    return hunks.flatMap((hunk) =>
      changedLines(hunk)
        .filter(([side, line]) => !covers(side, line))
        .map(([side, line]) => `${file}:${line} ${side}`),
    );
  });
}

/** Returns the changed lines of a hunk: the new ones, and the old ones of a part without new ones. */
function changedLines({
  lines,
  oldStart,
  newStart,
}: StructuredPatchHunk): readonly (readonly [ExplainedLines['side'], number])[] {
  const found: (readonly [ExplainedLines['side'], number])[] = [];
  let [old, now] = [oldStart, newStart];
  let removed: number[] = [];
  let isReplaced = false;
  const close = (): void => {
    if (!isReplaced) found.push(...removed.map((line) => ['removed', line] as const));
    removed = [];
    isReplaced = false;
  };
  for (const line of lines) {
    if (line.startsWith('-')) removed.push(old++);
    else if (line.startsWith('+')) {
      isReplaced = true;
      found.push(['added', now++]);
    } else if (line.startsWith(' ')) {
      close();
      old++;
      now++;
    }
  }
  close();
  return found;
}

describe('--explain', () => {
  for (const example of findExamples()) {
    it(`names who asked for each changed line of the example ${example.title}`, async () => {
      const fn = await loadFunction(example.functionName);
      const explained = await explain(fn, example.folder, configArguments(example, example.folder));
      assert.deepEqual(unexplained(explained), []);
    });
  }

  /** `want`: explanations as they are printed. */
  const rows: readonly {
    name: string;
    files: Files;
    act: (call: Call<ProbeConfig>) => void;
    want: readonly string[];
  }[] = [
    {
      name: 'names the configuration for an edit that no policy asks for',
      files: { 'a.yaml': configMap('a') },
      act: ({ resources }) => {
        for (const { document } of resources) document.set(['data', 'k'], 'v');
      },
      want: ['@a.yaml:5-6: Probe p'],
    },
    {
      name: 'follows elements that later edits move',
      files: { 'a.yaml': configMap('a', 'list:\n  - a\n  - b\n') },
      act: ({ resources }) => {
        for (const each of resources) {
          attributeEdits({ field: ['first'] }, each, () => each.document.set(['list', 1], 'c'));
          attributeEdits({ field: ['second'] }, each, () => each.document.insert(['list'], 0, 'z'));
          attributeEdits({ field: ['third'] }, each, () => each.document.remove(['list', 1]));
        }
      },
      want: ['@a.yaml:6: Probe p `second`', '@a.yaml:7: Probe p `first`', '@a.yaml:6 (removed): Probe p `third`'],
    },
    {
      name: 'lists several policies of one line, each once',
      files: { 'a.yaml': configMap('a', 'data: {a: b, c: d}\n') },
      act: ({ resources }) => {
        for (const each of resources) {
          for (const key of ['a', 'c', 'a'])
            attributeEdits({ title: `rule ${key}` }, each, () => each.document.set(['data', key], `${key}${key}`));
        }
      },
      want: ['@a.yaml:5: rule a; rule c'],
    },
    {
      name: 'says what an edit brought about elsewhere',
      files: { 'a.yaml': configMap('a', 'data:\n  a: &x v\n  b: c\n  d: *x\n') },
      act: ({ resources }) => {
        for (const each of resources)
          attributeEdits({ title: 'a rule' }, each, () => each.document.set(['data', 'a'], 'w'));
      },
      want: ['@a.yaml:6: a rule', '@a.yaml:8: follows from an edit elsewhere in the file'],
    },
    {
      name: 'explains comments that were added, replaced and removed',
      files: { 'a.yaml': `---\n${configMap('a', '# old\ndata: # gone\n  # removed\n  k: v\n  l: w\n')}` },
      act: ({ resources }) => {
        for (const each of resources) {
          attributeEdits({ title: 'comments' }, each, () =>
            each.document.rewrite(
              each.document
                .text()
                .replace('# old', '# new\n# more')
                .replace(/ # gone|\n *# removed/g, '')
                .replace('l: w', 'l: w # beside'),
            ),
          );
          attributeEdits({ title: 'values' }, each, () => each.document.set(['data', 'k'], 'x'));
        }
      },
      want: ['@a.yaml:6-8: comments', '@a.yaml:9: comments; values', '@a.yaml:10: comments'],
    },
    {
      name: 'explains new and removed resources',
      files: { 'a.yaml': configMap('a'), 'b.yaml': `${configMap('b')}---\n${configMap('c')}` },
      act: ({ resources }) => {
        const added = resources.add(
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n' } },
          { path: 'n.yaml' },
        );
        attributeResource({ title: 'makes it' }, added);
        for (const each of [...resources].filter(({ name }) => name === 'a' || name === 'c')) {
          resources.remove(each);
          attributeResource({ title: 'removes it' }, each);
        }
      },
      want: ['@a.yaml:1-4 (removed): removes it', '@b.yaml:5-9 (removed): removes it', '@n.yaml:1-4: makes it'],
    },
    {
      name: 'counts lines with CRLF, a byte order mark, and elements of lists',
      files: {
        'a.yaml': `\uFEFFkind: ConfigMapList\r\napiVersion: v1\r\nitems:\r\n- metadata: {name: a}\r\n  data:\r\n    k: v\r\n`,
      },
      act: ({ resources }) => {
        for (const each of resources)
          attributeEdits({ title: 'a rule' }, each, () => each.document.set(['data', 'k'], 'w'));
      },
      want: ['@a.yaml:6: a rule'],
    },
  ];
  for (const { name, files, act, want } of rows) {
    it(name, () =>
      inFolder({ 'probe.yaml': PROBE }, (aside) =>
        inFolder(files, async (folder) => {
          const { stderr, explanations } = await explain(probe(act), folder, [
            '--fn-config',
            join(aside, 'probe.yaml'),
          ]);
          assert.deepEqual(
            stderr.split('\n').filter((line) => /^@[a-z].yaml:/.test(line)),
            want,
            stderr,
          );
          assert.equal(explanations.length, want.length);
          assert.deepEqual(readFiles(folder), files);
        }),
      ),
    );
  }
});

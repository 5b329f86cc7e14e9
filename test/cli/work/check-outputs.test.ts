import assert from 'node:assert/strict';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { checkFolderOutputs, checkOutputs } from '../../../cli/work/check-outputs.ts';
import { MERGE_OPTIONS } from '../../../cli/merge/merge-arguments.ts';
import { EVAL_OPTIONS } from '../../../cli/eval/eval-arguments.ts';
import { RENDER_OPTIONS } from '../../../cli/render/render-arguments.ts';
import { RUN_OPTIONS } from '../../../cli/run/run-arguments.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { inFolder } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(500);

/**
 * Folder `p` and file `conf.yaml` as inputs, with links to them and to `p/new`, which is absent, and a hard link of
 * `p/a.yaml`.
 */
function inPlace<T>(act: (folder: string) => T): Promise<T> {
  return inFolder(
    {
      'p/a.yaml': 'a',
      'p/d/b.yaml': 'b',
      'conf.yaml': 'c',
      'objects/o.yaml': 'o',
      'policies.yaml': 'p',
      'policies/p.yaml': 'p',
      'q/.keep': '',
    },
    (folder) => {
      for (const [name, target] of Object.entries({
        link: 'p',
        below: 'p/d',
        file: 'p/a.yaml',
        absent: 'p/new',
        up: 'q',
        loop: 'loop',
      }))
        symlinkSync(target, join(folder, name));
      linkSync(join(folder, 'p/a.yaml'), join(folder, 'hard'));
      return act(folder);
    },
  );
}

function check(folder: string, path: string, option: 'output' | 'report' | 'resultsDir' = 'report'): void {
  const at = join(folder, 'p');
  const asked = path.startsWith('/') ? path : `${folder}/${path}`;
  checkFolderOutputs({
    inputs: [at],
    objects: join(folder, 'objects'),
    configFile: `${folder}/conf.yaml#name`,
    policies: [`${folder}/policies.yaml#name`, join(folder, 'policies')],
    ...(option === 'report' ? { report: { format: 'json', file: asked } } : { [option]: asked }),
  });
}

const refused: readonly string[] = [
  'p',
  'p/a.yaml',
  'p/new',
  'p/new/deep/x',
  'p/../p/a.yaml',
  './p//a.yaml',
  'p/.git/x',
  'q/../p/x',
  'nosuch/../p/x',
  'link',
  'link/x',
  'below/x',
  'below/../x',
  'file',
  'policies.yaml',
  'policies/new',
  'absent',
  'absent/x',
  'hard',
  'conf.yaml',
  'objects/x',
  'objects/o.yaml',
];

const accepted: readonly string[] = [
  'x',
  'q/x',
  'new/x',
  'p.json',
  'pp/x',
  'p/../x',
  'link/../x',
  'up/../x',
  'other.yaml',
  'loop',
  'loop/x',
];

describe('outputs', () => {
  for (const path of refused)
    it(`are refused in and over an input: ${path}`, () =>
      inPlace((folder) => {
        assert.throws(
          () => check(folder, path),
          (error) =>
            error instanceof UsageError && error.message.startsWith('`--report` must be outside of the inputs'),
        );
      }));

  for (const path of accepted) it(`are accepted elsewhere: ${path}`, () => inPlace((folder) => check(folder, path)));

  it('are refused for each option', () =>
    inPlace((folder) => {
      assert.throws(() => check(folder, 'p/new', 'output'), /^Error: `--output` must be outside/);
      assert.throws(() => check(folder, 'p/new', 'resultsDir'), /^Error: `--results-dir` must be outside/);
      assert.throws(() => check(folder, 'link', 'resultsDir'), /^Error: `--results-dir` must be outside/);
    }));

  it('are refused with words for what they are', () =>
    inPlace((folder) => {
      assert.throws(() => check(folder, 'p/new'), /p\/new" is in ".*", whose files are read$/);
      assert.throws(
        () => checkOutputs({ report: { format: 'html', file: 'docs/plan.html' } }, ['.']),
        /`--report` must be outside of the inputs: "docs\/plan\.html" is in the current folder, whose files are read$/,
      );
    }));

  it('are refused over each other', () =>
    inPlace((folder) => {
      const report = { format: 'json', file: `${folder}/r/../x/results.yaml` } as const;
      assert.throws(
        () => checkOutputs({ report, resultsDir: `${folder}/x` }, []),
        /`--results-dir` must not write another/,
      );
    }));

  it('do not include the keywords of `--output`', () => {
    for (const output of ['stdout', 'unwrap']) checkOutputs({ output }, ['.']);
  });

  it('have only options that are checked', () => {
    const names = [RUN_OPTIONS, EVAL_OPTIONS, RENDER_OPTIONS, MERGE_OPTIONS].flat().map((option) => option.name);
    const writing = names.filter((name) => /^output$|report|results/.test(name));
    assert.deepEqual([...new Set(writing)].toSorted(), ['output', 'report', 'results-dir']);
  });

  it('that are accepted change no input', async () => {
    const name = fc.constantFrom(
      'p',
      'd',
      'a.yaml',
      'b.yaml',
      'conf.yaml',
      'objects',
      'o.yaml',
      'link',
      'below',
      'file',
      'policies.yaml',
      'policies/new',
      'absent',
      'up',
      'q',
      'hard',
      'new',
      '..',
      '.',
      'loop',
    );
    let written = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), (names) =>
        inPlace((folder) => {
          const path = `${folder}/q/../${names.join('/')}`;
          const before = inputs(folder);
          try {
            check(folder, path);
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, 'report');
            written++;
          } catch {
            // Refused, or not to be written.
          }
          assert.deepEqual(inputs(folder), before);
        }),
      ),
      { numRuns: RUNS },
    );
    assert.ok(written > RUNS / 50, `${written} written`);
  });
});

/** Returns the files of the inputs with their texts. */
function inputs(folder: string): readonly (readonly [string, string])[] {
  const files = ['p', 'objects'].flatMap((input) =>
    readdirSync(join(folder, input), { recursive: true, withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    ),
  );
  return [...files, join(folder, 'conf.yaml')]
    .toSorted()
    .map((file) => [file, file.endsWith('.yaml') ? readFileSync(file, 'utf8') : '']);
}

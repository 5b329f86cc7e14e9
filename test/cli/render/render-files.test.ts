import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import { listPackageFiles } from '../../../cli/package/file-list.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../../cli/render/pipeline-arguments.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { renderFiles, type FileRendering, type RenderedFiles } from '../../../src/upstream/render-files.ts';
import { formatResult, KrmError } from '../../../src/krm/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { configMap, inFolder, kptfile, readFiles, writeFiles, type Files } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { listContents } from '../../../src/package/list.ts';
import { pipelineHost } from '../../../cli/render/pipeline-host.ts';

const program = { functions: await allFunctions(), version: '0.1.0' };

const render = (files: Files, setting: Partial<FileRendering> = {}): Promise<RenderedFiles> =>
  renderFiles(new Map(Object.entries(files)), { host: pipelineHost(program), ...setting });

const context = configMap('kptfile.kpt.dev', 'data:\n  a: b # kept\n');
const setting = (...called: readonly string[]): string =>
  `${kptfile('p')}pipeline:\n  mutators:\n${called.map((each) => `  - ${each}\n`).join('')}`;
const SITE = 'exec: apply-package-context\n    configMap: {site: oslo}';
const GENERATED = 'image: builtins/gen-pkg-context';

describe('renderFiles', () => {
  const packages: readonly (readonly [name: string, files: Files])[] = [
    [
      'a package and a subpackage',
      { Kptfile: setting(SITE), 'c.yaml': context, 's/Kptfile': setting(SITE), 's/c.yaml': context },
    ],
    ['a new file', { Kptfile: setting(GENERATED), 'a.yaml': configMap('a') }],
    ['a removed file', { Kptfile: setting(GENERATED), 'c/old.yaml': context }],
    [
      'files without resources',
      { Kptfile: setting(SITE), 'c.yaml': context, 'R.md': '{{ x', 'b.png': Uint8Array.of(255, 0) },
    ],
    [
      'ignored files',
      { Kptfile: setting(SITE), '.krmignore': 'x/\n', 'x/t.yaml': '{{ x', 'x/Kptfile': '', 'c.yaml': context },
    ],
    ['modules', { Kptfile: setting(SITE), 'node_modules/t.yaml': '{{ x', 'c.yaml': context }],
    ['no function', { Kptfile: `${kptfile('p')}pipeline: {mutators: [], validators: null}\n`, 't.yaml': context }],
  ];
  for (const [name, files] of packages)
    it(`renders ${name} as a folder is rendered`, () =>
      inFolder(files, async (folder) => {
        const { stderr, exitCode } = await quietRender(program.functions, [folder]);
        assert.equal(exitCode, 0, stderr);
        const { files: rendered, others } = await render(files);
        await inFolder({}, (other) => {
          writeFiles(other, Object.fromEntries(rendered));
          assert.deepEqual([readFiles(other), others], [readFiles(folder), []]);
        });
      }));

  it('leaves a package without functions unread, and files that no function changes the same values', async () => {
    const plain = new Map([
      ['Kptfile', kptfile('p')],
      ['t.yaml', '{{ x'],
    ]);
    assert.equal((await renderFiles(plain, { host: pipelineHost(program) })).files, plain);
    const bytes = Uint8Array.of(255);
    const { files } = await render({ Kptfile: setting(SITE), 'c.yaml': context, b: bytes });
    assert.equal(files.get('b'), bytes);
    assert.equal(files.get('c.yaml'), `${context}  site: oslo\n`);
  });

  it('renders nothing if other functions are needed, and names them', async () => {
    const files = { Kptfile: setting(SITE, 'image: set-labels:v1', 'exec: ./x'), 'c.yaml': context };
    const rendered = await render(files);
    assert.deepEqual([Object.fromEntries(rendered.files), rendered.others], [files, ['set-labels:v1', './x']]);
  });

  it('calls other functions if they are permitted', () =>
    inFolder({}, async (folder) => {
      const pipelines = parsePipelineArguments(sortArguments(['--allow-exec'], PIPELINE_OPTIONS));
      const files = { Kptfile: setting('exec: sed s/b/B/'), 'c.yaml': configMap('c', 'data: {x: b}\n') };
      const rendered = await render(files, { host: pipelineHost(program, pipelines), root: folder });
      assert.match(String(rendered.files.get('c.yaml')), /data: \{x: B\}/);
      assert.deepEqual(rendered.others, ['sed s/b/B/']);
      await assert.rejects(
        render(files, { host: pipelineHost(program, { ...pipelines, allowsExec: false }) }),
        /--allow-exec/,
      );
    }));

  it('allows unknown fields of a Kptfile on request', async () => {
    const files = { Kptfile: `${setting(SITE)}x-vendor: 1\n`, 'c.yaml': context };
    const { files: rendered } = await render(files, { allowsUnknownFields: true });
    assert.equal(rendered.get('c.yaml'), `${context}  site: oslo\n`);
  });

  const failing: readonly (readonly [name: string, files: Files, message: RegExp])[] = [
    [
      'a function that fails',
      { Kptfile: setting('exec: apply-override-policy\n    configMap: {a: b}') },
      /"apply-override-policy" \(`pipeline\.mutators\[0\]`\) of the root package failed/,
    ],
    ['a file that is not YAML', { Kptfile: setting(SITE), 't.yaml': '{{ x' }, /t\.yaml: must be YAML/],
    ['a file that is not UTF-8', { Kptfile: setting(SITE), 't.yaml': Uint8Array.of(255) }, /t\.yaml: .*must be UTF-8/],
    ['an invalid pipeline', { Kptfile: setting('name: x') }, /must have either `image` or `exec`/],
    [
      'a pipeline that is lost to a duplicate',
      { Kptfile: `${setting(SITE)}pipeline: {}\n` },
      /Kptfile:\d+:\d+ \S+ pipeline: duplicate key "pipeline" in lines 5 and \d+/,
    ],
    [
      'a misspelled pipeline',
      { Kptfile: setting(SITE).replace('pipeline:', 'piplien:') },
      /^\[error\] Kptfile:\S+ \S+ piplien: unknown field, which kpt refuses; did you mean `pipeline`\?$/m,
    ],
    ['a Kptfile that is not YAML', { Kptfile: setting(SITE), 's/Kptfile': '{' }, /s\/Kptfile: must be YAML/],
  ];
  for (const [name, files, message] of failing)
    it(`refuses ${name}`, () =>
      assert.rejects(render(files), (error) => {
        assert.ok(error instanceof KrmError);
        assert.match(error.results.map(formatResult).join('\n'), message);
        return true;
      }));

  it('lists files in memory as those of a folder', () =>
    fc.assert(
      fc.asyncProperty(fc.dictionary(PATH, RULES, { maxKeys: 12, noNullPrototype: true }), (drawn) => {
        const files = Object.fromEntries(withoutCollisions(Object.entries(drawn)));
        return inFolder(files, (folder) => {
          const listed = listContents(new Map(Object.entries(files)), { exclude: ['b/'] });
          assert.deepEqual(listed.paths, listPackageFiles(join(folder), { exclude: ['b/'] }).paths);
        });
      }),
      { numRuns: propertyRuns(300) },
    ));
});

const PART = fc.constantFrom('a', 'b', 'a-b', 'a.b', '.git', 'é');
const PATH = fc
  .tuple(
    fc.array(PART, { maxLength: 3 }),
    fc.constantFrom('Kptfile', '.krmignore', 'a.yaml', 'a.json', 'R.md', 'a-b.yml'),
  )
  .map(([folders, name]) => [...folders, name].join('/'));
const RULES = fc.constantFrom('', 'a/\n', '*.yaml\n', '/a.yaml\n!b\n', 'a-b\n');

/** Drops files whose path is a folder of another file. */
function withoutCollisions(files: readonly (readonly [path: string, text: string])[]) {
  return files.filter(([path]) => !files.some(([other]) => other.startsWith(`${path}/`)));
}

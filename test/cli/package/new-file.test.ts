import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPackage } from '../../../cli/package/input.ts';
import { writeChanges } from '../../../cli/package/file-changes.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { configMap, inFolder, kptfile, type Files } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { readFolder } from '../../../cli/package/read-folder.ts';

const FILES: Files = {
  Kptfile: kptfile('root'),
  '.krmignore': 'left/\n/own.yaml\n*.gen.yaml\n',
  'a.yaml': configMap('a'),
  'j.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "j"}}',
  'sub/Kptfile': kptfile('sub'),
  'sub/.krmignore': 'below.yaml\n',
  'plain/.krmignore': 'any.yaml\n',
};

const CONTENT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' } };

/** Adds a resource at a path, and writes it. Returns the messages of the error; none if the resource is then read. */
async function add(path: string, exclude: readonly string[] = []): Promise<readonly string[]> {
  let messages: readonly string[] = [];
  await inFolder(FILES, (root) => {
    const { files } = findPackage(root, { exclude });
    const folder = readFolder(root, files);
    try {
      folder.add(CONTENT, { path });
      writeChanges(folder.texts().map((file) => ({ ...file, root, shown: file.path })));
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      messages = error.results.map(({ message }) => message);
      return Promise.resolve();
    }
    const { resources } = readFolder(root, findPackage(root, { exclude }).files);
    assert.ok(
      [...resources].some(({ name, location }) => name === 'new' && location.path === path),
      `${path} is not read again`,
    );
    return Promise.resolve();
  });
  return messages;
}

const REFUSED: Readonly<Record<string, RegExp>> = {
  'x.json': /\.json file: give it a path that ends in \.yaml or \.yml$/,
  'j.json': /cannot be added to a JSON file/,
  'run.sh': /file that is read again: give it a path that ends/,
  'x.YAML': /file that is read again/,
  'x.yaml.txt': /file that is read again/,
  noextension: /file that is read again/,
  kptfile: /file that is read again/,
  'sub/x.JSON': /file that is read again/,
  'left/x.yaml': /a \.krmignore or `--exclude` leaves this one out/,
  'left/deep/x.yaml': /leaves this one out/,
  'own.yaml': /leaves this one out/,
  'deep/x.gen.yaml': /leaves this one out/,
  'sub/below.yaml': /leaves this one out/,
  'sub/deep/below.yaml': /leaves this one out/,
  '.krm-variants-1.tmp': /the name of a temporary one/,
  '.krm-variants-1.tmp/x.yaml': /the name of a temporary one/,
  'deep/.krm-variants-x.yaml.tmp': /the name of a temporary one/,
};

const READ = [
  'x.yaml',
  'x.yml',
  'a.yaml',
  '.hidden/x.yaml',
  '.x.yaml',
  'Kptfile.yaml',
  'deep/own.yaml',
  'sub/own.yaml',
  'sub/x.gen.yaml',
  'plain/any.yaml',
  'deeper/than/others/x.yaml',
];

describe('a new resource in a file', () => {
  for (const [path, message] of Object.entries(REFUSED))
    it(`is refused at once where it would not be read again: ${path}`, async () =>
      assert.match((await add(path)).join('\n'), message));

  for (const path of READ)
    it(`is written where it is read again: ${path}`, async () => assert.deepEqual(await add(path), []));

  it('is refused at a path that the command line leaves out', async () =>
    assert.match((await add('gen/x.yaml', ['gen/'])).join('\n'), /leaves this one out/));

  const segment = fc.constantFrom('a', 'sub', 'left', 'plain', '.hidden', 'node_modules', '.krm-variants-1.tmp', 'x y');
  const name = fc.constantFrom(
    'x.yaml',
    'own.yaml',
    'below.yaml',
    'any.yaml',
    'x.yml',
    'x.json',
    'x',
    'x.YML',
    'x.gen.yaml',
  );

  it('is refused, or read again, at any path', () =>
    fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 3 }), name, async (folders, file) => {
        await add([...folders, file].join('/'));
      }),
      { numRuns: propertyRuns(200) },
    ));
});

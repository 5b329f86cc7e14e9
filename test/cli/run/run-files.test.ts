import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackageFiles } from '../../../cli/package/file-list.ts';
import { formatResult, resultsOf } from '../../../src/krm/index.ts';
import { temporaryName } from '../../../cli/package/temporary-file.ts';
import { inFolder, kptfile, writeFiles, type Files } from '../run-support.ts';

const files: Files = {
  Kptfile: kptfile('root'),
  'a.yaml': '',
  'b.yaml': '',
  'sub/Kptfile': kptfile('sub'),
  'sub/a.yaml': '',
  'sub/inner/b.yaml': '',
  'plain/a.yaml': '',
  'plain/inner/b.yaml': '',
};

const all = 'Kptfile a.yaml b.yaml plain/a.yaml plain/inner/b.yaml sub/Kptfile sub/a.yaml sub/inner/b.yaml';

const ignored: readonly (readonly [name: string, rules: Files, want: string])[] = [
  ['nothing', {}, all],
  ['a name', { '.krmignore': 'a.yaml\n' }, all.replace(' a.yaml', '').replace(' plain/a.yaml', '')],
  ['a name at the top', { '.krmignore': '/a.yaml\n' }, all.replace(' a.yaml', '')],
  ['no name in another case', { '.krmignore': 'A.YAML\n' }, all],
  [
    'names of a file with CRLF and a byte order mark',
    { '.krmignore': '\uFEFF/a.yaml\r\n' },
    all.replace(' a.yaml', ''),
  ],
  ['a folder', { '.krmignore': 'plain/\n' }, all.replace(/ plain\S*/g, '')],
  ['a folder that is a package', { '.krmignore': 'sub/\n' }, all.replace(/ sub\S*/g, '')],
  ['all files with exceptions', { '.krmignore': '*.yaml\n!b.yaml\n' }, all.replace(/ (plain\/)?a.yaml/g, '')],
  ['files at any depth', { '.krmignore': 'plain/**/b.yaml\n' }, all.replace(' plain/inner/b.yaml', '')],
  ['no file of a subpackage', { '.krmignore': 'sub/a.yaml\nsub/inner\n' }, all],
  ['files by the rules of a subpackage', { 'sub/.krmignore': '/a.yaml\n' }, all.replace(' sub/a.yaml', '')],
  ['files below a subpackage', { 'sub/.krmignore': 'inner/b.yaml\n' }, all.replace(' sub/inner/b.yaml', '')],
  ['no file by rules in a folder that is not a package', { 'plain/.krmignore': 'a.yaml\n' }, all],
  ['the Kptfile', { '.krmignore': 'Kptfile\n' }, all.replace('Kptfile ', '')],
];

describe('files of a package', () => {
  for (const [name, rules, want] of ignored) {
    it(`.krmignore leaves out ${name}`, () =>
      inFolder({ ...files, ...rules }, (folder) => assert.deepEqual(listPackageFiles(folder).paths, want.split(' '))));
  }

  it('are listed in byte order, files and folders together, if they may hold resources', async () => {
    const want = 'B/x.yaml Kptfile Z.yml a/Kptfile a/x.yaml a-b.yaml a.yaml b.json é.yaml \uFFFD.yaml \u{1F600}.yaml';
    const others = { 'a.yaml.md': '', 'a.YAML': '', kptfile: '', '.git/config.yaml': '', 'a/.git/x.yaml': '' };
    const some = Object.fromEntries(want.split(' ').map((path) => [path, '']));
    await inFolder({ ...some, ...others }, (folder) =>
      assert.deepEqual(listPackageFiles(folder).paths, want.split(' ')),
    );
  });

  const odd: readonly (readonly [name: string, path: readonly string[], want: RegExp | undefined])[] = [
    [
      'a file',
      ['a\xff.yaml'],
      /^\[error\] a\uFFFD\.yaml: the name must be UTF-8: rename the file or folder, or exclude it in \.krmignore$/,
    ],
    ['a folder', ['b\xff', 'a.yaml'], /^\[error\] b\uFFFD: the name must be UTF-8/],
    ['a file that holds no resource', ['a\xff.md'], undefined],
  ];
  for (const [name, path, want] of odd) {
    it(`have names in UTF-8: ${name} without one ${want === undefined ? 'is ignored' : 'is an error'}`, () =>
      inFolder({ 'a.yaml': '' }, (folder) => {
        const bytes = path.map((_, depth) => Buffer.from(`${folder}/${path.slice(0, depth + 1).join('/')}`, 'latin1'));
        for (const part of bytes.slice(0, -1)) mkdirSync(part);
        writeFileSync(bytes.at(-1) ?? '', '');
        const list = (): readonly string[] => listPackageFiles(folder).paths;
        if (want === undefined) assert.deepEqual(list(), ['a.yaml']);
        else assert.throws(list, (error) => want.test(resultsOf(error).map(formatResult).join()));
      }));
  }

  it('exclude symbolic links', () =>
    inFolder({ 'outside/o.yaml': '', 'package/a.yaml': '' }, (folder) => {
      const root = join(folder, 'package');
      mkdirSync(join(root, 'folder.yaml'));
      writeFiles(root, { 'folder.yaml/b.yaml': '' });
      symlinkSync('../outside', join(root, 'link'));
      symlinkSync('../outside/o.yaml', join(root, 'o.yaml'));
      symlinkSync('nowhere', join(root, 'dangling.yaml'));
      const { paths, passedOver } = listPackageFiles(root);
      assert.deepEqual(paths, ['a.yaml', 'folder.yaml/b.yaml']);
      assert.deepEqual(
        passedOver.map(({ severity, file }) => [severity, file?.path]),
        [
          ['info', 'dangling.yaml'],
          ['info', 'link'],
          ['info', 'o.yaml'],
        ],
      );
    }));

  it('exclude files whose extension is in upper case, and name them', () =>
    inFolder({ 'a.yaml': '', 'b.YAML': '', 'c.Json': '', 'd.TXT': '', kptfile: '', 'x.YML/e.yaml': '' }, (folder) => {
      const { paths, passedOver } = listPackageFiles(folder, { exclude: ['c.*'] });
      assert.deepEqual(paths, ['a.yaml', 'x.YML/e.yaml']);
      assert.deepEqual(
        passedOver.map((result) => formatResult(result).replace(/: only names .*/, '')),
        ['[info] b.YAML: skipped', '[info] kptfile: skipped'],
      );
    }));

  it('exclude files and folders that a killed run left, and name them', () =>
    inFolder({ 'a/b.yaml': '' }, (folder) => {
      const [file, newFolder] = [`a/${temporaryName()}`, `c/${temporaryName()}`];
      writeFiles(folder, { [file]: 'kind: Secret\n', [`${newFolder}/Kptfile`]: '', [`${newFolder}/d.yaml`]: '' });
      const { paths, passedOver } = listPackageFiles(folder);
      assert.deepEqual(paths, ['a/b.yaml']);
      assert.deepEqual(passedOver, [
        {
          severity: 'info',
          code: 'file-skipped',
          message: 'skipped: temporary file of a killed run; safe to remove',
          file: { path: file, index: 0 },
        },
        {
          severity: 'info',
          code: 'file-skipped',
          message: 'skipped: temporary folder of a killed run; safe to remove',
          file: { path: newFolder, index: 0 },
        },
      ]);
    }));
});

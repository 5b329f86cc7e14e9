import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';

/** Folder inside of the package, in which its name is that of the library that was built. */
const FOLDER = join(root, 'dist', 'examples');

const PAGE = readFileSync(join(root, 'docs', 'library.md'), 'utf8');

describe('the library', () => {
  const examples = Array.from(PAGE.matchAll(/^## (.+)$[^]*?^```ts\n([^]*?)^```$/gm), ([, title = '', code = '']) => ({
    title,
    code,
  }));

  before(() => mkdirSync(FOLDER, { recursive: true }));
  after(() => rmSync(FOLDER, { recursive: true }));

  it('has an example of each name that it exports', () => {
    const names = Array.from(
      readFileSync(join(root, 'src', 'index.ts'), 'utf8').matchAll(/^ {2}(?:type )?(\w+),$/gm),
      ([, name = '']) => name,
    );
    assert.ok(names.length > 40);
    const code = examples.map((each) => each.code).join('\n');
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b(?!.* from )`).test(code)),
      [],
    );
  });

  for (const [index, { title, code }] of examples.entries())
    it(`does what its page says: ${title}`, () => {
      const file = join(FOLDER, `example-${index}.ts`);
      writeFileSync(file, code);
      execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', file], { cwd: FOLDER });
    });

  it('has the types that its page says', () => {
    const names = examples.map((_, index) => `example-${index}.ts`);
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { noEmit: true, noUnusedLocals: false, noUnusedParameters: false, rootDir: '../..' },
      include: names,
      exclude: [],
    };
    writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync('tsc', ['--project', FOLDER], { encoding: 'utf8' });
    assert.equal(stdout, '');
  });
});

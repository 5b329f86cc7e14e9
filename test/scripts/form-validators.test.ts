import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleExecutable } from '../../scripts/bundle.ts';
import { writeLibraryValidators } from '../../scripts/form-validators.ts';
import { validatorOf } from '../../scripts/validators.ts';
import { commandForms } from '../../cli/reference/kinds.ts';

/** Value with an error in each kind. */
const VALUE = { apiVersion: 'v1', spec: [] };

/** Statement that prints the errors of each kind that commands read. */
const PRINT = `console.log(JSON.stringify(${JSON.stringify(commandForms().map(({ apiVersion, kind }) => ({ apiVersion, kind })))}.map((form) => {
  const validate = validatorOf(form);
  validate(${JSON.stringify(VALUE)});
  return validate.errors;
})));`;

describe('validators of the kinds that commands read', () => {
  const wanted = commandForms().map((form) => {
    const validate = validatorOf(form);
    validate(VALUE);
    return validate.errors;
  });
  let folder = '';
  before(() => (folder = mkdtempSync(join(tmpdir(), 'krm-variants-validators-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('are compiled in a bundle, which has no compiler of schemas', async () => {
    const program = join(folder, 'program.cjs');
    const files = await bundleExecutable(`import { validatorOf } from '#validators'; ${PRINT}`, program);
    assert.deepEqual(
      files.filter((file) => file.includes('ajv')),
      [],
    );
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' })), wanted);
  });

  it('are compiled in the library, which finds them in its own folder', async () => {
    const program = join(folder, 'part/program.js');
    mkdirSync(join(folder, 'part'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(program, `import { validatorOf } from '#validators'; ${PRINT}`);
    await writeLibraryValidators(folder);
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' })), wanted);
    assert.doesNotMatch(readFileSync(join(folder, 'validators.js'), 'utf8'), /ajv/);
  });

  it('are missing in a bundle for a kind that cli/reference/kinds.ts does not list, with an error that says so', async () => {
    const program = join(folder, 'other.cjs');
    await bundleExecutable(
      `import { validatorOf } from '#validators';
       try { validatorOf({ apiVersion: 'v1', kind: 'Other' }); } catch (error) { console.log(error.message); }`,
      program,
    );
    assert.equal(execFileSync(process.execPath, [program], { encoding: 'utf8' }), 'no validator of Other\n');
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkNames } from '../../../cli/install/install-functions.ts';
import { formatResult, resultsOf } from '../../../src/krm/index.ts';
import { inFolder, readFiles } from '../run-support.ts';

const names = ['a', 'b', 'c'];

/** Folder with a program and an empty folder `bin`. */
interface Place {
  readonly program: string;
  readonly bin: string;
}

function inPlace(act: (place: Place) => void): Promise<void> {
  return inFolder({ program: '#!/bin/sh\n', other: '' }, (given) => {
    const folder = realpathSync(given);
    mkdirSync(join(folder, 'bin'));
    act({ program: join(folder, 'program'), bin: join(folder, 'bin') });
  });
}

function link({ program, bin }: Place, replaces = false, folder = bin) {
  return linkNames({ names, folder, program, replaces });
}

/** Returns the messages of an installation that fails, without the folder. */
function failure(place: Place, replaces = false): string[] {
  try {
    link(place, replaces);
  } catch (error) {
    return resultsOf(error).map((result) => formatResult(result).replaceAll(place.bin, 'bin'));
  }
  return assert.fail('it must fail');
}

describe('links of krm-variants install', () => {
  it('lead to the program, in a folder that is made', () =>
    inPlace((place) => {
      const folder = join(place.bin, 'new/folder');
      assert.deepEqual(link(place, false, folder), { made: names, kept: [] });
      for (const name of names) assert.equal(realpathSync(join(folder, name)), place.program);
    }));

  it('are left if they lead to the program, even by another link', () =>
    inPlace((place) => {
      symlinkSync('../program', join(place.bin, 'alias'));
      symlinkSync('alias', join(place.bin, 'b'));
      assert.deepEqual(link(place), { made: ['a', 'c'], kept: ['b'] });
      assert.deepEqual(link(place), { made: [], kept: names });
    }));

  it('are all refused if a file or another link is in the way', () =>
    inPlace((place) => {
      writeFileSync(join(place.bin, 'b'), 'mine');
      symlinkSync('../other', join(place.bin, 'c'));
      const reason =
        'already exists, and is not a link to this program; nothing was linked: pass `--force` to replace it';
      assert.deepEqual(failure(place), [`[error] bin/b: ${reason}`, `[error] bin/c: ${reason}`]);
      assert.deepEqual(readdirSync(place.bin), ['b', 'c']);
    }));

  it('replace files, and links that lead nowhere, with --force', () =>
    inPlace((place) => {
      writeFileSync(join(place.bin, 'b'), 'mine');
      symlinkSync('nowhere', join(place.bin, 'c'));
      assert.deepEqual(link(place, true), { made: names, kept: [] });
      assert.deepEqual(readdirSync(place.bin), names);
      assert.equal(readFileSync(join(place.bin, 'b'), 'utf8'), '#!/bin/sh\n');
    }));

  it('never replace a folder', () =>
    inPlace((place) => {
      mkdirSync(join(place.bin, 'b'));
      assert.deepEqual(failure(place, true), ['[error] bin/b: is a folder; nothing was linked']);
      assert.deepEqual(readdirSync(place.bin), ['b']);
    }));

  it('are undone, and what they replaced is restored, if one cannot be made', () =>
    inPlace((place) => {
      writeFileSync(join(place.bin, 'a'), 'mine');
      const all = [...names, 'missing/d'];
      assert.throws(() => linkNames({ names: all, folder: place.bin, program: place.program, replaces: true }));
      assert.deepEqual(readFiles(place.bin), { a: 'mine' });
      assert.deepEqual(readdirSync(place.bin), ['a']);
    }));

  it('report a folder that cannot be made', () =>
    inPlace((place) => {
      const bin = join(place.program, 'bin');
      assert.deepEqual(failure({ ...place, bin }), ['[error] bin/a: a part of the path is not a folder']);
    }));
});

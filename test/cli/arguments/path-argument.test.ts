import assert from 'node:assert/strict';
import { allCommands, describeCommands } from '../../../cli/arguments/define-group.ts';
import { asHostPath, namesPath, withHostPaths } from '../../../cli/arguments/path-argument.ts';
import { COMMANDS } from '../../../cli/commands.ts';

/** Placeholders of paths: all others of the program are none. */
const PATHS = [
  '%A',
  '%B',
  '%O',
  '%P',
  'A|REV1..REV2',
  'BASE',
  'DIR',
  'DIR|FILE',
  'DIR|FILE ...',
  'DIR|derived|none',
  'FILE[#NAME]',
  'FILE[#NAME]|DIR',
  'FOLDER=new|local',
  'LOCAL',
  'NEW',
  'PATH[=REPLACED]',
  'REPO/DIR@REF',
  'REPO/DIR[@REF]',
  'VARIANT',
  'VARIANT ...',
  '[B]',
  '[DEST]',
  '[DIR]',
  '[DIR|FILE|-]',
  '[FILE[:LINE]]',
  '[FILE]',
  '[PKG][@REF]',
  '[PKG|FILE[:LINE]]',
  '[VARIANT ...]',
  'json|markdown[=FILE]',
  'json|markdown|html[=FILE]',
  'stdout|unwrap|DIR',
];

const ROWS: readonly (readonly [usages: readonly string[], operands: readonly string[], want: readonly string[]])[] = [
  [
    ['BASE', 'NEW', 'LOCAL'],
    ['a\\1', 'a\\2', '.\\a'],
    ['a/1', 'a/2', './a'],
  ],
  [
    ['FUNCTION', 'DIR|FILE ...'],
    ['f\\n', 'a\\b', 'C:\\x', 'c/d\\e'],
    ['f\\n', 'a/b', 'C:/x', 'c/d/e'],
  ],
  [
    ['REPO/DIR[@REF]', '[DEST]'],
    ['C:\\repo\\shop@v1', 'my\\shop'],
    ['C:/repo/shop@v1', 'my/shop'],
  ],
  [
    ['CLASS', '[VARIANT ...]'],
    ['a\\b', 'clusters\\eu-*', '.\\x'],
    ['a\\b', 'clusters/eu-*', './x'],
  ],
  [
    ['FIELD ...', '[VARIANT ...]'],
    ['a\\b', 'c\\d'],
    ['a\\b', 'c\\d'],
  ],
];

describe('namesPath', () => {
  it('knows the placeholders of all commands', async () => {
    const commands = allCommands(await describeCommands(COMMANDS));
    const usages = commands.flatMap(({ operands, options }) => [
      ...operands,
      ...options.flatMap(({ value }) => value ?? []),
    ]);
    assert.deepEqual([...new Set(usages)].filter(namesPath).toSorted(), PATHS);
  });
});

describe('withHostPaths', () => {
  for (const [usages, operands, want] of ROWS)
    it(`gives ${usages.join(' ')} slashes on Windows`, () => {
      assert.deepEqual(withHostPaths(usages, operands, true), want);
      assert.deepEqual(withHostPaths(usages, operands, false), operands);
    });
});

describe('asHostPath', () => {
  it('gives paths slashes on Windows, and no patterns or values', () => {
    assert.equal(asHostPath('policies\\op.yaml#eu', 'FILE[#NAME]|DIR', true), 'policies/op.yaml#eu');
    assert.equal(asHostPath('json=out\\r.json', 'json|markdown[=FILE]', true), 'json=out/r.json');
    assert.equal(asHostPath('\\*.yaml', 'GLOB', true), '\\*.yaml');
    assert.equal(asHostPath('a\\.b', 'RESOURCE:PATH=new|local', true), 'a\\.b');
  });
});

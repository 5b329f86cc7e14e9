import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

interface Merged {
  readonly text: string;
  /** Kind and keyed field of each conflict. */
  readonly conflicts: readonly string[];
  readonly warnings: readonly string[];
}

function merge(base: string, theirs: string, local: string, path = 'a.yaml'): Merged {
  const of = (text: string): ReadonlyMap<string, string> => new Map([[path, text]]);
  const found = mergePackages({ base: of(base), theirs: of(theirs), local: of(local) });
  return {
    text: String(found.files.get(path)),
    conflicts: found.conflicts.map(({ kind, field, keyedField = field ?? '' }) => `${kind} ${keyedField}`),
    warnings: found.results.flatMap(({ severity, message }) => (severity === 'warning' ? [message] : [])),
  };
}

/** Ways to write a list of arguments in a container. */
const FORMS = {
  block: (args: readonly string[]) => container(`\n${args.map((arg) => `        - ${arg}\n`).join('')}`),
  flow: (args: readonly string[]) => container(` [${args.join(', ')}]\n`),
  inFlow: (args: readonly string[]) =>
    container('').replace(/ {6}- name[^]*/, `      - {name: web, args: [${args.join(', ')}]}\n`),
} as const;

function container(args: string): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        args:${args}`;
}

const ARGS = 'spec.template.spec.containers[name=web].args';

/** Arguments of base, new and local, and the merged ones or the conflict. */
const ROWS: readonly (readonly [base: string, theirs: string, local: string, want: string])[] = [
  ['--config=a --queue=b', '--config=new --queue=b', '--config=a --queue=local', '--config=new --queue=local'],
  ['A=1 B=2', 'A=5 B=2', 'A=1 B=3', 'A=5 B=3'],
  ['-x=1 --a.b=1', '-x=2 --a.b=1', '-x=1 --a.b=2', '-x=2 --a.b=2'],
  ['--a=1 --b=1 --c=1', '--a=2 --c=1', '--a=1 --b=1 --c=3', '--a=2 --c=3'],
  ['--a=1', '--a=2', '--a=3', `edit/edit ${ARGS}[0]`],
  ['--a=1 --b=1', '--a=1', '--a=1 --b=2', `delete/change ${ARGS}[1]`],
  // Two of a name can be either.
  ['--a=1 --a=2', '--a=3 --a=2', '--a=1 --a=4', `identity ${ARGS}`],
  ['run stop', 'ran stop', 'run stopped', `identity ${ARGS}`],
];

describe('merge of arguments', () => {
  for (const [base, theirs, local, want] of ROWS)
    for (const [form, write] of Object.entries(FORMS))
      it(`[${base}], new [${theirs}], local [${local}]: ${want} (${form})`, () => {
        const [b, t, l] = [base, theirs, local].map((args) => write(args.split(' '))) as [string, string, string];
        const found = merge(b, t, l);
        const isConflict = want.includes(ARGS);
        assert.deepEqual(found.conflicts, isConflict ? [want] : []);
        assert.equal(found.text, isConflict ? l : write(want.split(' ')));
        if (!isConflict) assert.deepEqual(merge(b, t, found.text), found, 'merged again');
      });
});

describe('merge of a key that one side changes, with an equal value', () => {
  it('has the changes of the other side at the new key, with a warning', () => {
    const of = (key: string, list: string): string => `namePrefix: x\n${key}:\n${list}`;
    const [both, one] = ['- ../a\n- ../b\n', '- ../a\n'];
    const found = merge(of('bases', both), of('resources', both), of('bases', one), 'kustomization.yaml');
    assert.deepEqual(found, {
      text: of('resources', one),
      conflicts: [],
      warnings: ['becomes `resources`, as in new: was `bases`'],
    });
    const again = merge(of('bases', both), of('resources', both), found.text, 'kustomization.yaml');
    assert.deepEqual([again.text, again.conflicts], [found.text, []]);
    const turned = merge(of('bases', both), of('bases', one), of('resources', both), 'kustomization.yaml');
    assert.deepEqual([turned.text, turned.conflicts], [found.text, []]);
  });

  it('is a conflict if another entry has the value, too', () => {
    const found = merge(
      'a:\n  x: 1\nb:\n  x: 1\n',
      'c:\n  x: 1\nb:\n  x: 1\n',
      'a:\n  x: 2\nb:\n  x: 1\n',
      'values.yaml',
    );
    assert.deepEqual(found.conflicts, ['delete/change a']);
  });
});

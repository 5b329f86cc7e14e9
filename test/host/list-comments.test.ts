import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { Notice } from '../../src/krm/index.ts';
import { HOSTING_KPTFILE, hostOnFiles } from '../support/hosted-files.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

/** A rule of a Role: its resource, which no edit changes, tells it from all others. */
interface Rule {
  readonly apiGroups: string[];
  readonly resources: string[];
  readonly verbs: string[];
}

interface Role {
  rules: Rule[];
}

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: r\nrules:\n';

/** Returns the lines of a rule, with a comment above it and one in it. */
function lines(name: string): string {
  return `  # of ${name}\n  - apiGroups: ["apps"]\n    resources: [${name}]\n    verbs: [get, list] # reads ${name}\n`;
}

function rule(name: string, verbs: readonly string[] = ['get', 'list']): Rule {
  return { apiGroups: ['apps'], resources: [name], verbs: [...verbs] };
}

/** Edits of a list of rules by a function that prints no comments. */
const ROWS: Readonly<Record<string, (rules: Rule[]) => Rule[]>> = {
  'edited, beside a removed one': ([, b, c]) => [edited(b), c].filter(isThere),
  'edited, before a removed one': ([a, b]) => [edited(a), b].filter(isThere),
  'edited, after an inserted one': ([a, b, c]) => [rule('new', ['watch']), edited(a), b, c].filter(isThere),
  'edited and moved': ([a, b, c]) => [b, c, edited(a)].filter(isThere),
  'all moved': ([a, b, c]) => [c, b, a].filter(isThere),
  'all edited, and one inserted': ([a, b, c]) =>
    [edited(a), edited(b), rule('new', ['watch']), edited(c)].filter(isThere),
  'all edited and moved': ([a, b, c]) => [edited(c), edited(a), edited(b)].filter(isThere),
  'edited, with another of its likeness in its place': ([a, b, c]) => [rule('new'), edited(a), b, c].filter(isThere),
};

function edited(one: Rule | undefined): Rule | undefined {
  return one && { ...one, verbs: [...one.verbs, 'watch'] };
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

const names = ['pods', 'nodes', 'secrets'];

describe('comments of the elements of a list without keys that a function edits', () => {
  for (const [title, edit] of Object.entries(ROWS)) it(`stay where it is ${title}`, () => check(names, edit));

  it('stay at their elements, or are named, after any edits', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 8 });
    const steps = fc.array(fc.tuple(fc.constantFrom('edit', 'remove', 'insert', 'move'), fc.nat(), fc.nat()), {
      minLength: 1,
      maxLength: 6,
    });
    return fc.assert(
      fc.asyncProperty(list, steps, async (all, edits) =>
        check(all, (rules) => {
          const result = [...rules];
          for (const [kind, from, to] of edits) {
            const at = result.length === 0 ? 0 : from % result.length;
            const some = kind === 'insert' ? rule(`n${to}`, to % 2 === 0 ? ['get', 'list'] : ['x']) : result[at];
            if (some === undefined) continue;
            if (kind !== 'insert') result.splice(at, 1);
            const place = kind === 'edit' ? at : to % (result.length + 1);
            if (kind !== 'remove')
              result.splice(place, 0, kind === 'edit' ? { ...some, verbs: [...some.verbs, `v${to}`] } : some);
          }
          return result;
        }),
      ),
      { numRuns: RUNS },
    );
  });
});

async function check(all: readonly string[], edit: (rules: Rule[]) => Rule[]): Promise<void> {
  const before = `${HEAD}${all.map(lines).join('')}`;
  let wanted: readonly Rule[] = [];
  const notices: Notice[] = [];
  const program = (input: string): string => {
    const list = parse(input) as { items: (Role & { kind: string })[] };
    for (const item of list.items.filter(({ kind }) => kind === 'ClusterRole')) wanted = item.rules = edit(item.rules);
    return stringify(list, { aliasDuplicateObjects: false });
  };
  const { files, errors } = await hostOnFiles({ Kptfile: HOSTING_KPTFILE, 'r.yaml': before }, program, { notices });
  assert.deepEqual(errors, []);
  const text = files['r.yaml'] ?? '';
  assert.deepEqual((parse(text) as Role).rules, wanted);
  const said = notices.map(({ message }) => message).join('\n');
  for (const name of all) {
    const after = wanted.find(({ resources }) => resources[0] === name);
    const isUntouched = after?.verbs.length === 2 && after.resources.length === 1;
    if (isUntouched) assert.ok(text.includes(lines(name)), `the lines of ${name} changed:\n${text}\n${said}`);
    for (const comment of [`# of ${name}`, `# reads ${name}`]) {
      const isNamed = said.includes(comment);
      const owner = /resources:\s*(?:\[|- )(\w+)/.exec(ownerLines(text, comment))?.[1];
      assert.ok(isNamed || owner === (after && name), `${comment} is at ${owner}:\n${text}\n${said}`);
    }
  }
}

/** Returns the lines of the element that has a comment: above it, or in it; '' if none has it. */
function ownerLines(text: string, comment: string): string {
  const elements = text.split(/^(?=  # of|  - )/m);
  const at = elements.findIndex((element) => element.split('\n').some((line) => line.endsWith(comment)));
  const own = elements[at] ?? '';
  return own.startsWith('  - ') ? own : `${own}${elements[at + 1] ?? ''}`;
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readCommandOverriders, type WrittenCommandOverrider } from '../../src/karmada/index.ts';
import type { OverrideScope } from '../../src/karmada/overrider.ts';
import { plain } from '../patch/plain.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { assertResults, override, problemsOf, readOne } from './override-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

const read = (written: WrittenCommandOverrider, key: 'command' | 'args' = 'command') =>
  readOne((field, problems) => readCommandOverriders([written], key, field, problems));

/** Returns a Deployment with these lines in the list of its containers. */
const deployment = (containers: string): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  template:\n    spec:\n      containers:\n${containers}`;
const main = (command: string): string => deployment(`        - name: main\n${command}          tty: true # kept\n`);
const list = (...words: readonly string[]): string =>
  `          command: # above\n${words.map((word) => `            - ${word}\n`).join('')}`;

const ANNOTATED = 'name: d, annotations: {a: b';

const add = (...value: readonly string[]): WrittenCommandOverrider => ({
  containerName: 'main',
  operator: 'add',
  value,
});
const remove = (...value: readonly string[]): WrittenCommandOverrider => ({ ...add(...value), operator: 'remove' });

interface Row {
  readonly name: string;
  readonly item: string;
  readonly overrider: WrittenCommandOverrider;
  readonly key?: 'command' | 'args';
  readonly scope?: OverrideScope;
  /** Text of the resource; defaults to the text on input. */
  readonly want?: string;
  readonly absent?: readonly string[];
  /** Beginning of each result. An error voids all edits. */
  readonly results?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'adds words at the end of a command, with its comments kept',
    item: main(list('run # 1', '-v # 2')),
    overrider: add('-t', '&& echo hello'),
    want: main(list('run # 1', '-v # 2', '-t', "'&& echo hello'")),
  },
  {
    name: 'adds words to a flow list',
    item: main('          command: [run, "-v"] # kept\n'),
    overrider: add('-t'),
    want: main('          command: [run, "-v", -t] # kept\n'),
  },
  {
    name: 'adds words to arguments, and leaves the command untouched',
    item: main(list('run')),
    key: 'args',
    overrider: add('-t'),
    want: main(list('run')).replace('# kept\n', '# kept\n          args:\n            - -t\n'),
  },
  {
    name: 'adds words to arguments that are there',
    item: main(list('run')).replace('command:', 'args:'),
    key: 'args',
    overrider: add('-t'),
    want: main(list('run', '-t')).replace('command:', 'args:'),
  },
  {
    name: 'removes words from arguments',
    item: main(list('run', '-t')).replace('command:', 'args:'),
    key: 'args',
    overrider: remove('-t'),
    want: main(list('run')).replace('command:', 'args:'),
    absent: ['-t'],
  },
  {
    name: 'creates an absent list',
    item: main(''),
    overrider: add('-t'),
    want: main('').replace('# kept\n', '# kept\n          command:\n            - -t\n'),
  },
  {
    name: 'creates a list where there is null',
    item: main('          command: null\n'),
    overrider: add('-t', 'x'),
    want: main('          command:\n            - -t\n            - x\n'),
  },
  {
    name: 'adds to an empty list',
    item: main('          command: []\n'),
    overrider: add('run'),
    want: main('          command:\n            - run\n'),
  },
  { name: 'adds nothing without words', item: main(''), overrider: add() },
  {
    name: 'adds words that are there, but not last',
    item: main(list('-t', 'run')),
    overrider: add('-t'),
    want: main(list('-t', 'run', '-t')),
  },
  {
    name: 'unlike Karmada, adds nothing where the words are the last ones already, since a second run changes nothing',
    item: main(list('run', '-a', '-b')),
    overrider: add('-a', '-b'),
  },
  {
    name: 'removes a word with its comment',
    item: main(list('run # 1', '-t # 2', '-v # 3')),
    overrider: remove('-t'),
    want: main(list('run # 1', '-v # 3')),
    absent: ['-t'],
  },
  {
    name: 'removes all equal words, and names each once',
    item: main(list('-t', 'run', '-t', '-v')),
    overrider: remove('-t', '-v', '-t', '-none'),
    want: main(list('run')),
    absent: ['-t', '-v', '-none'],
  },
  {
    name: 'keeps kpt from restoring a comment onto another word',
    item: main(list('run # 1', '-t # 2')).replace(
      'name: d',
      () => `${ANNOTATED}, internal.config.kubernetes.io/id: "1"}`,
    ),
    overrider: remove('run'),
    want: main(list('-t # 2')).replace('name: d', () => `${ANNOTATED}}`),
    absent: ['run'],
  },
  { name: 'removes nothing without words', item: main(list('run', '-v', '-t')), overrider: remove() },
  { name: 'removes no unknown word', item: main(list('run')), overrider: remove('-t'), absent: ['-t'] },
  {
    name: 'leaves an empty list, like Karmada',
    item: main('          command: ["-t"]\n'),
    overrider: remove('-t'),
    want: main('          command: []\n'),
    absent: ['-t'],
  },
  {
    name: 'unlike Karmada, leaves an absent list absent: `[]` would mean the same',
    item: main(''),
    overrider: remove('-t'),
    absent: ['-t'],
  },
  {
    name: 'edits only the container of that name',
    item: deployment('        - {name: main, command: [run]}\n        - {name: main1, command: [run]}\n'),
    overrider: add('-t'),
    want: deployment('        - {name: main, command: [run, -t]}\n        - {name: main1, command: [run]}\n'),
  },
  {
    name: 'edits all containers of that name',
    item: deployment('        - {name: main, command: [run]}\n        - {name: main, command: [go]}\n'),
    overrider: add('-t'),
    want: deployment('        - {name: main, command: [run, -t]}\n        - {name: main, command: [go, -t]}\n'),
  },
  ...(['ReplicaSet', 'DaemonSet', 'StatefulSet'] as const).map((kind): Row => ({
    name: `edits a ${kind}`,
    item: main(list('run', '-t')).replace('Deployment', kind),
    overrider: remove('-t'),
    want: main(list('run')).replace('Deployment', kind),
    absent: ['-t'],
  })),
  {
    name: 'edits a Pod',
    item: 'kind: Pod\nspec: {containers: [{name: main}]}\n',
    overrider: add('x'),
    want: 'kind: Pod\nspec: {containers: [{name: main, command: [x]}]}\n',
  },
  {
    name: 'unlike Karmada, edits init containers',
    item: 'kind: Pod\nspec: {initContainers: [{name: main}]}\n',
    overrider: add('x'),
    want: 'kind: Pod\nspec: {initContainers: [{name: main, command: [x]}]}\n',
  },
  {
    name: 'ignores init containers in the original scope',
    item: 'kind: Pod\nspec: {initContainers: [{name: main}], containers: [{name: other}]}\n',
    overrider: add('x'),
    scope: 'original',
    results: ['warning spec.containers: `spec.o[0]`: no container is named "main"'],
  },
  { name: 'ignores other kinds', item: 'kind: Tool\nspec: {containers: [{name: main}]}\n', overrider: add('x') },
  {
    name: 'warns of a container that does not exist, with the nearest name',
    item: 'kind: Pod\nspec: {containers: [{name: mian}, {name: 5}, {}]}\n',
    overrider: add('x'),
    results: ['warning spec.containers: `spec.o[0]`: no container is named "main"; did you mean "mian"?'],
  },
  {
    name: 'reports an error for a container that does not exist, if configured',
    item: 'kind: Pod\nspec: {containers: [{name: other}]}\n',
    overrider: { ...add('x'), ifMissing: 'error' },
    results: ['error spec.containers: `spec.o[0]`: no container is named "main"'],
  },
  {
    name: 'ignores a container that does not exist, if configured',
    item: 'kind: Pod\nspec: {containers: [{name: other}]}\n',
    overrider: { ...remove('x'), ifMissing: 'ignore' },
  },
  {
    name: 'refuses a command that is no list',
    item: main('          command: run\n'),
    overrider: add('x'),
    results: ['error spec.template.spec.containers[0].command: must be a list of strings'],
  },
  {
    name: 'refuses words that are no strings',
    item: main('          command: [run, 5, yes, null]\n'),
    overrider: remove('run'),
    results: [1, 2, 3].map((index) => `error spec.template.spec.containers[0].command[${index}]: must be a string`),
  },
  {
    name: 'refuses a container that is no map',
    item: 'kind: Pod\nspec: {containers: [main]}\n',
    overrider: add('x'),
    results: ['error spec.containers[0]: a container must be a map'],
  },
];

describe('readCommandOverriders', () => {
  for (const { name, item, overrider, key = 'command', scope, want = item, absent = [], results = [] } of rows) {
    it(name, () => {
      const got = override(item, read(overrider, key), scope);
      assertResults(got.results, results);
      if (got.text === undefined) return;
      assert.equal(got.text, want);
      assert.deepEqual(got.absent, absent);
    });
  }

  it('refuses an empty name', () => {
    const written: WrittenCommandOverrider = { ...add('x'), containerName: '' };
    assert.deepEqual(
      problemsOf((field, problems) => readCommandOverriders([written], 'args', field, problems)),
      ['spec.o[0].containerName: must be the name of a container'],
    );
  });

  it('edits containers as a model edits their data, by property', () => {
    const words = fc.array(fc.constantFrom('a', 'b', '-c', '5', ''), { maxLength: 4 });
    const container = fc.record(
      { name: fc.constantFrom('x', 'y'), command: fc.option(words), args: fc.option(words) },
      { requiredKeys: ['name'] },
    );
    const written = fc.record({
      containerName: fc.constantFrom('x', 'y'),
      operator: fc.constantFrom('add' as const, 'remove' as const),
      value: words,
    });
    fc.assert(
      fc.property(
        fc.array(container, { maxLength: 3 }),
        written,
        fc.constantFrom('command' as const, 'args' as const),
        fc.constantFrom(0, 2),
        (containers, entry, key, indent) => {
          const data = { kind: 'Pod', spec: { containers } };
          const { text = '', results } = override(JSON.stringify(data, null, indent), read(entry, key));
          const named = containers.filter(({ name }) => name === entry.containerName);
          assert.equal(results.length, named.length === 0 ? 1 : 0);
          for (const each of named) {
            const before = each[key] ?? [];
            const isAdded = before.slice(before.length - entry.value.length).join('\n') === entry.value.join('\n');
            if (entry.operator === 'remove' && each[key])
              each[key] = before.filter((word) => !entry.value.includes(word));
            if (entry.operator === 'add' && entry.value.length > 0 && !(isAdded && before.length >= entry.value.length))
              each[key] = [...before, ...entry.value];
          }
          assert.deepEqual(plain(readDocument(text).value([])), plain(data));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { parseRunArguments, RUN_OPTIONS } from '../../../cli/run/run-arguments.ts';
import { applyToFolders } from '../../../cli/run/run-command.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { inFolder, kptfile, readFiles } from '../run-support.ts';

const functions = await allFunctions();

const ITEM = resource('v1', 'ConfigMap', 'a', 'data:\n  f: |\n    {"l": [1, 2, 3]}\nl: [1, 2, 3]\n');
const GROUP = 'policy.karmada.io/v1alpha1';

/** Returns the spec of a policy for resources that a selector matches. */
function spec(overriders: string, selector = 'name: a'): string {
  return `spec:\n  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, ${selector}}]\n  overrideRules:\n  - overriders: {${overriders}}\n`;
}

/** Policies whose edits are not repeatable, and what one run makes. */
const POLICIES: readonly (readonly [name: string, policies: string, want: RegExp])[] = [
  [
    'removes an element of a text by its index',
    resource(
      GROUP,
      'OverridePolicy',
      'p',
      spec('fieldOverrider: [{fieldPath: /data/f, json: [{subPath: /l/1, operator: remove}]}]'),
    ),
    /\{"l": \[1, 3\]\}\nl: \[1, 2, 3\]\n/,
  ],
  [
    'moves a value of a text',
    resource(
      GROUP,
      'OverridePolicy',
      'p',
      spec(
        'fieldOverrider: [{fieldPath: /data/f, yaml: [{subPath: /l/0, operator: remove}, {subPath: /l/0, operator: remove}]}]',
      ),
    ),
    /\{"l": \[3\]\}/,
  ],
  [
    'removes an element of a list by its index',
    resource(GROUP, 'OverridePolicy', 'p', spec('plaintext: [{path: /l/1, operator: remove}]')),
    /\nl: \[1, 3\]\n/,
  ],
  [
    'sets the label by which an earlier one selects',
    [
      resource(GROUP, 'OverridePolicy', 'p', spec('labelsOverrider: [{operator: add, value: {tier: gold}}]')),
      resource(
        GROUP,
        'ClusterOverridePolicy',
        'q',
        spec('labelsOverrider: [{operator: add, value: {late: x}}]', 'labelSelector: {matchLabels: {tier: gold}}'),
      ),
    ].join('---\n'),
    /labels:\n {4}tier: gold\ndata/,
  ],
];

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Runs the function on the item; `@` in an argument stands for the folder of its files. `stream`: text in place of
 * standard input.
 */
function run(policies: string, args: string, stream = ''): Promise<Ran> {
  return inFolder({ 'in/a.yaml': ITEM, 'op.yaml': policies, stream }, async (folder) => {
    const given = `${args} --policy @op.yaml`.split(' ').map((arg) => arg.replace('@', `${folder}/`));
    const sorted = sortArguments(given, RUN_OPTIONS);
    const asked = parseRunArguments(sorted, sorted.operands);
    const fn = functions['apply-override-policy']?.() ?? assert.fail();
    const piped = stream === '' ? asked : { ...asked, stream: join(folder, 'stream') };
    const { exitCode, stdout, stderr } = await applyToFolders(fn, piped, { functions });
    return { exitCode, stdout, stderr, files: readFiles(folder) };
  });
}

const REFUSAL =
  /edits must be repeatable: .*; or keep the original: `krm-variants run` with `-o unwrap`, `-o DIR`, or YAML on/;

describe('policies whose edits are not repeatable', () => {
  for (const [name, policies, want] of POLICIES) {
    describe(`such as one that ${name}`, () => {
      for (const [args, stream, outputOf] of [
        ['@in -o unwrap', '', ({ stdout }: Ran) => stdout],
        ['@in/a.yaml -o unwrap', '', ({ stdout }: Ran) => stdout],
        ['@in -o @new', '', ({ files }: Ran) => files['new/a.yaml'] ?? ''],
        ['-', ITEM, ({ stdout }: Ran) => stdout],
        ['- -o unwrap', ITEM, ({ stdout }: Ran) => stdout],
      ] as const)
        it(`are applied once by run ${args}`, async () => {
          const ran = await run(policies, args, stream);
          assert.equal(ran.exitCode, 0, ran.stderr);
          assert.match(outputOf(ran), want);
          assert.equal(ran.files['in/a.yaml'], ITEM);
        });

      for (const [args, stream] of [
        ['@in', ''],
        ['@in/a.yaml', ''],
        ['@in --check', ''],
        ['@in -o stdout', ''],
        ['-', resourceList([ITEM])],
        ['- -o unwrap', resourceList([ITEM])],
        ['- -o stdout', ITEM],
      ] as const)
        it(`are refused by run ${args}${stream.includes('ResourceList') ? ' for a ResourceList' : ''}, with both ways out`, async () => {
          const ran = await run(policies, args, stream);
          assert.equal(ran.exitCode, 1);
          assert.match(ran.stderr, REFUSAL);
          assert.equal(ran.files['in/a.yaml'], ITEM);
        });

      it('are refused by render, also into another folder', () => {
        const pipeline =
          'pipeline:\n  mutators:\n    - exec: apply-override-policy\n      configMap: {cluster: oslo}\n';
        const files = { 'p/Kptfile': `${kptfile('p')}${pipeline}`, 'p/a.yaml': ITEM, 'p/op.yaml': policies };
        return inFolder(files, async (folder) => {
          for (const output of ['unwrap', join(folder, 'new')]) {
            const { exitCode, stderr } = await quietRender(functions, [join(folder, 'p'), '-o', output]);
            assert.equal(exitCode, 1);
            assert.match(stderr, REFUSAL);
          }
        });
      });
    });
  }
});

import assert from 'node:assert/strict';
import { allCommands, describeCommands } from '../../cli/arguments/define-group.ts';
import { HELP } from '../../cli/arguments/option.ts';
import { COMMANDS } from '../../cli/commands.ts';
import type { ConfigForm, Schema } from '../../src/function/index.ts';
import { kindsOf } from '../../cli/reference/kinds.ts';
import { allFunctions } from '../support/all-functions.ts';
import { packageVariant, repository } from '../support/fleet.ts';
import { inRepositoryWith } from '../support/git-repository.ts';
import { misspellings } from '../support/misspelt.ts';
import { misspeltDocuments, misspeltKeys, type MisspeltDocument } from '../support/misspelt-documents.ts';
import { check, checkIn, type WrongCall } from '../support/wrong-calls.ts';
import { configMap, kptfile, type Files } from './run-support.ts';

const PACKAGE: Files = { 'package/a.yaml': configMap('a') };

const functions = await allFunctions();
const kinds = kindsOf(functions);

describe('wrong calls', () => {
  it('names each misspelt option of each command', async () => {
    const commands = allCommands(await describeCommands(COMMANDS));
    const rows = await check(
      commands.flatMap(({ name, options }) => {
        const names = [...options, HELP].map((option) => option.name);
        return [...options, HELP].flatMap((option) =>
          misspellings(option.name, names).map((typo) => {
            const value = option.value === undefined ? [] : ['a'];
            return { args: [...name.split(' '), `--${typo}`, ...value], says: [`--${typo}`] };
          }),
        );
      }),
    );
    assert.ok(rows >= 1000, `only ${rows} rows`);
  });

  it('names each misspelt command, and each misspelt function', async () => {
    const commands = allCommands(await describeCommands(COMMANDS)).map(({ name }) => name.split(' '));
    const names = Object.keys(functions);
    const kindNames = [...new Set(kinds.map(({ form }) => form.kind))];
    await check([
      ...[...commands, ...names.map((name) => [name])].flatMap((words) => wordRows(words)),
      ...commands.flatMap((words) => wordRows(['help', ...words])),
      ...names.flatMap((name) => [
        ...wordRows(['run', name], 'package'),
        ...wordRows(['eval', '--function', name]),
        ...wordRows(['help', name]),
      ]),
      ...kindNames.flatMap((kind) => [...wordRows(['explain', kind]), ...wordRows(['schema', kind])]),
      ...['bash', 'zsh', 'fish'].flatMap((shell) => wordRows(['completion', shell])),
    ]);
  });

  it('names each misspelt key=value of each function', async () => {
    const forms = kinds.filter(({ form }) => form.kind === 'ConfigMap');
    const takers = forms.flatMap((each) => each.functions);
    const misspelt = forms.flatMap(({ form: { schema }, functions: [name = ''] }) =>
      keysOf(schema).flatMap((key) => misspellings(key, keysOf(schema)).map((typo) => pairRow(name, typo, typo))),
    );
    const others = Object.keys(functions).filter((name) => !takers.includes(name));
    await check([...misspelt, ...others.map((name) => pairRow(name, 'clutser', 'the function config must be'))]);
  });

  it('names each misspelt field of the kinds that fleets read', async () => {
    await inRepositoryWith(FLEET, 'v1', async ({ folder }) => {
      const args = ['fleet', 'status', '--report', 'json'];
      const ofFleet = kinds.flatMap(({ form }) => {
        const path = READ_BY_FLEET[form.kind];
        const documents = path === undefined ? [] : misspeltDocuments(form);
        return documents.map(({ text, field, says }) => ({
          args,
          title: `${form.kind} ${field}`,
          says,
          needs: 'message' as const,
          files: { [path ?? '']: text },
        }));
      });
      const ofRepository = misspeltKeys(REPOSITORY).map(({ text, field, says }) => ({
        args,
        title: `Repository ${field}`,
        says,
        needs: 'message' as const,
        files: { 'variants/a.yaml': text },
      }));
      await checkIn(folder, [...ofFleet, ...ofRepository]);
    });
  });

  it('names each misspelt field of a MergePolicy', async () => {
    const files = { 'base/a.yaml': configMap('a'), 'new/a.yaml': configMap('a'), 'local/a.yaml': configMap('a') };
    const args = ['merge', 'base', 'new', 'local'];
    const form = kinds.find((each) => each.form.kind === 'MergePolicy')?.form;
    assert.ok(form);
    await check(
      misspeltDocuments(form).flatMap(({ text, field, says }) => [
        { args: [...args, '--policy', 'other.yaml'], title: field, says, files: { ...files, 'other.yaml': text } },
        { args, title: field, says, files: { ...files, 'local/b.yaml': text } },
      ]),
    );
  });

  for (const { form, functions: readers } of kinds.filter((each) => each.functions.length > 0)) {
    it(`names each misspelt field of ${form.kind} (${form.apiVersion})`, async () => {
      const documents = misspeltDocuments(form);
      await check(readers.flatMap((name) => documents.flatMap((document) => functionRows(name, form, document))));
    });
  }
});

/** Files in which commands read documents, by kind. */
const READ_BY_FLEET: Readonly<Record<string, string>> = {
  FleetHold: '.krm-variants/holds/a.yaml',
  MergeResolution: '.krm-variants/resolutions/a.yaml',
  WarningAcceptance: '.krm-variants/accepted/a.yaml',
  PackageVariant: 'variants/a.yaml',
  PackageVariantSet: 'variants/a.yaml',
};

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'variants/repositories.yaml': `${repository('blueprints', 'packages')}---\n${repository('all', 'clusters')}`,
  'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu'),
};

const REPOSITORY = {
  apiVersion: 'config.porch.kpt.dev/v1alpha1',
  kind: 'Repository',
  metadata: { name: 'other' },
  spec: { deployment: 'true', type: 'git', git: { repo: '.', branch: 'main', directory: 'others' } },
};

/** Returns rows with the last of some words misspelt, before other arguments. */
function wordRows(words: readonly string[], ...rest: readonly string[]): readonly WrongCall[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  return misspellings(last).map((typo) => ({ args: [...before, typo, ...rest], says: [typo], files: PACKAGE }));
}

function pairRow(name: string, key: string, says: string): WrongCall {
  return { args: ['run', name, 'package', '--', `${key}=oslo`], says: [says], files: PACKAGE };
}

/** Returns the keys that a function takes in a ConfigMap. */
function keysOf(schema: Schema): readonly string[] {
  const data = typeof schema === 'object' ? schema.properties?.['data'] : undefined;
  return typeof data === 'object' ? Object.keys(data.properties ?? {}) : [];
}

/** Returns a row for each way in which a function can get a document. */
function functionRows(
  name: string,
  form: ConfigForm<unknown>,
  { text, field, says }: MisspeltDocument,
): readonly WrongCall[] {
  const definition = functions[name]?.().definition;
  const args = ['run', name, 'package'];
  const files = { ...PACKAGE, 'other.yaml': text };
  const row = { title: field, says, files, needs: 'message' } as const;
  return [
    ...(definition?.configs.includes(form) === true ? [{ ...row, args: [...args, '--fn-config', 'other.yaml'] }] : []),
    ...(definition?.policies?.forms.includes(form) === true
      ? [
          { ...row, args: [...args, '--policy', 'other.yaml'] },
          { ...row, args, files: { ...files, 'package/b.yaml': text } },
        ]
      : []),
  ];
}

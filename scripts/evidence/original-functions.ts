/**
 * `npm run original-functions -- --originals FOLDER [--count N] [--from SEED] [NAME...]` runs the functions of kpt's
 * catalog, and the programs of their images, on generated ResourceLists, and compares the data of the items. FOLDER has
 * the programs by name and tag: `set-labels-v0.2.1`; a tag without one is passed over. Prints a row for each tag: equal
 * data; other data, with a warning of ours that says so; both fail; only ours fails; only the original fails; and other
 * data without a warning. Prints the messages of those where only ours fails, and the seeds of the last. Exits with 1
 * if there is one.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { alignColumns } from '../../cli/terminal/table.ts';
import { runFunction, type LoadedFunction } from '../../src/function/index.ts';
import { isList, isMap, YamlError, type Value } from '../../src/yaml/index.ts';
import { allFunctions } from '../../test/support/all-functions.ts';
import { readOutcome, runOriginal, type OriginalOutcome } from '../../test/support/record-original.ts';
import { itemsKey } from '../../test/support/recorded-outcomes.ts';

/** Module with a generator: the text of a ResourceList for each seed. */
interface Generator {
  readonly generatedInput: (seed: number) => { readonly text?: string; readonly list?: string };
}

const KINDS = ['equal', 'warned', 'both fail', 'ours fails', 'original fails', 'other'] as const;

type Kind = (typeof KINDS)[number];

const { values, positionals } = parseArgs({
  options: {
    originals: { type: 'string' },
    count: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const { originals = '' } = values;
if (originals === '') throw new Error('give --originals FOLDER');
const first = Number(values.from);
const rows: string[][] = [];
for (const [name, load] of Object.entries(await allFunctions())) {
  const tags = positionals.length === 0 || positionals.includes(name) ? (load().definition.originalTags ?? []) : [];
  for (const tag of tags) {
    const program = join(originals, `${name}-${tag}`);
    if (existsSync(program)) rows.push([`${name}:${tag}`, ...(await counts(load(), tag, program))]);
  }
}
console.log(alignColumns([['image', ...KINDS], ...rows]).join('\n'));

async function counts(fn: LoadedFunction, tag: string, program: string): Promise<readonly string[]> {
  const { name } = fn.definition;
  const { generatedInput } = (await import(`../../test/functions/${name}/generated-input.ts`)) as Generator;
  const count = new Map<Kind, number>();
  const messages = new Map<string, number>();
  for (let seed = first; seed < first + Number(values.count); seed++) {
    const { text, list = text ?? '' } = generatedInput(seed);
    const { kind, message } = await compared(fn, tag, { program, list });
    count.set(kind, (count.get(kind) ?? 0) + 1);
    if (kind === 'other') process.exitCode = 1;
    if (kind === 'other') console.log(`${name}:${tag} seed ${seed}: ${kind}`);
    if (kind === 'ours fails') messages.set(message, (messages.get(message) ?? 0) + 1);
  }
  for (const [message, times] of messages) console.log(`${name}:${tag} ${times} times: ${message}`);
  return KINDS.map((kind) => String(count.get(kind) ?? 0));
}

/** Runs a function in place of a tag, and the original. `message`: our first error without names and numbers. */
async function compared(
  fn: LoadedFunction,
  tag: string,
  { program, list }: { readonly program: string; readonly list: string },
): Promise<{ readonly kind: Kind; readonly message: string }> {
  const own = await runFunction(fn, new TextEncoder().encode(list), { inPlaceOf: tag });
  const { after, results } = readOutcome(own.stdout);
  const original = outcomeOf(program, list);
  const hasFailed = original.exitCode !== 0 || severitiesIn(original.results).includes('error');
  const [error = ''] = own.stderr.split('\n');
  const message = error.replaceAll(/"[^"]*"|\d+/g, '_').replace(/^.*?: /, '');
  if (own.exitCode !== 0) return { kind: hasFailed ? 'both fail' : 'ours fails', message };
  if (hasFailed) return { kind: 'original fails', message };
  if (itemsKey(after) === itemsKey(original.after)) return { kind: 'equal', message };
  return { kind: severitiesIn(results).includes('warning') ? 'warned' : 'other', message };
}

/** Runs the original. An output that is not YAML is a failure. */
function outcomeOf(program: string, list: string): OriginalOutcome {
  try {
    return runOriginal(program, list);
  } catch (error) {
    if (error instanceof YamlError) return { exitCode: -1, after: null, results: null };
    throw error;
  }
}

/** Returns the severities of results; kpt shows one without it as an info. */
function severitiesIn(results: Value): readonly Value[] {
  return isList(results) ? results.map((result) => (isMap(result) ? (result['severity'] ?? 'info') : 'info')) : [];
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import setAnnotations from '../../../functions/set-annotations/index.ts';
import setLabels from '../../../functions/set-labels/index.ts';
import { runFunction, type LoadedFunction } from '../../../src/function/index.ts';
import { ANNOTATION_FIELDS, LABEL_FIELDS, type FieldSpec } from '../../../src/kustomize/index.ts';
import { setEntriesInData } from '../../kustomize/reference.ts';
import { loaded } from '../../support/probe.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { readOutcome, type OriginalInput } from '../../support/record-original.ts';
import { generatedInput as generatedLabels } from '../set-labels/generated-input.ts';
import { generatedInput as generatedAnnotations } from './generated-input.ts';

const RUNS = propertyRuns(200);

type Input = OriginalInput & { readonly text: string };
type Data = Record<string, unknown>;

/** Function config that a generator makes. */
interface WrittenConfig {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly additionalAnnotationFields?: readonly FieldSpec[];
  readonly fieldSpecs?: readonly FieldSpec[];
}

/** Checks data, comments and a second run for a generated input whose types fit. */
async function check(fn: LoadedFunction, input: Input, specs: readonly FieldSpec[], inPlaceOf: string): Promise<void> {
  const { config, items, text } = input;
  const { annotations, labels, data, additionalAnnotationFields, fieldSpecs } = config as WrittenConfig;
  const own = additionalAnnotationFields ?? fieldSpecs ?? [];
  const texts = annotations ?? labels ?? data ?? {};
  const entries = new Map(
    Object.keys(texts)
      .toSorted()
      .map((key) => [key, texts[key] ?? '']),
  );
  const want = structuredClone(items) as Data[];
  for (const item of want) setEntriesInData(item, [...own, ...specs], entries);

  const run = (list: string) => runFunction(fn, new TextEncoder().encode(list), { inPlaceOf });
  const { stdout, stderr, exitCode } = await run(text);
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(plain(readOutcome(stdout).after), plain(want), text);
  const [list = ''] = stdout.split('\nresults:\n');
  assert.deepEqual(comments(list), comments(text));
  assert.equal((await run(`${list}\n`)).stdout, stdout, 'a second run');
}

/** Returns data as JSON has them, whose maps have a prototype. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function comments(text: string): readonly string[] {
  return text.match(/# (?:above|beside)$/gm) ?? [];
}

describe('set-annotations and set-labels v0.1, by a reference on plain data', () => {
  it('sets annotations', async () => {
    const fn = loaded(setAnnotations);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const input = generatedAnnotations(seed, { most: 4, faulty: 0 });
        if (!input.text.includes(String.raw`\/`)) await check(fn, input, ANNOTATION_FIELDS, 'v0.1.4');
      }),
      { numRuns: RUNS },
    );
  });

  it('sets labels', async () => {
    const fn = loaded(setLabels);
    await fc.assert(
      fc.asyncProperty(fc.nat(), (seed) =>
        check(fn, generatedLabels(seed, { most: 4, faulty: 0 }), LABEL_FIELDS, 'v0.1.5'),
      ),
      { numRuns: RUNS },
    );
  });
});

import assert from 'node:assert/strict';
import { parseTemplate, type MissingKey, type TemplateData } from '../../src/go-template/index.ts';
import { recordedRows } from '../support/corpus.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

/** Result of Go's text/template for a template named `t`. */
interface Row {
  readonly template: string;
  readonly data: TemplateData;
  readonly dataKind: 'map[string]string' | 'map[string]any' | 'nil' | 'string';
  readonly option?: string;
  readonly output?: string;
  readonly outputBase64?: string;
  readonly phase?: 'parse' | 'exec';
  readonly error?: string;
  readonly partial?: string;
}

/** Templates of rows that differ for the given reason; one that passes fails the suite. */
const EXPECTED_FAILURES: ReadonlyMap<string, string> = new Map([]);

const MISSING_KEYS: Readonly<Record<string, MissingKey>> = {
  'missingkey=default': 'default',
  'missingkey=invalid': 'default',
  'missingkey=zero': 'zero',
  'missingkey=error': 'error',
};

describe('recorded outcomes of text/template', () => {
  for (const [index, row] of (recordedRows('go-template.jsonl') as Row[]).entries()) {
    const reason = EXPECTED_FAILURES.get(row.template);
    const name = `${index}: ${JSON.stringify(row.template).slice(0, 80)} ${row.option ?? ''}`;
    if (reason === undefined) it(name, () => assert.deepEqual(run(row), wanted(row)));
    else it(`${name} fails: ${reason}`, () => assert.notDeepEqual(run(row), wanted(row)));
  }
});

function run({ template, data, dataKind, option = 'missingkey=default' }: Row): Outcome {
  const missingKey = MISSING_KEYS[option];
  if (missingKey === undefined) throw new Error(`unknown option ${option}`);
  const kind = dataKind === 'nil' || dataKind === 'string' ? {} : { dataKind };
  return outcomeOf(() => parseTemplate(template, 't').expandBytes(data, { missingKey, ...kind }));
}

function wanted({ output, outputBase64, phase, error, partial = '' }: Row): Outcome {
  if (phase !== undefined && error !== undefined) return { phase, message: error, partial };
  return {
    output: Buffer.from(output ?? outputBase64 ?? '', output === undefined ? 'base64' : 'utf8').toString('base64'),
  };
}

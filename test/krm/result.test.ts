import assert from 'node:assert/strict';
import {
  arrangeResults,
  asShown,
  formatResult,
  KrmError,
  resultsOf,
  type Notice,
  type Result,
} from '../../src/krm/index.ts';
import { YamlError } from '../../src/yaml/index.ts';

const info = (message: string): Result => ({ severity: 'info', code: 'x-test', message });
const error = (message: string): Result => ({ severity: 'error', code: 'x-test', message });

describe('arrangeResults', () => {
  it('sorts by severity, file, index, field and message', () => {
    const inOrder: Result[] = [
      error('a'),
      error('b'),
      { ...error('a'), field: { path: 'a' } },
      { ...error('a'), file: { path: 'a.yaml', index: 0 } },
      { ...error('a'), file: { path: 'a.yaml', index: 2 }, field: { path: 'a' } },
      { ...error('a'), file: { path: 'a.yaml', index: 2 }, field: { path: 'b' } },
      { ...error('a'), file: { path: 'a.yaml', index: 10 } },
      { ...error('a'), file: { path: 'b.yaml', index: 0 } },
      { severity: 'warning', code: 'x-test', message: 'a' },
      info('a'),
    ];
    assert.deepEqual(arrangeResults(inOrder.toReversed()), inOrder);
  });

  it('keeps up to 1,000 results', () => {
    const results = Array.from({ length: 1000 }, () => info('a'));
    assert.deepEqual(arrangeResults(results), results);
  });

  it('keeps the first 999 of more results and counts the rest', () => {
    const results = [
      ...Array.from({ length: 1001 }, (_, i) => info(`${i}`)),
      error('e'),
      { ...info('w'), severity: 'warning' } as const,
    ];
    const arranged = arrangeResults(results);
    assert.equal(arranged.length, 1000);
    assert.deepEqual(
      arranged.slice(0, 2).map(({ message }) => message),
      ['e', 'w'],
    );
    assert.deepEqual(arranged.at(-1), { ...info('4 more: 4 of severity info'), code: 'more-results' });
  });

  it('reports omitted errors as an error', () => {
    const results = [...Array.from({ length: 1001 }, (_, i) => error(`${i}`)), info('a')];
    const message = '3 more: 2 of severity error, 1 of severity info';
    assert.deepEqual(arrangeResults(results).at(-1), { severity: 'error', code: 'more-results', message });
  });
});

describe('asShown', () => {
  it('leaves out the former file, which is for programs here', () =>
    assert.deepEqual(asShown({ ...info('a'), formerFile: 'a.yaml' }), info('a')));
});

describe('arrangeResults: repeats', () => {
  const about = (name: string, message = 'no', rest: Partial<Result> = {}): Result => ({
    ...error(message),
    resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name },
    file: { path: `${name}.yaml`, index: 0 },
    ...rest,
  });
  const six = [...'abcdef'].map((name) => about(name));

  it('keeps up to five results that differ only in their resource', () => {
    assert.deepEqual(arrangeResults(six.slice(1)), six.slice(1));
  });

  it('joins more into the first, which counts the others and names three of them', () => {
    const message = 'no (and 5 more: ConfigMap b, ConfigMap c, ConfigMap d, …)';
    assert.deepEqual(arrangeResults(six.toReversed()), [about('a', message)]);
  });

  it('names the files of resources that have one name', () => {
    const same = [...'abcdef'].map((folder) => about('web', 'no', { file: { path: `${folder}/web.yaml`, index: 0 } }));
    assert.deepEqual(
      arrangeResults(same).map(({ message }) => message),
      ['no (and 5 more: b/web.yaml, c/web.yaml, d/web.yaml, …)'],
    );
  });

  it('keeps the order of the others', () => {
    const others = [about('b', 'a'), about('b', 'z'), about('g')];
    const arranged = arrangeResults([...six, ...others]);
    assert.deepEqual(
      arranged.map(({ file, message }) => `${file?.path} ${message.slice(0, 2)}`),
      ['a.yaml no', 'b.yaml a', 'b.yaml z'],
    );
  });

  const different: readonly (readonly [name: string, rest: Partial<Result>])[] = [
    ['severity', { severity: 'warning' }],
    ['message', { message: 'other' }],
    ['field', { field: { path: 'a' } }],
    ['value', { field: { path: 'data', currentValue: 7n } }],
  ];
  for (const [name, rest] of different) {
    it(`joins no results of another ${name}`, () => {
      const data = { field: { path: 'data' } };
      const results = six.map((result, index) => ({ ...result, ...data, ...(index === 3 && rest) }));
      assert.equal(arrangeResults(results).length, 6);
    });
  }

  it('names resources with their namespaces, and keeps results about files', () => {
    const named = six.map(({ resourceRef, ...rest }) => ({
      ...rest,
      ...(resourceRef && { resourceRef: { ...resourceRef, namespace: 'shop' } }),
    }));
    assert.match(arrangeResults(named)[0]?.message ?? '', /\(and 5 more: ConfigMap shop\/b, /);
    const files = six.map(({ message, file }) => ({ ...error(message), ...(file && { file }) }));
    assert.equal(arrangeResults(files).length, 6);
  });

  it('joins no results without a resource and a file', () => {
    assert.equal(arrangeResults(Array.from({ length: 9 }, () => error('no'))).length, 9);
  });

  it('joins before it counts, so that 2,000 equal results are one', () => {
    const results = Array.from({ length: 2000 }, (_, index) => about(`c${index}`));
    assert.match(arrangeResults(results)[0]?.message ?? '', /and 1999 more/);
    assert.equal(arrangeResults(results).length, 1);
  });
});

describe('arrangeResults: notices', () => {
  const notices = Array.from({ length: 1001 }, (_, i): Notice => ({ severity: 'notice', message: `${i}` }));

  it('keeps the first 999 of more notices and counts the rest', () => {
    const arranged = arrangeResults(notices);
    assert.equal(arranged.length, 1000);
    assert.deepEqual(arranged.at(-1), { severity: 'notice', message: '2 more: 2 of severity notice' });
  });
});

describe('formatResult', () => {
  const resourceRef = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c' };
  const rows: readonly (readonly [result: Result | Notice, want: string])[] = [
    [error('no'), '[error]: no'],
    [{ ...error('no'), resourceRef }, '[error] v1/ConfigMap/c: no'],
    [
      { ...info('no'), resourceRef: { ...resourceRef, namespace: 'n' }, field: { path: 'data.x' } },
      '[info] v1/ConfigMap/n/c data.x: no',
    ],
    [{ ...error('no'), resourceRef, file: { path: 'c.yaml', index: 0 } }, '[error] c.yaml v1/ConfigMap/c: no'],
    [{ ...error('no'), file: { path: 'c.yaml', index: 2 } }, '[error] c.yaml[2]: no'],
    [{ ...info('no'), severity: 'notice' }, '[notice]: no'],
    [error('one\n  two\r\n'), '[error]: one two'],
    [error('\u001b[2Jno'), '[error]: [2Jno'],
  ];
  for (const [result, want] of rows) it(want, () => assert.equal(formatResult(result), want));
});

describe('resultsOf', () => {
  it('returns the results of a KrmError', () => {
    assert.deepEqual(resultsOf(new KrmError([error('a'), info('b')])), [error('a'), info('b')]);
  });

  it('returns the message of the document layer', () => {
    assert.deepEqual(resultsOf(new YamlError('syntax', 'no YAML', 3, 7)), [
      { severity: 'error', code: 'invalid-yaml', message: 'no YAML at 3:7' },
    ]);
  });

  it('tells an edit that cannot be made from a text that cannot be read', () => {
    const codes = (['syntax', 'depth', 'value', 'edit'] as const).map(
      (code) => resultsOf(new YamlError(code, 'no'))[0]?.code,
    );
    assert.deepEqual(codes, ['invalid-yaml', 'invalid-yaml', 'invalid-yaml', 'edit-failed']);
  });

  for (const thrown of [new RangeError('oops'), 'oops']) {
    it(`reports a thrown ${typeof thrown} as a defect`, () => {
      const message = 'this is a defect of krm-variants, and nothing was changed: oops';
      assert.deepEqual(resultsOf(thrown), [{ severity: 'error', code: 'defect', message }]);
    });
  }
});

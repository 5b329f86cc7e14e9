import fc from 'fast-check';
import type {
  WrittenCommandOverrider,
  WrittenLabelOverrider,
  WrittenOverriders,
  WrittenPlaintext,
} from '../../../../src/karmada/index.ts';
import { images, keys, words } from './random-items.ts';

const operators = fc.constantFrom('add' as const, 'remove' as const, 'replace' as const);

const labelEdits: fc.Arbitrary<readonly WrittenLabelOverrider[]> = fc.array(
  fc.record({ operator: operators, value: fc.dictionary(keys, words, { minKeys: 1, maxKeys: 2 }) }),
  { minLength: 1, maxLength: 2 },
);

const argEdits: fc.Arbitrary<readonly WrittenCommandOverrider[]> = fc.array(
  fc.record({
    containerName: fc.constantFrom('web', 'agent'),
    operator: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
    value: fc.subarray(['serve', '-x', '-v', '-new'], { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 2 },
);

const imageEdits = fc.array(
  fc.record({
    component: fc.constant('Tag' as const),
    operator: fc.constant('replace' as const),
    value: fc.constantFrom('v2', '1.0-rc'),
  }),
  { minLength: 1, maxLength: 2 },
);

const entry = (path: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<WrittenPlaintext> =>
  fc
    .record({ path: fc.constant(path), operator: fc.oneof(fc.constant('add' as const), operators), value: values })
    .map(({ value, ...rest }) => (rest.operator === 'remove' ? rest : { ...rest, value }));

const labelMap = fc.dictionary(keys, words, { maxKeys: 2 });
const CONTAINER = '/spec/template/spec/containers/0';

/** Entries of `plaintext` for all kinds, and for one. */
const plaintext: Readonly<Record<string, readonly fc.Arbitrary<WrittenPlaintext>[]>> = {
  any: [
    entry('/metadata/labels', labelMap),
    entry('/metadata/labels/tier', words),
    entry('/metadata/annotations', labelMap),
    entry('/metadata/annotations/example.com~1team', words),
  ],
  ConfigMap: [entry('/data/a', words), entry('/data/b', words), entry('/data/c', words)],
  Deployment: [
    entry('/spec/replicas', fc.nat(5)),
    entry('/spec/paused', fc.boolean()),
    entry(`${CONTAINER}/image`, images),
    entry(`${CONTAINER}/args`, fc.constant(['-all'])),
    entry(`${CONTAINER}/args/0`, fc.constantFrom('-p', '-q')),
    entry(`${CONTAINER}/args/1`, fc.constantFrom('-p', '-r')),
    fc.constant({ path: `${CONTAINER}/args/-`, operator: 'add' as const, value: '-end' }),
  ],
};

/** Overriders of a rule for a kind, or for any. */
export const overriders = (kind: string): fc.Arbitrary<WrittenOverriders> => {
  const entries = fc.oneof(...(plaintext['any'] ?? []), ...(kind === 'any' ? [] : (plaintext[kind] ?? [])));
  return fc.record(
    {
      imageOverrider: imageEdits,
      argsOverrider: argEdits,
      labelsOverrider: labelEdits,
      annotationsOverrider: labelEdits,
      plaintext: fc.array(entries, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
};

/** Numbers the words that are added to arguments, since equal ones count as added before. */
export function withDistinctWords(
  { argsOverrider, plaintext: entries, ...rest }: WrittenOverriders,
  next: () => number,
): WrittenOverriders {
  const args = argsOverrider?.map(({ operator, value = [], ...each }) => ({
    ...each,
    operator,
    value: operator === 'add' ? value.map((word) => `${word}-added-${next()}`) : value,
  }));
  const patch = entries?.map(({ value, ...each }) => {
    const isWord = typeof value === 'string' && each.path.includes('/args/');
    return value === undefined ? each : { ...each, value: isWord ? `${value}-${next()}` : value };
  });
  return { ...rest, ...(args && { argsOverrider: args }), ...(patch && { plaintext: patch }) };
}

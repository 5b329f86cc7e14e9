import assert from 'node:assert/strict';
import { listKinds } from '../../../cli/reference/explain-kind.ts';
import { functionJson, functionList } from '../../../cli/reference/function-list.ts';
import { allFunctions } from '../../support/all-functions.ts';

const functions = await allFunctions();

describe('krm-variants list', () => {
  it('has a line for each function', () => {
    const lines = functionList(functions).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      Object.keys(functions),
    );
  });

  it('prints names, summaries and kinds as JSON', () => {
    const list = JSON.parse(functionJson(functions)) as readonly { readonly name: string; readonly kinds: unknown }[];
    assert.deepEqual(
      list.map(({ name }) => name),
      Object.keys(functions),
    );
    assert.deepEqual(list.find(({ name }) => name === 'strip-transform')?.kinds, [
      { apiVersion: 'control.kubestellar.io/v1alpha1', kind: 'CustomTransform' },
      { apiVersion: 'krm-variants.dev/v1alpha1', kind: 'StripTransform' },
    ]);
  });
});

describe('krm-variants explain without a kind', () => {
  it('lists the kinds with the functions that read them', () => {
    const lines = listKinds(functions).trimEnd().split('\n');
    assert.ok(
      lines.some((line) => /^CustomTransform +control\.kubestellar\.io\/v1alpha1 +strip-transform$/.test(line)),
    );
    assert.ok(lines.every((line) => line.split(/ {2,}/).length === 3));
  });
});

import assert from 'node:assert/strict';
import { checkHolds, holdOf, readHold, type Hold } from '../../src/fleet/index.ts';
import { formatResult, resultsOf, Resource } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { variantOf } from '../support/fleet-variant.ts';

function resource(spec: string): Resource {
  const text = `{apiVersion: krm-variants.dev/v1alpha1, kind: FleetHold, metadata: {name: wave}, spec: ${spec}}`;
  return new Resource(readDocument(text), { path: 'hold.yaml', index: 0 });
}

function hold(spec: string): Hold {
  return readHold(resource(spec));
}

function variant(folder: string, labels: Readonly<Record<string, string>> = {}, revision?: string) {
  return {
    ...variantOf({ name: 'v', folder, ...(revision !== undefined && { revision }) }),
    labels: new Map(Object.entries(labels)),
  };
}

describe('a FleetHold', () => {
  const main = { wave: 'main' };
  const rows: readonly (readonly [name: string, spec: string, of: ReturnType<typeof variant>, isHeld: boolean])[] = [
    ['holds a folder', '{variants: [eu/shop], reason: r}', variant('eu/shop'), true],
    ['holds a folder with superfluous slashes', '{variants: [./eu//shop/], reason: r}', variant('eu/shop'), true],
    ['does not hold a folder below', '{variants: [eu], reason: r}', variant('eu/shop'), false],
    ['holds labels', '{selector: {matchLabels: {wave: main}}, reason: r}', variant('a', main), true],
    ['does not hold other labels', '{selector: {matchLabels: {wave: main}}, reason: r}', variant('a'), false],
    ['holds all with an empty selector', '{selector: {}, reason: r}', variant('a'), true],
    ['holds before its revision', '{variants: [a], reason: r, until: v4}', variant('a', {}, 'v3'), true],
    ['ends at its revision', '{variants: [a], reason: r, until: v4}', variant('a', {}, 'v4'), false],
    ['ends at a later version', '{variants: [a], reason: r, until: v4}', variant('a', {}, 'v10'), false],
    ['ends at a number as Porch writes it', '{variants: [a], reason: r, until: "4"}', variant('a', {}, 'v4'), false],
    ['holds before a prerelease', '{variants: [a], reason: r, until: v4}', variant('a', {}, 'v4.0.0-rc.1'), true],
    ['compares all numbers', '{variants: [a], reason: r, until: v1.2}', variant('a', {}, 'v1.10'), false],
    ['ends at a branch of its name', '{variants: [a], reason: r, until: next}', variant('a', {}, 'next'), false],
    ['holds at other branches', '{variants: [a], reason: r, until: v4}', variant('a', {}, 'main'), true],
    ['holds a variant of a work tree', '{variants: [a], reason: r, until: v4}', variant('a'), true],
  ];
  for (const [name, spec, of, isHeld] of rows)
    it(name, () => assert.equal(holdOf([hold(spec)], of) !== undefined, isHeld));

  it('ends for itself alone', () => {
    const holds = [hold('{variants: [a], reason: one, until: v2}'), hold('{selector: {}, reason: other}')];
    assert.equal(holdOf(holds, variant('a', {}, 'v2'))?.reason, 'other');
  });

  const errors: readonly (readonly [spec: string, error: RegExp])[] = [
    ['{reason: r}', /spec: must have either `selector` or `variants`$/],
    ['{reason: r, variants: [a], selector: {}}', /spec: must have either `selector` or `variants`$/],
    ['{variants: [a]}', /spec\.reason: required$|spec.*reason/],
    ['{variants: [a], reason: " "}', /spec\.reason: must say why/],
    ['{variants: [], reason: r}', /spec\.variants: must name a folder/],
    ['{variants: [../a], reason: r}', /spec\.variants\[0\]: must be the folder of a variant/],
    ['{variants: [""], reason: r}', /spec\.variants\[0\]: must be the folder of a variant/],
    ['{selector: {matchExpressions: [{key: a, operator: in}]}, reason: r}', /operator: must be "In"/],
    ['{variants: [a], reason: r, until: 4}', /spec\.until: must be a string/],
    ['{variants: [a], reason: r, until: ""}', /spec\.until: must be a revision/],
    ['{variants: [a], reasn: r}', /did you mean.*reason/],
  ];
  for (const [spec, error] of errors)
    it(`must not be ${spec}`, () => {
      assert.throws(
        () => hold(spec),
        (thrown) => resultsOf(thrown).some((result) => error.test(formatResult(result))),
      );
    });

  const checks: readonly (readonly [spec: string, results: readonly RegExp[]])[] = [
    ['{variants: [eu/shop], reason: r}', []],
    ['{variants: [eu/shop, eu/shpo], reason: r}', [/^\[warning\].*spec\.variants\[1\]: holds nothing: no variant has/]],
    ['{selector: {matchLabels: {wave: main}}, reason: r}', [/^\[warning\].*holds nothing: no variant has these/]],
    ['{selector: {}, reason: r, until: v2}', [/^\[info\].*has ended at v2: remove it/]],
    ['{selector: {}, reason: r, until: v3}', []],
  ];
  for (const [spec, results] of checks)
    it(`is checked: ${spec}`, () => {
      const found = checkHolds([hold(spec)], [variant('eu/shop', {}, 'v2')]).map(formatResult);
      assert.equal(found.length, results.length, found.join('\n'));
      for (const [index, result] of results.entries()) assert.match(found[index] ?? '', result);
    });
});

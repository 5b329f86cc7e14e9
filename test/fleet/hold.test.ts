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

/** A variant in the Repository `far`, which is another git repository. */
function farVariant(folder: string) {
  const place = { name: 'far', url: 'https://git.example.com/far.git', branch: undefined, folder: '' };
  return { ...variant(folder), downstream: { place, package: folder } };
}

function variant(folder: string, labels: Readonly<Record<string, string>> = {}, revision?: string) {
  return {
    ...variantOf({ name: 'v', folder, ...(revision !== undefined && { revision }) }),
    labels: new Map(Object.entries(labels)),
  };
}

describe('a FleetHold', () => {
  const main = { wave: 'main' };
  const rows: readonly (readonly [name: string, spec: string, of: Parameters<typeof holdOf>[1], isHeld: boolean])[] = [
    ['holds a folder in all git repositories', '{variants: [eu/shop], reason: r}', farVariant('eu/shop'), true],
    ['holds a folder of a Repository', '{variants: [eu/shop], repo: far, reason: r}', farVariant('eu/shop'), true],
    ['does not hold it in another one', '{variants: [eu/shop], repo: far, reason: r}', variant('eu/shop'), false],
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
    [
      '{variants: [a], reason: r, until: "2026-02-30T10:00:00"}',
      /spec\.until: must be a revision.* no time ends a hold/,
    ],
    ['{variants: [a], reason: r, until: 2026-12-31 10:00}', /spec\.until: must be a revision/],
    ['{variants: [a], reason: r, until: "v5 "}', /spec\.until: must be a revision/],
    ['{selector: {}, repo: far, reason: r}', /spec\.repo: must be set with `variants`/],
    ['{variants: [a], repo: "", reason: r}', /spec\.repo: must be the name of a Repository/],
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
    ['{selector: {}, reason: r, until: 2026-02-30}', [/^\[warning\].*spec\.until: a hold does not end at a date/]],
    ['{selector: {}, reason: r, until: soon}', [/^\[warning\].*spec\.until: no version ends this hold/]],
  ];
  it('is checked: a date as revision ends a hold of variants that ask for dates', () => {
    const dated = hold('{selector: {}, reason: r, until: 2026-02-28}');
    assert.deepEqual(checkHolds([dated], [variant('eu/shop', {}, '2026-01-31')]), []);
    assert.deepEqual(checkHolds([hold('{selector: {}, reason: r, until: next}')], [variant('eu', {}, 'main')]), []);
  });

  it('is checked: a folder in several git repositories', () => {
    const both = [variant('eu/shop'), farVariant('eu/shop')];
    const [found = '', ...others] = checkHolds([hold('{variants: [eu/shop], reason: r}')], both).map(formatResult);
    assert.match(
      found,
      /^\[warning\].*variants\[0\]: holds this folder in 2 git repositories: set `repo` to one of .*far/,
    );
    assert.equal(others.length, 0);
    for (const repo of ['far', both[0]?.downstream.place.name])
      assert.deepEqual(checkHolds([hold(`{variants: [eu/shop], repo: ${repo}, reason: r}`)], both), []);
    const [missing = ''] = checkHolds([hold('{variants: [eu/shop], repo: fra, reason: r}')], both).map(formatResult);
    assert.match(missing, /holds nothing: no variant has this folder in Repository "fra"/);
  });

  for (const [spec, results] of checks)
    it(`is checked: ${spec}`, () => {
      const found = checkHolds([hold(spec)], [variant('eu/shop', {}, 'v2')]).map(formatResult);
      assert.equal(found.length, results.length, found.join('\n'));
      for (const [index, result] of results.entries()) assert.match(found[index] ?? '', result);
    });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeForDriver } from '../../cli/merge/merge-with-markers.ts';
import { mergePackages } from '../../src/merge/index.ts';
import { readStream } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const NAMES = ['one', 'two', 'three', 'four', 'five'] as const;

/** A Service, which is similar to the others. */
interface Service {
  readonly name: string;
  readonly namespace?: string;
  readonly app: string;
  readonly port: number;
  /** Number of other fields. Default: 2. */
  readonly fields?: number;
}

type Edit = (services: readonly Service[]) => readonly Service[];

const NAME = fc.constantFrom(...NAMES);

/** Edits of the Service at an index, or of all of them. */
const EDIT: fc.Arbitrary<Edit> = fc
  .record({
    at: fc.nat(3),
    name: NAME,
    app: NAME,
    port: fc.integer({ min: 80, max: 82 }),
    fields: fc.constantFrom(0, 3),
  })
  .chain(({ at, name, app, port, fields }) => {
    const changed =
      (change: Partial<Service>): Edit =>
      (services) =>
        services.map((each, index) => (index === at ? { ...each, ...change } : each));
    return fc.constantFrom<Edit>(
      changed({ name }),
      changed({ app }),
      changed({ port }),
      changed({ name, port }),
      changed({ fields }),
      (services) => services.map((each) => ({ ...each, namespace: 'other' })),
      (services) => services.filter((_, index) => index !== at),
      (services) => services.toSpliced(at, 0, { name, app, port: 80 }),
    );
  });

const EDITS: fc.Arbitrary<Edit> = fc
  .array(EDIT, { minLength: 1, maxLength: 3 })
  .map((edits) => (services) => edits.reduce((edited, edit) => edit(edited), services));

const BASE: fc.Arbitrary<readonly Service[]> = fc
  .array(NAME, { minLength: 1, maxLength: 3 })
  .map((apps) => apps.map((app, index) => ({ name: NAMES[index] ?? '', app, port: 80 })));

function fileOf(services: readonly Service[]): string {
  const names = services.map(({ name }) => name);
  return services
    .filter(({ name }, index) => names.indexOf(name) === index)
    .map(({ name, namespace, app, port, fields = 2 }) => {
      const others = Array.from({ length: fields }, (_, index) => `  f${index}: 1\n`).join('');
      const metadata = `metadata:\n  name: ${name}\n${namespace === undefined ? '' : `  namespace: ${namespace}\n`}`;
      const spec = `spec:\n  ports:\n  - port: ${port}\n    name: http\n    protocol: TCP\n  selector:\n    app: ${app}\n  type: ClusterIP\n${others}`;
      return `apiVersion: v1\nkind: Service\n${metadata}${spec}`;
    })
    .join('---\n');
}

/** Returns the data of the documents of a merged file, in any order; undefined if it has conflicts. */
function merged(
  base: string,
  ours: string,
  theirs: string,
): { readonly text: string; readonly data: string } | undefined {
  const names = { base: 'base', local: 'ours', theirs: 'theirs' };
  const file = { path: 'services.yaml', base, ours, theirs, markersOf: () => ({ size: 7, names }) };
  const { content, conflicts } = mergeForDriver(file);
  if (conflicts.length > 0) return undefined;
  const text = String(content);
  const documents = text === '' ? [] : readStream(text).documents.map((each) => JSON.stringify(each.value([])));
  return { text, data: documents.toSorted().join('\n') };
}

describe('merge of documents that are renamed, added and removed', () => {
  it('stays the same when it is repeated, and when the sides are swapped', () => {
    const property = fc.property(BASE, EDITS, EDITS, (base, ofOurs, ofTheirs) => {
      const [before, ours, theirs] = [base, ofOurs(base), ofTheirs(base)].map(fileOf) as [string, string, string];
      fc.pre(ours !== '' && theirs !== '');
      const found = merged(before, ours, theirs);
      if (found === undefined) return;
      assert.equal(merged(before, found.text, theirs)?.data, found.data, 'merged with theirs again');
      assert.equal(merged(before, ours, found.text)?.data, found.data, 'merged with ours again');
      assert.equal(merged(before, theirs, ours)?.data, found.data, 'swapped');
    });
    fc.assert(property, { numRuns: RUNS });
  });

  it('keeps what theirs adds, and what ours adds, with ours as the answer to all conflicts', () => {
    const property = fc.property(BASE, EDITS, EDITS, (base, ofOurs, ofTheirs) => {
      const [before, ours, theirs] = [base, ofOurs(base), ofTheirs(base)];
      fc.pre(ours.length > 0 && theirs.length > 0);
      const of = (services: readonly Service[]): ReadonlyMap<string, string> =>
        new Map([['services.yaml', fileOf(services)]]);
      const sides = { base: of(before), theirs: of(theirs), local: of(ours) };
      const { files, conflicts } = mergePackages(sides, { answer: () => 'local' });
      assert.deepEqual(conflicts, []);
      // The lines confirm that both sides gave a Service a new name: the conflict is about that name alone.
      const renamed = mergePackages(sides, {}).conflicts.filter(({ field }) => field === 'metadata.name');
      const known = new Set<unknown>([
        ...before.map(({ name }) => name),
        ...renamed.flatMap(({ values }) => [values.theirs, values.local]),
      ]);
      const found = new Set(String(files.get('services.yaml')).match(/(?<=^  name: ).*/gm));
      for (const { name } of [...theirs, ...ours])
        assert.ok(
          known.has(name) || found.has(name),
          `${name} is lost\n${fileOf(before)}\n======\n${fileOf(theirs)}\n======\n${fileOf(ours)}`,
        );
    });
    fc.assert(property, { numRuns: RUNS });
  });
});

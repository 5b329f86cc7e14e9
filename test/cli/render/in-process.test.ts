import assert from 'node:assert/strict';
import type { LoadedFunction } from '../../../src/function/index.ts';
import { Resource, Resources } from '../../../src/krm/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import type { PipelineFunction } from '../../../src/render/index.ts';
import { otherTagHint, ownCall, type InProcess } from '../../../cli/render/own-call.ts';
import { defineFunction } from '../../../src/function/index.ts';

const CATALOG = 'ghcr.io/kptdev/krm-functions-catalog/';
const DEFAULT: InProcess = { inProcess: 'all', prefixes: ['localhost/'], imagePrefix: CATALOG };

/** A function of the catalog that reports the tag of the image in whose place it runs, and a difference. */
const PAINT: LoadedFunction = {
  definition: defineFunction({
    name: 'paint',
    summary: '',
    origin: '',
    configs: [],
    policies: { forms: [], combine: () => ({}) },
    originalTags: ['v0.2', 'v0.2.1'],
    run({ results, inPlaceOf = 'its own name' }) {
      results.info(inPlaceOf, { code: 'rule-applied' });
      results.difference('the original paints it black', {});
    },
  }),
  validators: {},
  help: '',
};

const OTHER: LoadedFunction = { ...PAINT, definition: { ...PAINT.definition, name: 'other', originalTags: [] } };

const PROGRAM = { version: '0.1.0', functions: { paint: () => PAINT, other: () => OTHER } };

function image(called: string, tag = ''): PipelineFunction {
  return { list: 'mutators', field: [], by: 'image', called, tag, name: '' } as unknown as PipelineFunction;
}

async function messagesOf(fn: PipelineFunction, args: Partial<InProcess> = {}): Promise<readonly string[] | undefined> {
  const call = ownCall(fn, PROGRAM, { ...DEFAULT, ...args }, {});
  const report = await call?.run(new Resources([new Resource(readDocument('kind: A\n'))]), {
    config: undefined,
    positions: undefined,
  });
  return report?.results.map(({ severity, message }) => `${severity}: ${message}`);
}

const DIFFERENCE = 'warning: the original paints it black';

describe('a function of a pipeline in this process', () => {
  const replaced: readonly (readonly [called: string, tag: string, args?: Partial<InProcess>])[] = [
    [`${CATALOG}paint:v0.2.1`, 'v0.2.1'],
    [`${CATALOG}paint:v0.2`, 'v0.2'],
    ['gcr.io/kpt-fn/paint:v0.2', 'v0.2'],
    ['paint:v0.2', 'v0.2'],
    ['paint:v0.2', 'v0.2', { imagePrefix: 'gcr.io/kpt-fn' }],
    [`${CATALOG}paint:v0.2`, 'v0.2', { imagePrefix: 'mirror.example.com/fn' }],
  ];
  for (const [called, tag, args] of replaced)
    it(`runs in place of the image ${called}${args === undefined ? '' : `, with ${JSON.stringify(args)}`}`, async () => {
      assert.deepEqual(await messagesOf(image(called), args), [`info: ${tag}`, DIFFERENCE]);
    });

  it('says nothing about its original if it is called by its own name', async () => {
    assert.deepEqual(await messagesOf(image('localhost/paint:v0.1')), ['info: its own name']);
  });

  const kept: readonly (readonly [name: string, fn: PipelineFunction, args?: Partial<InProcess>])[] = [
    ['a tag that was not compared', image(`${CATALOG}paint:v0.3`)],
    ['the tag latest', image(`${CATALOG}paint:latest`)],
    ['no tag', image(`${CATALOG}paint`)],
    ['a digest', image(`${CATALOG}paint@sha256:${'a'.repeat(64)}`)],
    ['a tag and a digest', image(`${CATALOG}paint:v0.2@sha256:${'a'.repeat(64)}`)],
    ['a constraint in `tag`', image(`${CATALOG}paint`, '~0.2')],
    ['a version in `tag`', image(`${CATALOG}paint:v0.2`, 'v0.2')],
    ['another registry', image('mirror.example.com/paint:v0.2')],
    ['the catalog as a path', image(`mirror.example.com/${CATALOG}paint:v0.2`)],
    ['a folder of the catalog', image(`${CATALOG}wasm/paint:v0.2`)],
    ['a mirror of --image-prefix', image('paint:v0.2'), { imagePrefix: 'mirror.example.com/fn' }],
    ['a function that is not of the catalog', image(`${CATALOG}other:v0.2`)],
    ['an unknown function', image(`${CATALOG}constructor:v0.2`)],
    ['--in-process own', image(`${CATALOG}paint:v0.2`), { inProcess: 'own' }],
    ['--in-process none', image(`${CATALOG}paint:v0.2`), { inProcess: 'none' }],
    ['--in-process none and an own image', image('localhost/paint:v0.1'), { inProcess: 'none' }],
  ];
  for (const [name, fn, args] of kept)
    it(`runs as an image with ${name}`, async () => assert.equal(await messagesOf(fn, args), undefined));

  it('is named in the error about an image of the catalog that has another tag', () => {
    const hint = otherTagHint(image('paint:latest'), PROGRAM, DEFAULT);
    assert.equal(hint, `; without a container, this program runs ${CATALOG}paint with the tag v0.2 or v0.2.1`);
    assert.equal(otherTagHint(image('paint:latest'), PROGRAM, { ...DEFAULT, inProcess: 'own' }), '');
    assert.equal(otherTagHint(image('mirror.example.com/paint:v0.2'), PROGRAM, DEFAULT), '');
  });
});

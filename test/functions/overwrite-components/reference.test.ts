import assert from 'node:assert/strict';
import {
  changedAttributes,
  readFields,
  referenceAt,
  referenceOf,
  type Reference,
} from '../../../functions/overwrite-components/reference.ts';
import { installation, look } from './overwrite-contexts.ts';

const REFERENCE: Reference = {
  repositoryContext: { type: 'ociRegistry', baseUrl: 'p' },
  componentName: 'a',
  version: '1',
};

describe('references of overwrite-components', () => {
  it('differ in attributes, which are named in order', () => {
    const other = { repositoryContext: { type: 'ociRegistry', baseUrl: 'q' }, componentName: 'b', version: '2' };
    assert.deepEqual(changedAttributes(REFERENCE, other), ['repositoryContext', 'componentName', 'version']);
    assert.deepEqual(changedAttributes(REFERENCE, { ...REFERENCE, version: '2' }), ['version']);
    const reordered = { ...REFERENCE, repositoryContext: { baseUrl: 'p', type: 'ociRegistry' } };
    assert.deepEqual(changedAttributes(REFERENCE, reordered), []);
  });

  it('keep the text of their values', async () => {
    const context = '{type: a, baseUrl: b, size: 9007199254740993}';
    const { holders } = await look([
      installation('a', `{componentDescriptor: {ref: {repositoryContext: ${context}, componentName: c, version: v1}}}`),
      installation('b', `{componentDescriptor: {ref: {repositoryContext: null, componentName: c, version: "1.10"}}}`),
    ]);
    const [full, bare] = holders.map(({ resource: holder, ref }) =>
      referenceOf(readFields(referenceAt(holder, ref ?? []))),
    );
    assert.deepEqual({ ...Object(full?.repositoryContext) }, { type: 'a', baseUrl: 'b', size: 9007199254740993n });
    assert.deepEqual({ ...full, repositoryContext: '' }, { repositoryContext: '', componentName: 'c', version: 'v1' });
    assert.deepEqual(bare, { repositoryContext: undefined, componentName: 'c', version: '1.10' });
  });
});

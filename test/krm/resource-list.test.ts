import assert from 'node:assert/strict';
import { ResourceList } from '../../src/krm/resource-list.ts';

const ITEM = 'items:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n';

describe('ResourceList', () => {
  for (const version of ['v1', 'v1beta1'])
    it(`reads version ${version} of the specification of functions`, () => {
      const list = new ResourceList(`apiVersion: config.kubernetes.io/${version}\nkind: ResourceList\n${ITEM}`);
      assert.deepEqual(
        list.resources.items.map(({ name }) => name),
        ['a'],
      );
    });

  for (const version of ['config.kubernetes.io/v1alpha1', 'v1'])
    it(`refuses ${version}`, () =>
      assert.throws(() => new ResourceList(`apiVersion: ${version}\nkind: ResourceList\n${ITEM}`), {
        message: `the ResourceList's apiVersion must be one of config.kubernetes.io/v1, config.kubernetes.io/v1beta1, not "${version}"`,
      }));
});

import assert from 'node:assert/strict';
import { resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { object, repository, variantSet } from './variant-set-items.ts';

describe('expand-package-variant-set: objects that cannot be targets', () => {
  it('rejects PackageVariants, of which each run would create more', async () => {
    const targets = '[{objectSelector: {apiVersion: config.porch.kpt.dev/v1alpha1, kind: PackageVariant}}]';
    const items = [
      variantSet({ targets }),
      object(['config.porch.kpt.dev/v1alpha1', 'PackageVariant'], 'v', {
        rest: 'spec: {downstream: {repo: a, package: b}}\n',
      }),
    ];
    const { results, list } = await expand(items);
    assert.equal(results.length, 1);
    assert.match(results[0] ?? '', /^error spec\.targets\[0\]\.objectSelector.*: must not be PackageVariant/);
    assert.equal(list, resourceList(items));
  });

  for (const name of ['5', "''", '~'])
    it(`reports an object whose name is ${name}`, async () => {
      const items = [
        variantSet({ targets: '[{repositorySelector: {}}]' }),
        repository(name).replace('metadata:', 'metadata: # a'),
      ];
      const { results, report } = await expand(items);
      assert.equal(results.length, 1);
      assert.match(results[0] ?? '', /^error metadata\.name: must be /);
      assert.doesNotMatch(report, /kind: PackageVariantSet/);
    });
});

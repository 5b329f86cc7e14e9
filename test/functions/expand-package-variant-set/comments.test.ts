import assert from 'node:assert/strict';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { keptSet } from './variant-set-items.ts';

const INJECTORS = '[{repositories: [{name: r}], template: {injectors: [{name: a}, {name: b}]}}]';
const IDS = "    internal.config.kubernetes.io/id: '1'\n    config.k8s.io/id: '1'\n";
const WANTED =
  'spec:\n  upstream: {repo: example-repo, package: foo, revision: 1}\n  downstream: {repo: r, package: foo}\n';

/** An earlier PackageVariant of the set, with a list of injectors and more annotations. */
const listed = (injectors: string, annotations: string): string =>
  resource(
    'config.porch.kpt.dev/v1alpha1',
    'PackageVariant',
    'example-r-foo',
    `${WANTED}  injectors:\n${injectors}`,
    `  namespace: default\n${keptAt('p.yaml')}    krm-variants.dev/package-variant-set: default/example\n${annotations}`,
  );
const kept = keptSet({ targets: INJECTORS });
const CHANGED = '-: PackageVariants: 0 added, 1 changed, 0 removed, 0 unchanged';

describe('expand-package-variant-set: comments that kpt would move', () => {
  it('drops the ids that tie a PackageVariant to the input of kpt if a commented element moves, and reports it', async () => {
    const { list, notices } = await expand([kept, listed('  - name: b # theirs\n', IDS)]);
    assert.equal(list, resourceList([kept, listed('  - name: a\n  - name: b # theirs\n', '')]));
    assert.equal(notices[0], CHANGED);
    assert.match(notices[1] ?? '', /^spec\.injectors: a comment moved with its list element: /);
  });

  it('drops nothing if no commented element moves', async () => {
    const { list, notices } = await expand([kept, listed('  - name: a # theirs\n', IDS)]);
    assert.equal(list, resourceList([kept, listed('  - name: a # theirs\n  - name: b\n', IDS)]));
    assert.deepEqual(notices, [CHANGED]);
  });
});

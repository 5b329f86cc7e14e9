import assert from 'node:assert/strict';
import { resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { variantSet, type SetText } from './variant-set-items.ts';

/** An invalid set with its errors, sorted. */
export type SetRow = readonly [name: string, set: Partial<SetText>, errors: readonly string[]];

/** Valid targets. */
export const LISTED = '[{repositories: [{name: r}]}]';

/** Returns a set whose only target has a template, in flow style. */
export function templated(template: string): Pick<SetText, 'targets'> {
  return { targets: `[{repositories: [{name: r}], template: ${template}}]` };
}

/** Tests that each set has only these errors, as the function config and among the items, and that nothing changes. */
export function itReports(rows: readonly SetRow[]): void {
  for (const [name, set, want] of rows) {
    it(name, async () => {
      const text = variantSet({ targets: LISTED, ...set });
      const asItem = await expand([text]);
      assert.deepEqual(errorsOf(asItem.results), want);
      assert.equal(asItem.stderr === '', want.length === 0);
      if (want.length > 0) assert.equal(asItem.list, resourceList([text]));
      assert.deepEqual(errorsOf((await expand([], text)).results), want);
    });
  }
}

function errorsOf(results: readonly string[]): readonly string[] {
  return results.filter((line) => line.startsWith('error '));
}

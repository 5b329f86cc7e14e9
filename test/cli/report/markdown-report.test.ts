import assert from 'node:assert/strict';
import { conflictResults } from '../../../cli/report/conflict-results.ts';
import { markdownReport } from '../../../cli/report/markdown-report.ts';
import type { RunOutcome } from '../../../cli/report/run-outcome.ts';
import { arrangeResults } from '../../../src/krm/index.ts';

const NAMES = [...'abcdef'];

const CONFLICTS = NAMES.map((folder) => ({
  kind: 'edit/edit' as const,
  resource: { apiVersion: 'v1', kind: 'ConfigMap', name: 'web' },
  field: 'data.x',
  file: { path: `${folder}/web.yaml`, index: 0 },
  values: { base: 1, theirs: 2, local: 3 },
}));

describe('the Markdown report', () => {
  it('shows the conflicts of a fleet only in their table, however many there are', () => {
    const [first] = CONFLICTS;
    assert.ok(first !== undefined);
    const upstream = { repository: 'r', package: 'p' };
    const place = { upstream, kind: 'edit/edit', resource: first.resource, file: undefined, path: 'data.x' } as const;
    const outcome: RunOutcome = {
      functionName: 'fleet',
      steps: undefined,
      results: arrangeResults([
        ...conflictResults(CONFLICTS),
        { severity: 'warning', code: 'x-test', message: 'something else' },
      ]),
      notices: [],
      packages: () => [],
      changes: [],
      explanations: undefined,
      conflicts: CONFLICTS,
      variants: [],
      classes: [{ ...place, id: '0123456789', first, conflicts: CONFLICTS, folders: NAMES, places: NAMES }],
      resources: undefined,
      diff: () => '',
      exitCode: 3,
    };
    assert.equal(
      markdownReport(outcome, { writes: false, prints: false, output: undefined }),
      `### fleet: 1 error, 1 warning

| conflict | in | place | kind | base | new |
| --- | --- | --- | --- | --- | --- |
| 0123456789 | 6 variants | ConfigMap/web:data.x | edit/edit | 1 | 2 |

- \\[warning\\]: something else
`,
    );
  });
});

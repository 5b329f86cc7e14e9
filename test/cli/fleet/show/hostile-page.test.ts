import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fleetPage, type FleetPage } from '../../../../cli/fleet/show/fleet-page.ts';
import { tablePage } from '../../../../cli/fleet/show/table-formats.ts';
import { FILTER_SCRIPT } from '../../../../cli/report/page-filter.ts';
import { HOSTILE } from '../../../support/page-fleet.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import type { VariantRow } from '../../../../src/fleet/index.ts';

/** Returns the page of a plan in which each text is one. */
function planPage(text: string): string {
  const row = { name: text, namespace: text, set: text, folder: text, upstream: text, from: text, to: `${text}2` };
  const counts = { files: [text], conflicts: 0 };
  const resolutions = [{ file: text, conflict: text, place: text, take: 'local' }] as const;
  const rows: readonly VariantRow[] = [
    { ...row, ...counts, action: 'update', resolutions },
    { ...row, ...counts, action: 'held', hold: { file: text, reason: text, until: text } },
    { ...row, ...counts, action: 'create', repository: text },
  ];
  const resource = { apiVersion: text, kind: text, namespace: text, name: text };
  const file = { path: text, index: 0 };
  const conflict = { kind: 'edit/edit', file, resource, values: { base: text, theirs: text, local: text } } as const;
  const upstream = { repository: text, package: text };
  const places = [{ folder: 'a', file: 'b', line: undefined }];
  const page: FleetPage = {
    task: { name: 'plan' },
    subject: { repository: 'https://git.example.com/fleet.git', branch: 'main', commit: '0123456789abcdef' },
    writes: false,
    conclusion: text,
    results: [
      { severity: 'error', code: 'function-result', message: text, file },
      { severity: 'warning', code: 'function-result', message: text, resourceRef: resource },
    ],
    changes: [{ path: 'a/b', before: `${text}\na\n`, after: `${text}\nb\n` }],
    changeClasses: () => [{ resource: text, field: text, before: text, after: `${text}2`, places }],
    variants: rows,
    chains: [{ step: 1, source: text, variants: rows }],
    classes: [
      {
        id: text,
        upstream,
        kind: 'edit/edit',
        resource,
        file: text,
        path: text,
        first: conflict,
        conflicts: [conflict],
        folders: [text],
        places: [text],
      },
    ],
    replaced: [{ from: text, at: text, isAdded: false }],
    drift: {
      rows: [
        {
          folder: text,
          name: text,
          set: text,
          state: 'edited',
          isGone: false,
          edits: [
            { path: text, change: 'changed', before: 'a\n', after: `${text}\n`, mode: undefined, isBaseLost: false },
          ],
        },
        { folder: text, name: text, set: text, state: 'error', isGone: false, edits: [] },
      ],
      results: [],
      errors: [{ severity: 'error', code: 'function-result', message: text }],
    },
  };
  return fleetPage(page);
}

/** Returns the page of a table in which each text is one. */
function valuesPage(text: string): string {
  const groups = [{ values: [[text]], folders: [text] }];
  return tablePage({ fields: [text], groups, by: text, keys: new Map([[text, text]]) });
}

/** Returns the tags of a page, without those that depend on the length and the lines of a text. */
function tagsOf(page: string): readonly string[] {
  const tags =
    page
      .replace(/<style>.*?<\/style>/s, '')
      .replace(`>${FILTER_SCRIPT}<`, '><')
      .match(/<[^>]*>/g) ?? [];
  return tags
    .filter((each) => !/^<(?:wbr|\/?mark|\/?ins|\/?del|\/?code|\/?bdi|\/?span)\b/.test(each))
    .map((each) => each.replaceAll(/(?:data-head|aria-label|content)="[^"]*"/g, ''));
}

const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '`',
  '</code>',
  '<script>',
  '</details>',
  '-->',
  ']]>',
  '\u202e',
  '\0',
  '\n',
  '\r',
  '\ud800',
  '{{',
  '${',
  '/',
  ':',
  ' ',
  'a',
];
const TEXT = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 12 })
  .map((parts) => `x${parts.join('')}`);

describe('pages with texts of other people', () => {
  it('have the tags that they have with harmless ones', () => {
    const [plan, table] = [tagsOf(planPage('x')), tagsOf(valuesPage('x'))];
    for (const text of [HOSTILE, `' onfocus="alert(1)`, '<!--', '</title><base href=//x>'])
      assert.deepEqual([tagsOf(planPage(text)), tagsOf(valuesPage(text))], [plan, table]);
    fc.assert(
      fc.property(TEXT, (text) => {
        assert.deepEqual([tagsOf(planPage(text)), tagsOf(valuesPage(text))], [plan, table]);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('have no controls, marks of direction or halves of characters', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        assert.doesNotMatch(
          planPage(text) + valuesPage(text),
          /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\u200E\u200F]|\p{Cs}/u,
        );
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});

import assert from 'node:assert/strict';
import { replaceSection } from '../../bench/replace-section.ts';

describe('a section of the results', () => {
  const page = '# T\n\n## A\n\na\n\n## B\n\nb\n';
  const rows = [
    ['replaces one between others', '## A\n\nnew\n', '# T\n\n## A\n\nnew\n\n## B\n\nb\n'],
    ['replaces the last one', '## B\n\nnew\n', '# T\n\n## A\n\na\n\n## B\n\nnew\n'],
    ['adds a new one', '## C\n\nnew\n', '# T\n\n## A\n\na\n\n## B\n\nb\n\n## C\n\nnew\n'],
  ] as const;
  for (const [title, section, want] of rows)
    it(title, () => {
      assert.equal(replaceSection(page, section), want);
    });
});

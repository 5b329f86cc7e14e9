import assert from 'node:assert/strict';
import { parseMarkdown } from '../../scripts/markdown.ts';
import { terminalText } from '../../scripts/terminal-text.ts';

const LONG = 'word '.repeat(30).trim();

interface Row {
  readonly name: string;
  readonly markdown: string;
  readonly want: string;
}

const rows: readonly Row[] = [
  { name: 'headings', markdown: '# a-b\n\n## Use `x`\n\n### Kind (`v1`)\n', want: "a-b\n\nUSE 'X'\n\nKind ('v1')\n" },
  {
    name: 'a paragraph, filled to 80 columns',
    markdown: `${LONG}\nlast`,
    want: `  ${'word '.repeat(15).trim()}\n  ${'word '.repeat(15).trim()}\n  last\n`,
  },
  {
    name: 'code in single quotes, or in double quotes around single ones',
    markdown: "`a.b` and `it's`, **strong**, *light*",
    want: `  'a.b' and "it's", strong, light\n`,
  },
  {
    name: 'links: absolute ones with their address, others without',
    markdown: '[a](https://example.com/a), [b](../b/README.md), [c](#c), <https://example.com/d>',
    want: '  a (https://example.com/a), b, c, https://example.com/d\n',
  },
  {
    name: 'lists, filled behind their markers',
    markdown: `- ${LONG}\n- b\n  - c\n\n9. d\n10. e\n`,
    want: `  - ${'word '.repeat(15).trim()}\n    ${'word '.repeat(15).trim()}\n  - b\n    - c\n\n  9. d\n  10. e\n`,
  },
  { name: 'code, unchanged', markdown: '```yaml\na:\n\n  - b `c`\n```\n', want: '    a:\n\n      - b `c`\n' },
  {
    name: 'a table that fits, aligned',
    markdown: '| a | bb |\n|---|---|\n| `x \\| y` | z |\n',
    want: '  a      bb\n  x | y  z\n',
  },
  {
    name: 'a table that does not fit, as records',
    markdown: `|   | design | here |\n|---|---|---|\n| order | | a \`b\` |\n| size | none | ${LONG} |\n`,
    want: `  order\n      here    a 'b'\n\n  size\n      design  none\n      here    ${'word '.repeat(13).trim()}\n              ${'word '.repeat(13).trim()}\n              word word word word\n`,
  },
  {
    name: 'a table of fields, each with its type',
    markdown: `| field | type | meaning |\n|---|---|---|\n| \`spec.a\` | \`x\` or \`y\` | ${LONG} |\n| \`${'b'.repeat(76)}\` | string | B. |\n`,
    want: `  spec.a <x or y>\n      ${'word '.repeat(15).trim()}\n      ${'word '.repeat(15).trim()}\n  ${'b'.repeat(76)}\n    <string>\n      B.\n`,
  },
  {
    name: 'a table of messages, each after its severity',
    markdown: `| severity | message | what to do |\n|---|---|---|\n| error | ${LONG} | mend it |\n| warning | b | |\n`,
    want: `  error    ${'word '.repeat(14).trim()}\n           ${'word '.repeat(14).trim()}\n           word word\n           what to do  mend it\n\n  warning  b\n`,
  },
];

describe('text for a terminal', () => {
  for (const { name, markdown, want } of rows)
    it(`has ${name}`, async () => assert.equal(terminalText(await parseMarkdown(markdown)), want));

  it('has the address of a relative link if there is a base', async () => {
    const blocks = await parseMarkdown('[a](../b/README.md), [c](#c)');
    const text = terminalText(blocks, 'https://example.com/functions/x/');
    assert.equal(text, '  a (https://example.com/functions/b/README.md), c\n');
  });

  it('fails on a block that it does not know', async () => {
    const blocks = await parseMarkdown('> quoted');
    assert.throws(() => terminalText(blocks), /cannot show the Markdown block "blockquote"/);
  });
});

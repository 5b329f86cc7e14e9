import assert from 'node:assert/strict';
import { markup, type Content } from '../../../cli/report/html.ts';

describe('HTML of reports', () => {
  const cases: readonly (readonly [name: string, content: Content, want: string])[] = [
    [
      'escapes what ends a text or an attribute',
      `<a href="x" id='y'>&amp;`,
      '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;',
    ],
    [
      'shows marks that change the direction of text',
      'a\u202etxt.exe\u2066b\u2069\u200f',
      'a\\u202etxt.exe\\u2066b\\u2069\\u200f',
    ],
    ['shows characters that have no width', 'pay\u200bpal\ufeff\u00ad\u2060', 'pay\\u200bpal\\ufeff\\u00ad\\u2060'],
    [
      'shows controls, but keeps line breaks and tabs',
      'a\0\u001b[31m\u0085\tb\nc\r',
      'a\\u0000\\u001b[31m\\u0085\tb\nc\\u000d',
    ],
    [
      'shows halves of characters, and keeps whole ones',
      '\ud800 \u{1F600} é שלום 日本',
      '\\ud800 \u{1F600} é שלום 日本',
    ],
    ['keeps joiners, which some scripts need', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['joins lists, and leaves out what is undefined', ['a', undefined, [1, markup`<b>${'<'}</b>`]], 'a1<b>&lt;</b>'],
  ];
  for (const [name, content, want] of cases) it(name, () => assert.equal(markup`${content}`.text, want));
});

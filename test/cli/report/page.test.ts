import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { markup } from '../../../cli/report/html.ts';
import { FILTER_SCRIPT } from '../../../cli/report/page-filter.ts';
import { bar, dataTable, entries, nameList } from '../../../cli/report/page-parts.ts';
import { formatPage, grouped } from '../../../cli/report/page.ts';

const PAGE = {
  title: 'Fleet <plan>',
  summary: '1 & 2',
  overview: '',
  sections: [
    { id: 'a', title: 'First', count: 1234, content: markup`<p>one</p>` },
    { id: 'b', title: 'Second', count: 0, content: markup`<p>two</p>` },
    { id: 'c', title: 'Third', count: 3, content: markup`<p>three</p>` },
  ],
  command: 'krm-variants fleet plan',
};

describe('pages of reports', () => {
  it('have a policy that lets a browser use their style and their only script, and nothing else', () => {
    const text = formatPage(PAGE);
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text) ?? [];
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const scripts = Array.from(text.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => script);
    assert.deepEqual(scripts, [FILTER_SCRIPT]);
    const [ofScript, ofStyle] = [FILTER_SCRIPT, style].map((each) =>
      createHash('sha256').update(each).digest('base64'),
    );
    assert.equal(
      policy.replaceAll('&#39;', "'"),
      `default-src 'none'; script-src 'sha256-${ofScript}'; style-src 'sha256-${ofStyle}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('need nothing from elsewhere', () => {
    const text = formatPage(PAGE).replace(`<script>${FILTER_SCRIPT}</script>`, '');
    assert.doesNotMatch(text, /<script|<link|<img|<iframe|url\(|@import|src=|style="|https?:|\son\w+=/i);
  });

  it('have a script that can end no element, asks for nothing, and shows a field that is hidden without it', () => {
    assert.doesNotMatch(FILTER_SCRIPT, /<|]]>|https?:|fetch|import|eval|innerHTML/);
    assert.match(formatPage(PAGE), /<div id="filter" class="filter" role="search" hidden>/);
    assert.doesNotMatch(formatPage({ ...PAGE, sections: [] }), /<script|id="filter"/);
  });

  it('link to the sections that have something', () => {
    const text = formatPage(PAGE);
    assert.match(text, /<a href="#a">First <span class="count">1\u2009234<\/span><\/a>/);
    assert.match(text, /<section id="c" aria-labelledby="c-title">/);
    assert.doesNotMatch(text, /Second|two/);
    assert.match(text, /<title>Fleet &lt;plan&gt;<\/title>/);
  });

  it('are equal bytes for equal contents', () => assert.equal(formatPage(PAGE), formatPage({ ...PAGE })));

  it('group the digits of counts', () =>
    assert.deepEqual([0, 999, 1000, 1_234_567].map(grouped), ['0', '999', '1\u2009000', '1\u2009234\u2009567']));

  it('show each part of a bar, even one of ten thousand', () => {
    const { text } = bar(
      [
        { count: 9999, color: 'blue' },
        { count: 0, color: 'red' },
        { count: 1, color: 'green' },
      ],
      10_000,
    );
    assert.match(text, /viewBox="0 0 1009 10"/);
    assert.match(text, /class="blue" x="0" width="1000".*class="green" x="1003" width="6"/);
    assert.doesNotMatch(text, /red/);
  });

  it('fold more than three names', () => {
    assert.doesNotMatch(nameList(['a', 'b', 'c']).text, /details/);
    assert.match(
      nameList(['a', 'b', 'c', '<d>']).text,
      /<details class="more printed"><summary>4 variants<\/summary>.*&lt;d&gt;/s,
    );
  });

  it('name the column of each cell', () => {
    const { text } = dataTable('T', [{ head: 'A"' }, { head: 'B', width: 'names' }], [['x', 'y']]);
    assert.match(
      text,
      /<th role="rowheader" scope="row" data-head="A&quot;"><div>x<\/div><\/th><td role="cell" data-head="B"><div>y/,
    );
  });

  it('say how many entries they leave out', () => {
    const all = Array.from({ length: 502 }, (_, index) => index);
    const { text } = entries(all, (each) => markup`<i>${each}</i>`, {
      thing: 'change',
      rest: 'krm-variants fleet plan',
      around: (items) => markup`<b>${items}</b>`,
    });
    assert.match(
      text,
      /<i>499<\/i><\/b><p class="note rest">2 more changes: run <code>krm-variants fleet plan<\/code>/,
    );
  });
});

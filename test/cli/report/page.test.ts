import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { markup } from '../../../cli/report/html.ts';
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
  it('have a policy that lets a browser use their style, and nothing else', () => {
    const text = formatPage(PAGE);
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text) ?? [];
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    assert.equal(
      policy.replaceAll('&#39;', "'"),
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('need nothing from elsewhere', () => {
    assert.doesNotMatch(formatPage(PAGE), /<script|<link|<img|<iframe|url\(|@import|src=|style="|https?:|\son\w+=/i);
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
    assert.match(text, /<i>499<\/i><\/b><p class="note">2 more changes: run <code>krm-variants fleet plan<\/code>/);
  });
});

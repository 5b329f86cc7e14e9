/**
 * Style of the pages. Colors are those of one scale that people with any color vision can tell apart, and each has a
 * sign or a word beside it. Text has a contrast of at least 4.5 to its ground, in light and in dark.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --card: #fff; --text: #1b1f24; --soft: #57606a; --line: #d9dde2; --track: #e9ecef;
  --link: #0a58b5; --code: #f1f3f5;
  --green: #00755a; --blue: #0b62b8; --orange: #b04a00; --red: #a3213f; --gray: #6a737d; --cyan: #00707f; --pale: #b4bcc4;
  --added: #e3f4ec; --added-mark: #a9e0c6; --removed: #fdebe4; --removed-mark: #f7c5b1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --card: #1b1f23; --text: #e4e7ea; --soft: #a3abb4; --line: #343a41; --track: #2a3036;
    --link: #78b6ff; --code: #262b31;
    --green: #3fc79a; --blue: #6cb0ff; --orange: #f5a15b; --red: #ff8fa3; --gray: #98a1ab; --pale: #4d565f; --cyan: #56c8d6;
    --added: #12301f; --added-mark: #1f6143; --removed: #3b1f16; --removed-mark: #7b3a22;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 76rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.015em; }
h2 { margin: 0 0 1rem; font-size: 1.2rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1rem; line-height: 1.4; }
p { margin: 0; max-width: 48rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
ul { margin: 0; padding: 0; list-style: none; }
dl, dd { margin: 0; }
bdi { unicode-bidi: isolate; }
[hidden] { display: none !important; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 3px; }
.summary { margin-top: 0.4rem; color: var(--soft); font-size: 1.0625rem; }
section { margin-top: 2.75rem; }
.count { margin-left: 0.15em; color: var(--soft); font-weight: 400; }
.note { margin-top: 0.6rem; color: var(--soft); font-size: 0.9375rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.card + .card { margin-top: 0.75rem; }
.pad { padding: 1rem 1.125rem; }

.bar { display: block; width: 100%; height: 0.5rem; border-radius: 2px; overflow: hidden; }
.overview { margin-top: 1.75rem; padding: 1.25rem; }
.overview .bar { height: 0.75rem; border-radius: 3px; }
.legend { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.75rem, 1fr)); gap: 1rem 1.25rem; margin-top: 1.125rem; }
.legend b { display: block; font-size: 1.5rem; line-height: 1.2; font-weight: 600; letter-spacing: -0.01em; }
.bar .track { fill: var(--track); }
.bar .green { fill: var(--green); } .bar .blue { fill: var(--blue); } .bar .orange { fill: var(--orange); }
.bar .red { fill: var(--red); } .bar .gray { fill: var(--gray); } .bar .cyan { fill: var(--cyan); } .bar .pale { fill: var(--pale); }
.tag { white-space: nowrap; font-weight: 500; }
.tag > span { display: inline-block; min-width: 0.9em; font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; font-weight: 700; }
.green { color: var(--green); } .blue { color: var(--blue); } .orange { color: var(--orange); }
.red { color: var(--red); } .gray { color: var(--gray); } .cyan { color: var(--cyan); } .pale { color: var(--soft); }

.filter { margin-top: 1.5rem; }
.filter label { display: block; font-weight: 500; }
.filter input { width: 100%; max-width: 26rem; margin-top: 0.3rem; padding: 0.4rem 0.7rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--card); color: inherit; font: inherit; }

nav { margin-top: 1.5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem; }
nav a { display: block; padding: 0.2rem 0.7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); font-size: 0.9375rem; text-decoration: none; }
nav a:hover { border-color: var(--link); }

table { width: 100%; table-layout: fixed; border-collapse: separate; background: var(--card); border: 1px solid var(--line); border-radius: 8px; border-spacing: 0; font-size: 0.9375rem; }
thead th { color: var(--soft); font-size: 0.8125rem; font-weight: 500; }
th, td { padding: 0.6rem 1.125rem 0.6rem 0; text-align: left; vertical-align: top; font-weight: 400; }
th:first-child, td:first-child { padding-left: 1.125rem; }
tbody th, tbody td { border-top: 1px solid var(--line); }
.short { width: 7.5rem; } .measure-column { width: 10rem; } .names-column { width: 17rem; }
.stacked .measure-column { width: 8rem; } .stacked .names-column { width: 13rem; }
.number { display: block; font-weight: 600; }
td .bar, th .bar { margin-top: 0.3rem; max-width: 12rem; height: 0.375rem; }
.sub { display: block; color: var(--soft); font-size: 0.875rem; }
.sub.inline { display: inline; }
.cell { display: grid; gap: 0.15rem; }
.lead { margin: -0.5rem 0 0.875rem; }

details > summary { cursor: pointer; }
.more > summary { color: var(--link); }
.names { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; line-height: 1.6; }
.more > .names { margin-top: 0.4rem; padding-left: 0.9rem; border-left: 2px solid var(--line); columns: 18rem auto; column-gap: 2rem; }
td .more > .names { columns: auto; }

.item > summary { display: grid; grid-template-columns: 1rem minmax(0, 1fr) 11rem; gap: 0 0.75rem; padding: 0.75rem 1.125rem; list-style: none; }
.item > summary::-webkit-details-marker { display: none; }
.item > summary::before { content: ""; width: 0; height: 0; margin-top: 0.42rem; border: 0.32rem solid transparent; border-left: 0.45rem solid var(--soft); border-right: 0; }
.item[open] > summary::before { transform: rotate(90deg); }
.item > summary:hover { background: var(--code); }
.item[open] > summary { border-bottom: 1px solid var(--line); }
.item + .item { margin-top: 0; }
.items .item { border-radius: 0; border-top-width: 0; }
.items .item:first-child { border-top-width: 1px; border-radius: 8px 8px 0 0; }
.items .item:last-child { border-bottom-left-radius: 8px; border-bottom-right-radius: 8px; }
.items .item:only-child { border-radius: 8px; }
.items .item:nth-child(1 of :not([hidden])) { border-top-width: 1px; border-top-left-radius: 8px; border-top-right-radius: 8px; }
.items .item:nth-last-child(1 of :not([hidden])) { border-bottom-left-radius: 8px; border-bottom-right-radius: 8px; }
.measure { font-size: 0.875rem; color: var(--soft); }
.change { display: block; margin-top: 0.1rem; }
.change del, .change ins { text-decoration: none; padding: 0 0.2em; border-radius: 3px; }
.change del { background: var(--removed); } .change ins { background: var(--added); }
.values { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.75rem; margin: 0.875rem 0; }
.values > div { padding: 0.6rem 0.75rem; background: var(--code); border-radius: 6px; }
.values dt { color: var(--soft); font-size: 0.8125rem; }
.values b { margin-right: 0.3em; color: var(--text); font-weight: 600; }
.values dd { white-space: pre-wrap; }
.values .sub { white-space: normal; }
.list > li { padding: 0.6rem 1.125rem; }
.list > li + li { border-top: 1px solid var(--line); }

pre code { font-size: inherit; }
.next { display: inline-block; }
.diff { margin: 0; white-space: pre-wrap; line-height: 1.5; tab-size: 4; }
.diff span, .diff ins, .diff del { display: block; padding-left: 2ch; text-indent: -1ch; text-decoration: none; }
.diff ins { background: var(--added); } .diff del { background: var(--removed); }
.diff .meta { color: var(--soft); }
.diff mark { background: var(--added-mark); color: inherit; border-radius: 2px; } .diff del mark { background: var(--removed-mark); }
.inside { padding: 0.875rem 1.125rem 1rem; }
.inside > * + * { margin-top: 0.875rem; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }

@media (max-width: 44rem) {
  body { padding-top: 1.5rem; }
  h1 { font-size: 1.5rem; }
  .overview { padding: 1rem; }
  .legend { grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; }
  thead th, tbody th, tbody td { border-top: 0; }
  tbody tr + tr { border-top: 1px solid var(--line); }
  tr { padding: 0.75rem 1rem; }
  tbody th, td, th:first-child, td:first-child { padding: 0.15rem 0; }
  tbody th, td { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 5fr); gap: 0 0.75rem; }
  tbody th::before, td::before { content: attr(data-head); color: var(--soft); font-size: 0.8125rem; line-height: 1.9; overflow-wrap: anywhere; }
  .stacked tbody th, .stacked td { grid-template-columns: minmax(0, 1fr); }
  td:has(> div:empty) { display: none; }
  .values { grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
  .item > summary { grid-template-columns: 1rem minmax(0, 1fr); padding: 0.75rem 1rem; }
  .item > summary > .measure { grid-column: 2; margin-top: 0.3rem; }
  .inside, .pad, .list > li { padding-left: 1rem; padding-right: 1rem; }
}
@media (forced-colors: active) {
  .bar rect { fill: CanvasText !important; stroke: Canvas; }
  .bar .track { fill: Canvas !important; }
}
@media print {
  :root {
    color-scheme: light;
    --ground: #fff; --card: #fff; --text: #000; --soft: #444; --line: #bbb; --track: #e3e3e3; --link: #000; --code: #f4f4f4;
    --green: #00755a; --blue: #0b62b8; --orange: #b04a00; --red: #a3213f; --gray: #6a737d; --cyan: #00707f; --pale: #b4bcc4;
    --added: #e3f4ec; --added-mark: #a9e0c6; --removed: #fdebe4; --removed-mark: #f7c5b1;
  }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  nav, .filter:has(p:empty) { display: none; }
  section { margin-top: 1.5rem; }
  h2, summary { break-after: avoid; }
  tr, .pad { break-inside: avoid; }
  .item::details-content, .printed::details-content { content-visibility: visible; block-size: auto; }
}
`;

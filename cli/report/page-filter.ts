import { markup, Html } from './html.ts';

/**
 * Script of a page: shows the field, and hides the entries that name no folder with its text. An entry names the
 * folders of its lists and of its code with the class `folder`; a message, all of its text. Folders are read from the
 * page, which has each name also where a list is folded, so that they need no second copy. Without `<`, so that
 * nothing in it can end or begin an element.
 */
export const FILTER_SCRIPT = String.raw`(() => {
  const filter = document.getElementById('filter');
  const field = filter.querySelector('input');
  const status = filter.querySelector('[role=status]');
  const namesOf = (item) => {
    const named = item.matches('.list > li') ? [item] : [...item.querySelectorAll('.names > li, .folder')];
    return named.map((each) => each.textContent.toLowerCase()).join('\n');
  };
  const grouped = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u2009');
  const sections = [...document.querySelectorAll('main > section')].map((section) => ({
    section,
    link: document.querySelector('nav a[href="#' + section.id + '"]')?.parentElement,
    title: section.querySelector('h2').firstChild.textContent.trim(),
    rest: section.querySelector('.rest'),
    items: [...section.querySelectorAll('tbody > tr, .items > *, article, .list > li')],
  }));
  let names;
  const update = () => {
    const text = field.value.trim().toLowerCase();
    if (text !== '') names ??= new Map(sections.flatMap(({ items }) => items.map((item) => [item, namesOf(item)])));
    const counts = [];
    let [shown, all] = [0, 0];
    for (const { section, link, title, rest, items } of sections) {
      let count = 0;
      for (const item of items) {
        item.hidden = text !== '' && !names.get(item).includes(text);
        if (!item.hidden) count++;
      }
      section.hidden = text !== '' && count === 0 && rest === null;
      if (link) link.hidden = section.hidden;
      if (count !== 0) counts.push(title + ' ' + grouped(count));
      shown += count;
      all += items.length;
    }
    const found = shown === 0 ? 'No entry names this folder.' : grouped(shown) + ' of ' + grouped(all) + ' entries: ' + counts.join(', ') + '.';
    const left = sections.some(({ rest }) => rest !== null) ? ' Entries that the page leaves out are not searched.' : '';
    status.textContent = text === '' ? '' : found + left;
  };
  field.addEventListener('input', update);
  filter.hidden = false;
  update();
})();`;

/** Field of the filter, hidden until the script shows it, so that a page without JavaScript has no dead field. */
export const FILTER_FIELD: Html = markup`<div id="filter" class="filter" role="search" hidden>
<label for="filter-text">Filter by cluster or folder</label>
<input id="filter-text" type="search" autocomplete="off" autocapitalize="none" spellcheck="false">
<p class="note" role="status" aria-live="polite"></p>
</div>`;

/** Script of the filter as an element, for the end of a page. */
export const FILTER_ELEMENT: Html = markup`<script>${new Html(FILTER_SCRIPT)}</script>`;

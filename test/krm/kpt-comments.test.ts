import assert from 'node:assert/strict';
import { keepComments } from '../../src/krm/kpt-comments.ts';
import { Resource, Results } from '../../src/krm/index.ts';
import { readDocument, type SourceDocument } from '../../src/yaml/index.ts';

const IDS = ['internal.config.kubernetes.io/id', 'config.k8s.io/id'];

type Edit = (document: SourceDocument) => void;

function run(text: string, edit: Edit, ids = IDS, prepare: Edit = () => {}): readonly [string[], string[]] {
  const annotations = ['kept', ...ids].map((key) => `    ${key}: '1'\n`).join('');
  const document = readDocument(`metadata:\n  annotations:\n${annotations}x: &x 1\nlist:${text}other:\n- a # o\n`);
  prepare(document);
  const results = new Results();
  keepComments({ resource: new Resource(document), results }, [['list'], ['other']], () => edit(document));
  const left = document.keys(['metadata', 'annotations']) ?? [];
  return [
    left.filter((key) => key !== 'kept'),
    [...results, ...results.notices].map(({ severity, field }) => `${severity} ${field?.path ?? ''}`),
  ];
}

/** `field`: the list in which a comment would move, if any. */
const moves: readonly {
  readonly name: string;
  readonly text: string;
  /** Earlier edit of the document. */
  readonly prepare?: Edit;
  readonly edit: Edit;
  readonly field?: string;
}[] = [
  { name: 'no edit', text: '\n- a # a\n', edit: () => {} },
  {
    name: 'an insertion before a comment',
    text: '\n- a # a\n',
    edit: (d) => d.insert(['list'], 0, 'n'),
    field: 'list',
  },
  { name: 'an insertion after all comments', text: '\n- a # a\n- b\n', edit: (d) => d.insert(['list'], 1, 'n') },
  {
    name: 'a removal with its comment, whose position another element takes',
    text: '\n- a # a\n- b\n',
    edit: (d) => d.remove(['list', 0]),
    field: 'list',
  },
  { name: 'a removal at the end with its comment', text: '\n- a\n- b # b\n', edit: (d) => d.remove(['list', 1]) },
  {
    name: 'a removal before a comment, into whose position no other comment moves',
    text: '\n- a\n- b # b\n',
    edit: (d) => d.remove(['list', 0]),
  },
  { name: 'a removal of the list', text: '\n- a # a\n', edit: (d) => d.remove(['list']) },
  { name: 'a change beside its comment', text: '\n- a: 1 # a\n', edit: (d) => d.set(['list', 0, 'a'], 2) },
  { name: 'an insertion into a list without comments', text: '\n- a\n- b\n', edit: (d) => d.insert(['list'], 0, 'n') },
  {
    name: 'an insertion into the second list',
    text: '\n- a # a\n',
    edit: (d) => d.insert(['other'], 0, 'n'),
    field: 'other',
  },
  { name: 'an addition below an alias', text: '\n- *x # c\n', edit: (d) => d.append(['list'], 'n') },
  {
    name: 'an insertion above an alias',
    text: '\n- *x # c\n',
    edit: (d) => d.insert(['list'], 0, 'n'),
    field: 'list',
  },
  {
    name: 'an insertion above a comment below the last element',
    text: '\n- a\n- b\n# foot\n',
    edit: (d) => d.insert(['list'], 0, 'n'),
  },
  {
    name: 'an insertion above a deeper comment below the last element',
    text: '\n- a\n- b\n  # foot\n',
    edit: (d) => d.insert(['list'], 0, 'n'),
    field: 'list',
  },
  {
    name: 'an insertion above a deeper comment below the last element, which was set before',
    text: '\n- a\n- b\n  # foot\n',
    prepare: (d) => d.set(['list', 1], 'c'),
    edit: (d) => d.insert(['list'], 0, 'n'),
    field: 'list',
  },
];

describe('comments that kpt would restore by position', () => {
  for (const { name, text, prepare, edit, field } of moves) {
    it(`${field === undefined ? 'keeps' : 'drops'} the annotations after ${name}`, () =>
      assert.deepEqual(run(text, edit, IDS, prepare), field === undefined ? [IDS, []] : [[], [`notice ${field}`]]));
  }

  it('drops a single annotation, too', () => {
    for (const id of IDS)
      assert.deepEqual(
        run('\n- a # a\n', (d) => d.insert(['list'], 0, 'n'), [id]),
        [[], ['notice list']],
      );
  });

  it('reports nothing without these annotations', () => {
    assert.deepEqual(
      run('\n- a # a\n', (d) => d.insert(['list'], 0, 'n'), []),
      [[], []],
    );
  });
});

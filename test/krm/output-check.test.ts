import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verifyOutput } from '../../src/krm/output-check.ts';
import { ResourceList } from '../../src/krm/resource-list.ts';
import { equalValues, readDocument, type Value } from '../../src/yaml/index.ts';
import { resource, resourceList } from '../support/resource-list.ts';
import { editedLists } from './edited-lists.ts';
import { mutations } from '../yaml/mutate.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

const DEPLOYMENT = resource('apps/v1', 'Deployment', 'a', 'spec:\n  replicas: 1\n  list: [1, 2]\ndata: |\n  text\n');
const SERVICE = resource('v1', 'Service', 'b', '', '  labels:\n    app: x\n');
const LIST = resourceList([DEPLOYMENT, SERVICE], 'apiVersion: v1\nkind: ConfigMap\n');

/** List with two edited items, and its text. */
function edited(): { readonly list: ResourceList; readonly text: string } {
  const list = new ResourceList(LIST);
  const [first, second] = list.resources;
  first?.document.set(['spec', 'replicas'], 2);
  first?.document.append(['spec', 'list'], 3);
  second?.document.remove(['metadata', 'labels', 'app']);
  list.append([{ severity: 'info', code: 'x-test', message: 'done' }]);
  return { list, text: list.text() };
}

describe('verifyOutput', () => {
  it('accepts a list that was rewritten with other comments, with edits before and after', () => {
    const { list } = edited();
    const text = list
      .text()
      .replace('items:', 'items: # all')
      .replace('    replicas: 2', '    # for now\n    replicas: 2 # x');
    list.document.rewrite(text);
    assert.equal(list.text(), text);
    const [first] = list.resources;
    first?.document.set(['spec', 'replicas'], 5);
    verifyOutput(list.text(), list);
    assert.match(list.text(), /items: # all\n[^]* {4}# for now\n {4}replicas: 5 # x\n/);
    assert.throws(() => verifyOutput(list.text().replace('replicas: 5', 'replicas: 6'), list), /item 0 does not read/);
  });

  describe('with an edit inside of an element', () => {
    const item = resource(
      'v1',
      'Pod',
      'p',
      'spec:\n  containers:\n  - image: a\n    name: x\n  - image: b\n    name: y\n',
    );
    const list = (): ResourceList => {
      const read = new ResourceList(resourceList([item]));
      const [pod] = read.resources;
      pod?.document.set(['spec', 'containers', 1, 'image'], 'c');
      return read;
    };

    it('accepts it', () => {
      const meant = list();
      verifyOutput(meant.text(), meant);
    });

    const mistakes: readonly (readonly [name: string, from: string, to: string, message: RegExp])[] = [
      ['another value', 'image: c', 'image: d', /at spec\.containers\[1\]\.image$/],
      ['another value in an untouched element', 'image: a', 'image: z', /at spec\.containers\[0\]\.image$/],
      ['another value in the same element', 'name: y', 'name: z', /at spec\.containers\[1\]\.name$/],
      ['an element less', '    - image: a\n      name: x\n', '', /at spec\.containers$/],
      ['an element more', '    - image: c\n', '    - image: a\n    - image: c\n', /at spec\.containers$/],
      [
        'an element as part of the one before',
        '    - image: c\n      name: y\n',
        '      more: {image: c, name: y}\n',
        /at spec\.containers$/,
      ],
      [
        'a key of the list',
        '    - image: c\n      name: y\n',
        '    - image: c\n    name: y\n',
        /cannot be read|does not read back/,
      ],
      [
        'elements in another order',
        'image: a\n      name: x\n    - image: c',
        'image: c\n      name: x\n    - image: a',
        /at spec\.containers\[0\]\.image$/,
      ],
    ];
    for (const [name, from, to, message] of mistakes) {
      it(`refuses ${name}`, () => {
        const meant = list();
        const text = meant.text();
        assert.ok(text.includes(from), text);
        assert.throws(() => verifyOutput(text.replace(from, to), meant), message);
      });
    }
  });

  it('accepts the intended output', () => {
    const { list, text } = edited();
    verifyOutput(text, list);
  });

  const rows: readonly (readonly [name: string, from: string, to: string, message: RegExp])[] = [
    ['another value of an edited field', 'replicas: 2', 'replicas: 3', /item 0 .* at spec\.replicas$/],
    ['an edited list without the element', '[1, 2, 3]', '[1, 2]', /item 0 .* at spec\.list$/],
    ['another value of an untouched field', 'name: a', 'name: c', /item 0 .* at metadata\.name$/],
    ['another text in a block scalar', '    text\n', '    text\n      \n', /item 0 .* at data$/],
    ['a key that was to be removed', 'labels: {}', 'labels: {app: x}', /item 1 .* at metadata\.labels$/],
    ['an unexpected key', '  kind: Service\n', '  kind: Service\n  x: 1\n', /item 1 .* at x$/],
    ['a missing item', `- ${SERVICE.split('\n')[0]}`, `  ${SERVICE.split('\n')[0]}`, /must have 2 items, not 1/],
    ['another function config', 'kind: ConfigMap', 'kind: Secret', /`functionConfig` does not read/],
    ['another result', 'message: done', 'message: none', /`results` does not read/],
    ['a text that is not YAML', 'replicas: 2', 'replicas: [', /cannot be read|does not read/],
  ];
  for (const [name, from, to, message] of rows) {
    it(`refuses ${name}`, () => {
      const { list, text } = edited();
      assert.ok(text.includes(from), text);
      assert.throws(
        () =>
          verifyOutput(
            text.replace(from, () => to),
            list,
          ),
        message,
      );
    });
  }

  it('names no value, which may be a secret', () => {
    const { list, text } = edited();
    assert.throws(
      () => verifyOutput(text.replace('text', 'hunter2'), list),
      (error) => !String(error).includes('hunter2'),
    );
  });

  it('accepts the output of any edits of any items, and refuses it after a mutation changes the data', () => {
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(editedLists(), mutations(1), (made, mutate) => {
        if (made === undefined) return;
        const { list: meant, items: model } = made;
        const text = meant.text();
        verifyOutput(text, meant);
        accepted++;
        const mutant = mutate(text);
        if (isMeant(mutant, model, meant)) return;
        assert.throws(() => verifyOutput(mutant, meant), Error, `${text}\n=====>\n${mutant}`);
        refused++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(accepted > RUNS / 2 && refused > RUNS / 20, `${accepted} accepted, ${refused} refused`);
  });
});

/** Reports whether a text holds items with these data, and the rest of a list unchanged. */
function isMeant(text: string, items: Value, { read }: ResourceList): boolean {
  try {
    const [is, was] = [text, read].map((of) => readDocument(of));
    const rest = ['apiVersion', 'kind', 'functionConfig', 'results'] as const;
    const isSameRest = rest.every((key) => equalValues(is?.value([key]) ?? null, was?.value([key]) ?? null));
    return isSameRest && equalValues(is?.value(['items']) ?? null, items);
  } catch {
    // Unread parts may not be YAML.
    return true;
  }
}

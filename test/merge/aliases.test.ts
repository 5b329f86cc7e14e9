import assert from 'node:assert/strict';
import { mergeForDriver, type DriverMerge } from '../../cli/merge/merge-with-markers.ts';
import type { FileContent } from '../../src/merge/index.ts';

/** Three versions of a document with anchors, and the merged text; undefined if the result is a conflict. */
interface Row {
  readonly title: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly want?: string;
  /** Kinds and fields of the conflicts. Default: none. */
  readonly conflicts?: readonly string[];
}

const LINES = ['lines undefined'];

const ROWS: readonly Row[] = [
  {
    title: 'lets an alias that ours adds follow its anchor, which theirs changes, with a comment',
    base: 'name: &app web\none:\n  label: *app\n',
    ours: 'name: &app web\none:\n  label: *app\ntwo:\n  label: *app\n',
    theirs: 'name: &app web2\none:\n  # why\n  label: *app\n',
    want: 'name: &app web2\none:\n  # why\n  label: *app\ntwo:\n  label: *app\n',
  },
  {
    title: 'keeps the text of scalars beside an alias that theirs adds',
    base: 'n: &a web\nz: 1\n',
    ours: 'n: &a web2\nz: 1\n',
    theirs: 'n: &a web\nz: 1\nswitch: yes\noct: 010\nver: 1.10\np: *a\n',
    want: 'n: &a web2\nz: 1\nswitch: yes\noct: 010\nver: 1.10\np: *a\n',
  },
  {
    title: 'keeps the key `on` and comments of a workflow with aliases',
    base: 'name: CI\nenv: &v\n  a: 1\njobs:\n  one:\n    env: *v\n',
    ours: 'name: CI\nenv: &v\n  a: 1\n  b: 2\njobs:\n  one:\n    env: *v\n',
    theirs:
      'name: CI\non:\n  push:\n    branches: [main]\nenv: &v\n  a: 1\njobs:\n  one:\n    env: *v\n  two:\n    # why\n    env: *v\n',
    want: 'name: CI\non:\n  push:\n    branches: [main]\nenv: &v\n  a: 1\n  b: 2\njobs:\n  one:\n    env: *v\n  two:\n    # why\n    env: *v\n',
  },
  {
    title: 'keeps merge keys that ours adds, and theirs changes the map',
    base: 'x: &v\n  a: 1\none:\n  <<: *v\n',
    ours: 'x: &v\n  a: 1\none:\n  <<: *v\ntwo:\n  <<: *v\n  c: 1\n',
    theirs: 'x: &v\n  a: 1\n  b: 2\none:\n  <<: *v\n',
    want: 'x: &v\n  a: 1\n  b: 2\none:\n  <<: *v\ntwo:\n  <<: *v\n  c: 1\n',
  },
  {
    title: 'merges what both sides add to a map with an anchor, and keeps its aliases',
    base: 'x: &v\n  a: 1\none: *v\n',
    ours: 'x: &v\n  a: 1\n  b: 2\none: *v\n',
    theirs: 'x: &v\n  c: 3\n  a: 1\none: *v # why\n',
    want: 'x: &v\n  c: 3\n  a: 1\n  b: 2\none: *v # why\n',
  },
  {
    title: 'keeps an alias in a flow-style map to which theirs adds a key',
    base: 'n: &a web\nz: 1\none: {label: *a}\n',
    ours: 'n: &a web2\nz: 1\none: {label: *a}\n',
    theirs: 'n: &a web\nz: 1\none: {label: *a, k: 010}\n',
    want: 'n: &a web2\nz: 1\none: {label: *a, k: 010}\n',
  },
  {
    title: 'changes an anchor with its alias in a list, which theirs replaces by its value',
    base: 'rules:\n- host: &a web\n  port: 1\ntls:\n- hosts:\n  - *a\n  secret: s\n',
    ours: 'rules:\n- host: &a web2\n  port: 1\ntls:\n- hosts:\n  - *a\n  secret: s\n',
    theirs: 'rules:\n- host: web\n  port: 1\ntls:\n- hosts:\n  - web\n  secret: s\n',
    want: 'rules:\n- host: &a web2\n  port: 1\ntls:\n- hosts:\n  - *a\n  secret: s\n',
  },
  {
    title: 'changes an anchor with its alias in a list, which ours replaces by its value',
    base: 'rules:\n- host: &a web\n  port: 1\ntls:\n- hosts:\n  - *a\n  secret: s\n',
    ours: 'rules:\n- host: web\n  port: 1\ntls:\n- hosts:\n  - web\n  secret: s\n',
    theirs: 'rules:\n- host: &a web2\n  port: 1\ntls:\n- hosts:\n  - *a\n  secret: s\n',
    want: 'rules:\n- host: &a web2\n  port: 1\ntls:\n- hosts:\n  - *a\n  secret: s\n',
  },
  {
    title: 'is a conflict where ours deletes the anchor of an alias that theirs adds',
    base: 'x: &v 1\nz: 1\n',
    ours: 'z: 1\n',
    theirs: 'x: &v 1\n# why\nz: 2\nw: *v\n',
    want: '<<<<<<< ours\nz: 1\n=======\nx: &v 1\n# why\nz: 2\nw: *v\n>>>>>>> theirs\n',
    conflicts: LINES,
  },
  {
    title: 'is a conflict where ours renames the anchor of an alias that theirs adds',
    base: 'x: &v 1\nz: 1\nq: 1\n',
    ours: 'x: &w 1\nz: 1\nq: 1\n',
    theirs: 'x: &v 1\nz: 1\nq: 1\n# why\nw: *v\n',
    conflicts: LINES,
  },
  {
    title: 'is a conflict where ours gives the anchor of an alias that theirs adds to another value',
    base: 'x: &v 1\nz: 1\nq: 2\n',
    ours: 'x: 1\nz: 1\nq: &v 2\n',
    theirs: 'x: &v 1\nz: 1\nq: 2\n# why\nw: *v\n',
    conflicts: LINES,
  },
  {
    title: 'is a conflict where ours swaps the anchors of a list to which theirs adds an alias',
    base: 'l:\n- &a one\n- &b two\nz: 1\n',
    ours: 'l:\n- &b one\n- &a two\nz: 1\n',
    theirs: 'l:\n- &a one\n- &b two\nz: 1\nw: *a\n',
    conflicts: LINES,
  },
];

describe('merges of documents with anchors', () => {
  for (const { title, base, ours, theirs, want, conflicts = [] } of ROWS)
    it(title, () => {
      const merge = (local: FileContent, other: FileContent): DriverMerge =>
        mergeForDriver({
          path: 'file.yaml',
          base,
          ours: local,
          theirs: other,
          markersOf: () => ({ size: 7, names: { local: 'ours', theirs: 'theirs' } }),
        });
      const merged = merge(ours, theirs);
      assert.deepEqual(
        merged.conflicts.map(({ kind, field }) => `${kind} ${field}`),
        conflicts,
      );
      if (want !== undefined) assert.equal(merged.content, want);
      assert.deepEqual(merge(theirs, ours).conflicts.length, conflicts.length);
      if (conflicts.length > 0) return;
      for (const side of [ours, theirs]) assert.equal(merge(merged.content, side).content, merged.content);
    });
});

import assert from 'node:assert/strict';
import { groupBy } from '../src/group-by.ts';
import type { Files } from '../test/cli/run-support.ts';

/** Side of a merge. */
export type Side = 'new' | 'local';

/** Resource of a package that both sides of a merge can change. */
export interface ChangedResource {
  readonly path: string;
  /** Text in the base version. */
  readonly text: string;
  readonly changedBy: readonly Side[];
}

/** Change of one line of each kind of resource: each side changes another field. */
const CHANGES: Readonly<Record<string, Readonly<Record<Side, readonly [before: string, after: string]>>>> = {
  Deployment: { new: [':1.27.3\n', ':1.28.0\n'], local: [' replicas: 2 ', ' replicas: 3 '] },
  ConfigMap: { new: [' port: 8080 ', ' port: 8081 '], local: [' LOG_LEVEL: info\n', ' LOG_LEVEL: debug\n'] },
  Service: { new: [' port: 80\n', ' port: 8080\n'], local: [' type: ClusterIP\n', ' type: NodePort\n'] },
};

/** Returns the text of a resource with the change of a side. */
export function changed(text: string, side: Side): string {
  const [, kind = ''] = /^kind: (.*)$/m.exec(text) ?? [];
  const [before, after] = CHANGES[kind]?.[side] ?? [];
  assert.ok(before !== undefined && after !== undefined, `no change of a ${kind}`);
  const parts = text.split(before);
  assert.equal(parts.length, 2, `"${before}" in a ${kind}`);
  return parts.join(after);
}

/** Returns the files of a package with the changes of these sides. */
export function filesWith(resources: readonly ChangedResource[], ...sides: readonly Side[]): Files {
  const texts = resources.map(({ path, text, changedBy }) => ({
    path,
    text: sides.filter((side) => changedBy.includes(side)).reduce(changed, text),
  }));
  const files = groupBy(texts, ({ path }) => path);
  return Object.fromEntries(Array.from(files, ([path, all]) => [path, all.map(({ text }) => text).join('---\n')]));
}

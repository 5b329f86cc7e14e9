import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inFolder } from '../cli/run-support.ts';
import { capture, exactDataOf, renderForeign, renderForeignKpt, withSteps } from '../render/foreign.ts';
import { functionPath } from '../render/render-both.ts';
import { SENT, type SentRow } from '../render/sent-rows.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';

const SAME = {
  bytes: 'the same bytes',
  data: 'the same data in the same order',
  items: 'the same items in the same order',
  config: 'the same bytes of the function config',
  unordered: 'the same data',
} as const satisfies Record<NonNullable<SentRow['equal']> | 'bytes', string>;

describe('ResourceLists that krm-variants render sends beside those of kpt fn render', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    // Newer ones send resources in another order.
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  for (const row of SENT) {
    it(`${row.title}: sends ${SAME[row.equal ?? 'bytes']}`, () => inFolder({}, (folder) => check(row, folder)));
  }
});

async function check(
  { files, pipeline = { mutators: [capture()] }, has, calls = 1, equal }: SentRow,
  folder: string,
): Promise<void> {
  const whole = withSteps(files, pipeline);
  const kpts = await renderForeignKpt(join(folder, 'kpt'), whole, functionPath(join(folder, 'bin')));
  assert.equal(kpts.sent.length, calls, kpts.stderr);
  for (const [call, text] of has) assert.ok(kpts.sent[call]?.includes(text), `${text}is not in\n${kpts.sent[call]}`);
  const ours = await renderForeign(join(folder, 'ours'), whole);
  assert.deepEqual([ours.exitCode, ours.sent.length], [kpts.exitCode, calls], ours.stderr);
  const normal = NORMAL[equal ?? 'bytes'];
  for (const [call, sent] of kpts.sent.entries()) {
    const own = ours.sent[call] ?? '';
    if (equal === undefined) assert.equal(own, sent);
    else if (equal === 'config') assert.equal(configOf(own), configOf(sent));
    else assert.deepEqual(exactDataOf(own, normal), exactDataOf(sent, normal));
  }
}

const NORMAL: Readonly<Record<string, ((list: unknown) => unknown) | undefined>> = {
  items: withoutConfig,
  unordered: withSortedKeys,
};

function configOf(list: string): string {
  return list.slice(list.indexOf('\nfunctionConfig:'));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, withSortedKeys(each)]));
}

function withoutConfig(list: unknown): unknown {
  return { ...Object(list), functionConfig: undefined } as unknown;
}

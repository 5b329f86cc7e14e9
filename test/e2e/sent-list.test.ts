import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inFolder } from '../cli/run-support.ts';
import { capture, exactDataOf, renderForeign, renderForeignKpt, withSteps } from '../render/foreign.ts';
import { functionPath } from '../render/render-both.ts';
import { SENT, type SentRow } from '../render/sent-rows.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';

describe('ResourceLists that krm-variants render sends beside those of kpt fn render', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    // Newer ones send resources in another order.
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  for (const row of SENT) {
    it(`${row.title}: sends ${row.equal === undefined ? 'the same bytes' : 'the same data in the same order'}`, () =>
      inFolder({}, (folder) => check(row, folder)));
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
  const normal = equal === 'items' ? withoutConfig : undefined;
  for (const [call, sent] of kpts.sent.entries()) {
    const own = ours.sent[call] ?? '';
    if (equal === undefined) assert.equal(own, sent);
    else assert.deepEqual(exactDataOf(own, normal), exactDataOf(sent, normal));
  }
}

function withoutConfig(list: unknown): unknown {
  return { ...Object(list), functionConfig: undefined } as unknown;
}

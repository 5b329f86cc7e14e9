import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { prepareReports } from '../../../cli/report/publish.ts';
import { showCall } from '../../../cli/work/show-call.ts';
import { formatResult, resultsOf } from '../../../src/krm/index.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { makeFifo } from '../../support/fifo.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { configMap, inFolder, readFiles } from '../run-support.ts';

const setTier = probe(({ resources }) => {
  for (const { document } of resources) document.set(['data', 'tier'], 'gold');
});

describe('files of reports', () => {
  const options = (file: string) =>
    [
      { report: { format: 'json', file }, resultsDir: undefined },
      { report: undefined, resultsDir: file },
    ] as const;

  it('are tried before the work, which does not begin if one cannot be written', () =>
    inFolder({ file: 'old' }, async (folder) => {
      for (const asked of options(join(folder, 'file/x'))) {
        const call = showCall({ ...asked, hasColors: false }, () => assert.fail('the work must not begin'));
        await assert.rejects(call, (error) => {
          const line = resultsOf(error).map(formatResult).join();
          assert.match(line, /^\[error\] \S*file\/x\S*: a part of the path .*: the report .*, so nothing was changed$/);
          return true;
        });
      }
      assert.deepEqual(readFiles(folder), { file: 'old' });
    }));

  it('that are pipes are opened before the work', async () => {
    await inFolder({ 'p/a.yaml': configMap('a'), 'probe.yaml': PROBE }, async (folder) => {
      const pipe = join(folder, 'pipe');
      makeFifo(pipe);
      const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
      const printed = text(reader.stdout);
      prepareReports({ report: { format: 'json', file: pipe }, resultsDir: undefined });
      const args = [join(folder, 'p'), '--fn-config', join(folder, 'probe.yaml'), '--report', `json=${pipe}`];
      const { exitCode, stderr } = await applyToFolder(setTier, args);
      assert.equal(exitCode, 0, stderr);
      await once(reader, 'close');
      assert.equal((JSON.parse(await printed) as { exitCode: number }).exitCode, 0);
      assert.match(readFileSync(join(folder, 'p/a.yaml'), 'utf8'), /gold/);
    });
  });
});

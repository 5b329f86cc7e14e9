import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isKptfile, resultsOf } from '../../src/krm/index.ts';
import { recordStatus } from '../../src/render/index.ts';
import { writeChanges } from '../package/file-changes.ts';
import { editedText, type FileChange, isChange, readPackageFile } from '../../src/package/index.ts';
import { readText } from '../package/source-file.ts';
import type { EndedJob } from '../work/report-jobs.ts';
import { failureMessage } from './failure-message.ts';
import type { RenderArguments } from './render-arguments.ts';
import type { RenderWork } from './render-work.ts';

const KPTFILE = 'Kptfile';

/**
 * Records in the Kptfile of a package that its rendering failed, if the command line requests it. All other files stay
 * unchanged. Returns the outcome with this change, or with the error of writing it.
 */
export function recordFailure(ended: EndedJob, work: Pick<RenderWork, 'rendering'>, args: RenderArguments): EndedJob {
  const { recordsStatus, writes, prints, output, inputs } = args;
  if (!recordsStatus || !writes || prints || output !== undefined) return ended;
  const { outcome, messages } = ended;
  try {
    const root = realpathSync(inputs[0] ?? '');
    const changes = changesFor(root, work, failureMessage(root, ended, work.rendering));
    const shown = (path: string): string => (args.namesInputs ? join(inputs[0] ?? '', path) : path);
    writeChanges(changes.map((change) => ({ ...change, root, shown: shown(change.path) })));
    return { ...ended, outcome: { ...outcome, changes: changes.map((each) => ({ ...each, path: shown(each.path) })) } };
  } catch (error) {
    const errors = resultsOf(error);
    return {
      ...ended,
      outcome: { ...outcome, results: [...outcome.results, ...errors] },
      messages: { ...messages, found: [...messages.found, ...errors] },
    };
  }
}

function changesFor(root: string, { rendering }: Pick<RenderWork, 'rendering'>, reason: string): readonly FileChange[] {
  const file = readPackageFile(KPTFILE, readText(join(root, KPTFILE), KPTFILE));
  const [kptfile] = file.resources;
  if (kptfile === undefined || !isKptfile(kptfile)) return [];
  recordStatus(kptfile, rendering, reason);
  return [{ path: KPTFILE, before: file.text, after: editedText(file, new Set()) }].filter(isChange);
}

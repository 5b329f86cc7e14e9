import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lastWord } from '../../../cli/arguments/define-group.ts';
import { completionScript } from '../../../cli/completion/script.ts';
import { COMMANDS } from '../../../cli/commands.ts';
import { FLEET_COMMANDS } from '../../../cli/fleet/commands/fleet-commands.ts';
import { needTools } from '../../support/kpt.ts';
import { probe } from '../../support/probe.ts';
import { inFolder } from '../run-support.ts';
import { SHELLS } from './shells.ts';

const functions = { probe: () => probe(), 'other-probe': () => probe() };
const COMMAND_NAMES = COMMANDS.map(({ name }) => name);
const FLEET_NAMES = FLEET_COMMANDS.map(({ name }) => lastWord(name)).toSorted();
const FUNCTION_NAMES = ['other-probe', 'probe'];
const ALL_NAMES = [...COMMAND_NAMES, ...FUNCTION_NAMES].toSorted();

/** Lines after `krm-variants`, with the words offered; `file` and `folder` are in the current folder. */
const rows: readonly (readonly [line: string, want: readonly string[]])[] = [
  ['', ALL_NAMES],
  ['ru', ['run']],
  ['--', ['--help', '--version']],
  ['run ', FUNCTION_NAMES],
  ['run p', ['probe']],
  ['run probe ', ['file', 'folder']],
  ['run probe folder f', ['file', 'folder']],
  ['run probe --fn-config ', ['file', 'folder']],
  ['run probe --objects ', ['file', 'folder']],
  ['run probe --report ', ['json', 'markdown']],
  ['run probe --report=', ['json', 'markdown']],
  ['run probe --report=j', ['json']],
  ['run probe --output ', ['folder', 'stdout', 'unwrap']],
  ['run probe -o un', ['unwrap']],
  ['run --report json ', FUNCTION_NAMES],
  ['run --report=json ', FUNCTION_NAMES],
  ['run -o stdout --diff p', ['probe']],
  ['run probe --dr', ['--dry-run']],
  ['run probe folder -- ', []],
  ['update ', ['folder']],
  ['update folder --str', ['--strategy', '--strict']],
  ['diff ', ['folder']],
  ['get repo ', ['folder']],
  ['fleet ', FLEET_NAMES],
  ['fleet pl', ['plan']],
  ['fleet --h', ['--help']],
  ['fleet plan ', ['folder']],
  ['fleet plan --on-conflict ', ['fail', 'local', 'new']],
  ['fleet apply --commi', ['--commit']],
  ['fleet apply folder ', ['folder']],
  ['fleet apply -C ', ['folder']],
  ['fleet table ', ['folder']],
  ['fleet init --from ', ['folder']],
  ['fleet nothing ', []],
  ['merge ', ['folder']],
  ['merge folder folder folder --on', ['--on-conflict', '--on-delete']],
  ['merge folder folder folder --on-conflict ', ['fail', 'local', 'new']],
  ['list ', []],
  ['explain ', ['FleetHold', 'MergePolicy', 'MergeResolution', 'Probe', 'WarningAcceptance']],
  ['explain --r', ['--recursive']],
  ['schema P', ['Probe']],
  ['completion ', ['bash', 'fish', 'zsh']],
  ['completion bash ', []],
  ['install ', ['folder']],
  ['help ', ALL_NAMES],
  ['probe --v', ['--version']],
  ['probe ', []],
];

for (const shell of SHELLS) {
  describe(`completion in ${shell.name}`, () => {
    before(function () {
      needTools(this, shell.name);
    });

    for (const [line, want] of rows) {
      it(`offers ${want.length === 0 ? 'nothing' : want.join(', ')} after "krm-variants ${line}"`, async () => {
        const script = await completionScript(shell.name, { functions, commands: COMMANDS });
        return inFolder({ script, 'in/file': '' }, (folder) => {
          mkdirSync(join(folder, 'in/folder'));
          const words = shell.complete(join(folder, 'script'), `krm-variants ${line}`, join(folder, 'in'));
          assert.deepEqual(words, want);
        });
      });
    }
  });
}

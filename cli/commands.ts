import type { Command } from './arguments/command.ts';
import { defineCommand } from './arguments/define-command.ts';
import { EVAL_OPTIONS } from './eval/eval-arguments.ts';
import { MERGE_OPTIONS } from './merge/merge-arguments.ts';
import { print } from './process/print.ts';
import { RENDER_OPTIONS } from './render/render-arguments.ts';
import { RUN_OPTIONS } from './run/run-arguments.ts';

/**
 * Commands of `krm-variants`, in the order of its usage. Each imports its code on demand, so that it does not slow the
 * start of a function.
 */
export const COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'run',
    operands: ['FUNCTION', 'DIR|FILE ...'],
    rest: 'key=value ...',
    summary: 'Run a function on folders and files.',
    details: [
      'All files are written together, or none.',
      'With - as the only input, reads standard input and prints the result.',
      'key=value is the data of a ConfigMap that configures the function.',
    ],
    options: RUN_OPTIONS,
    async act(sorted, program) {
      const { runFunctionOnFolders } = await import('./run/run-command.ts');
      return await runFunctionOnFolders(sorted, program);
    },
  }),
  defineCommand({
    name: 'eval',
    operands: ['[DIR|FILE|-]'],
    rest: 'key=value ...',
    summary: 'Call any function: a program, or an image.',
    details: [
      'Calls one KRM function as kpt fn eval does, and changes only the data that it',
      'changed. DIR is the current folder by default. Reads standard input for -.',
      'key=value is the data of a ConfigMap that configures the function.',
    ],
    options: EVAL_OPTIONS,
    async act(sorted, program) {
      const { evalFunction } = await import('./eval/eval-command.ts');
      return await evalFunction(sorted, program);
    },
  }),
  defineCommand({
    name: 'render',
    operands: ['[DIR]'],
    summary: "Run a package's pipelines, without kpt.",
    details: [
      'Runs the functions in the Kptfiles of the package and its subpackages, as',
      'kpt fn render does, and changes only the lines that they changed. DIR is the',
      'current folder by default. Programs need --allow-exec.',
    ],
    options: RENDER_OPTIONS,
    async act(sorted, program) {
      const { renderPackage } = await import('./render/render-command.ts');
      return await renderPackage(sorted, program);
    },
  }),
  defineCommand({
    name: 'merge',
    operands: ['BASE', 'NEW', 'LOCAL'],
    summary: 'Merge a new version into an edited package.',
    details: [
      'Both the folders NEW and LOCAL come from BASE: three versions of one package.',
      'Prints what would change in LOCAL, or writes it with --output: all, or none.',
      'Exits with 3 if both sides changed one thing differently; without --markers,',
      'nothing is written then.',
    ],
    options: MERGE_OPTIONS,
    async act(sorted) {
      const { mergeCommand } = await import('./merge/merge-command.ts');
      return await mergeCommand(sorted);
    },
  }),
  {
    name: 'merge-driver',
    operands: ['%O', '%A', '%B', '%L', '%P'],
    summary: 'Merge one file by structure, for git.',
    details: [
      'A merge driver of git: git-setup sets it up. Writes the result to %A. Exits',
      'with 0, with 1 and markers in %A for conflicts, or with 129 for an error.',
    ],
    options: [],
    async run(args) {
      const { mergeDriver } = await import('./merge/merge-driver.ts');
      return mergeDriver(args);
    },
  },
  defineCommand({
    name: 'git-setup',
    operands: [],
    summary: 'Make git merge YAML with merge-driver.',
    details: [
      'Writes .gitattributes and the configuration of this repository. Existing lines',
      'stay. Where the program is missing later, git merges by lines.',
    ],
    options: [
      {
        name: 'global',
        meaning: 'Set up all of your repositories, by the global configuration.',
      },
      { name: 'undo', meaning: 'Remove what an earlier set-up wrote.' },
    ],
    async act(args) {
      const { setUpGit } = await import('./git-setup/git-setup.ts');
      return setUpGit({ isGlobal: args.has('global'), undoes: args.has('undo') });
    },
  }),
  defineCommand({
    name: 'list',
    operands: [],
    summary: 'List the functions.',
    options: [],
    async act(_, { functions }) {
      const { functionList } = await import('./reference/function-list.ts');
      return print(functionList(functions));
    },
  }),
  defineCommand({
    name: 'explain',
    operands: ['KIND[.FIELD]'],
    summary: 'Explain a kind of configuration, or its field.',
    details: [
      'FIELD is a path such as spec.overrideRules.overriders: it passes through lists',
      'and maps. The case of KIND does not matter.',
    ],
    options: [{ name: 'recursive', meaning: 'List the fields of all levels, without their descriptions.' }],
    async act(args, { functions }) {
      const { explainKind } = await import('./reference/explain-kind.ts');
      const [target = ''] = args.operands;
      return print(explainKind(target, functions, { isRecursive: args.has('recursive') }));
    },
  }),
  defineCommand({
    name: 'schema',
    operands: ['KIND'],
    summary: 'Print the JSON Schema of a kind, for editors.',
    details: ['The case of KIND does not matter.'],
    options: [],
    async act({ operands: [kind = ''] }, { functions }) {
      const { schemaText } = await import('./reference/schema-text.ts');
      return print(schemaText(kind, functions));
    },
  }),
  defineCommand({
    name: 'install',
    operands: ['[DIR]'],
    summary: 'Link the names of the functions to this program.',
    details: [
      'Called by the name of a function, the program is that function: a pipeline can',
      'then have `exec: apply-package-context`. DIR is ~/.local/bin by default, and is',
      'made if absent. All links are made, or none.',
    ],
    options: [{ name: 'force', meaning: 'Replace other files and links of these names.' }],
    async act(args, { functions }) {
      const { installFunctions } = await import('./install/install-functions.ts');
      return installFunctions(Object.keys(functions), { folder: args.operands[0], replaces: args.has('force') });
    },
  }),
  defineCommand({
    name: 'completion',
    operands: ['bash|zsh|fish'],
    summary: 'Print a script that completes command lines.',
    details: [
      'bash: source <(krm-variants completion bash)',
      'zsh:  source <(krm-variants completion zsh), after compinit',
      'fish: krm-variants completion fish | source',
    ],
    options: [],
    async act({ operands: [shell = ''] }, program) {
      const { completionScript } = await import('./completion/script.ts');
      return print(completionScript(shell, program));
    },
  }),
  defineCommand({
    name: 'help',
    operands: ['[FUNCTION|COMMAND]'],
    summary: 'Print the reference of a function or command.',
    options: [],
    async act({ operands: [name] }, program) {
      const { helpText } = await import('./reference/help-text.ts');
      return print(helpText(name, program));
    },
  }),
  defineCommand({
    name: 'version',
    operands: [],
    summary: 'Print the version.',
    options: [],
    act: (_, { version }) => print(`${version}\n`),
  }),
];

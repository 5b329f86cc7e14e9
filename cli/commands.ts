import type { Command } from './arguments/command.ts';
import { defineCommand } from './arguments/define-command.ts';
import { UsageError } from './arguments/usage-error.ts';
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
      'After --, key=value sets an option of the function, such as cluster=oslo.',
    ],
    examples: [
      [
        'Override the images of a chart for one cluster',
        'helm template shop . | krm-variants run apply-override-policy - \\\n--policy op.yaml -- cluster=oslo',
      ],
      [
        'Show what a policy changes in a package, line by line, and write nothing',
        'krm-variants run apply-override-policy shop --policy op.yaml \\\n--diff --explain --dry-run -- cluster=oslo',
      ],
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
    summary: 'Call any KRM function: a program or an image.',
    details: [
      'Calls one KRM function as kpt fn eval does, and changes only the data that it',
      'changed. DIR is the current folder by default. Reads standard input for -.',
      'key=value is the data of a ConfigMap that configures the function.',
    ],
    examples: [
      [
        'Add labels with an image of the kpt catalog, and keep the layout',
        'krm-variants eval shop --image set-labels:latest --diff -- tier=gold',
      ],
      [
        'Call a program of this machine on the Deployments only',
        'krm-variants eval shop --exec ./my-function --match-kind Deployment',
      ],
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
    examples: [
      ['Run the pipelines of a package, and show what they change', 'krm-variants render shop --diff'],
      ['Fail a pull request if any package is not rendered', 'krm-variants render . --all --check'],
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
      'NEW and LOCAL are versions of the package in BASE. Prints the files of LOCAL',
      'that would change; with --output or --in-place, writes all files or none.',
      'Exits with 3 if both sides changed the same thing differently; nothing is then',
      'written without --markers.',
    ],
    examples: [
      [
        'Show what a new upstream version changes in an edited package',
        'krm-variants merge shop-v1 shop-v2 shop --diff',
      ],
      [
        'Write the merge, and take the new version where both sides differ',
        'krm-variants merge shop-v1 shop-v2 shop --in-place --on-conflict new',
      ],
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
    examples: [
      ['Let git call it', 'krm-variants git-setup'],
      ['Merge one file by hand, into ours.yaml', 'krm-variants merge-driver base.yaml ours.yaml theirs.yaml 7 a.yaml'],
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
      'stay. If the program is missing later, git merges by lines.',
    ],
    examples: [
      ['Merge YAML by structure in this repository', 'krm-variants git-setup'],
      ['Stop it in all of your repositories', 'krm-variants git-setup --global --undo'],
    ],
    options: [
      {
        name: 'global',
        meaning: "Set up all your repositories, in git's global configuration.",
      },
      { name: 'undo', meaning: 'Remove what git-setup wrote before.' },
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
    examples: [
      ['List the functions', 'krm-variants list'],
      ['List their names for a script', 'krm-variants list -o json | jq -r .[].name'],
    ],
    options: [{ name: 'output', short: 'o', value: 'json', meaning: 'Print names, summaries and kinds as JSON.' }],
    async act(args, { functions }) {
      const { functionJson, functionList } = await import('./reference/function-list.ts');
      const output = args.value('output');
      if (output !== undefined && output !== 'json') throw new UsageError(`\`--output\` must be json, not "${output}"`);
      return print(output === 'json' ? functionJson(functions) : functionList(functions));
    },
  }),
  defineCommand({
    name: 'explain',
    operands: ['[KIND[.FIELD]]'],
    summary: 'Explain a kind of configuration, or its field.',
    details: [
      'FIELD is a path such as spec.overrideRules.overriders, without list indexes',
      'and map keys. KIND is case-insensitive. Without KIND, lists the kinds.',
    ],
    examples: [
      ['List the kinds', 'krm-variants explain'],
      ['Explain a field', 'krm-variants explain OverridePolicy.spec.overrideRules'],
    ],
    options: [{ name: 'recursive', meaning: 'List the fields of all levels, without their descriptions.' }],
    async act(args, { functions }) {
      const { explainKind, listKinds } = await import('./reference/explain-kind.ts');
      const [target] = args.operands;
      if (target === undefined) return print(listKinds(functions));
      return print(explainKind(target, functions, { isRecursive: args.has('recursive') }));
    },
  }),
  defineCommand({
    name: 'schema',
    operands: ['KIND'],
    summary: 'Print the JSON Schema of a kind, for editors.',
    details: ['KIND is case-insensitive.'],
    examples: [
      ['Print the JSON Schema of a kind', 'krm-variants schema OverridePolicy'],
      ['Write it for an editor', 'krm-variants schema PackageContext > package-context.json'],
    ],
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
      "A link with a function's name runs that function, so a pipeline can have",
      '`exec: apply-package-context`. DIR is ~/.local/bin by default, and is created',
      'if missing. Creates all links or none.',
    ],
    examples: [
      ['Make the functions available to kpt, in ~/.local/bin', 'krm-variants install'],
      ['Replace links of another version in a folder', 'krm-variants install ./bin --force'],
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
    examples: [
      ['Complete in bash: add this to ~/.bashrc', 'source <(krm-variants completion bash)'],
      ['Complete in zsh: add this to ~/.zshrc, after compinit', 'source <(krm-variants completion zsh)'],
      ['Complete in fish', 'krm-variants completion fish | source'],
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
    details: ['On a terminal, a long text is shown by $PAGER, or by less.'],
    examples: [
      ['Read about a function: its fields, messages and limits', 'krm-variants help apply-override-policy'],
      ['List the options of a command', 'krm-variants help render'],
    ],
    options: [],
    async act({ operands: [name] }, program) {
      const { helpText } = await import('./reference/help-text.ts');
      const { page } = await import('./terminal/pager.ts');
      return page(helpText(name, program));
    },
  }),
  defineCommand({
    name: 'version',
    operands: [],
    summary: 'Print the version.',
    examples: [['Print the version', 'krm-variants version']],
    options: [],
    act: (_, { version }) => print(`${version}\n`),
  }),
];

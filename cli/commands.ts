import type { Command } from './arguments/command.ts';
import { defineCommand, defineLoadedCommand } from './arguments/define-command.ts';
import { defineGroup } from './arguments/define-group.ts';
import { UsageError } from './arguments/usage-error.ts';
import { FLEET_COMMANDS, offeredWords } from './fleet/commands/fleet-commands.ts';
import { print } from './process/print.ts';

/**
 * Commands of `krm-variants`, in the order of its usage. Each imports its code on demand, so that it does not slow the
 * start of a function.
 */
export const COMMANDS: readonly Command[] = [
  defineLoadedCommand({
    name: 'run',
    operands: ['FUNCTION', 'DIR|FILE ...'],
    rest: 'key=value ...',
    summary: 'Run a function on folders and files.',
    details: [
      'All files are written together, or none.',
      'If the only input is -, reads standard input and prints the result.',
      'key=value sets an option of the function, such as cluster=oslo.',
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
      [
        'Edit only packages that use a registry',
        "krm-variants run apply-package-context packages/* \\\n--where 'Deployment/*:registry=docker.io' -- tier=gold",
      ],
    ],
    async load() {
      const { RUN_OPTIONS, runFunctionOnFolders } = await import('./run/run-command.ts');
      return { options: RUN_OPTIONS, act: runFunctionOnFolders };
    },
  }),
  defineLoadedCommand({
    name: 'eval',
    operands: ['[DIR|FILE|-]'],
    rest: 'key=value ...',
    summary: 'Call one function: a program or an image.',
    details: [
      'Calls the function as kpt fn eval does. Writes only the data that the function',
      'changes, and keeps comments and layout. DIR is the current folder by default.',
      '- is standard input. key=value sets an option of the function.',
    ],
    examples: [
      [
        'Add labels with an image of the kpt catalog, and keep the layout',
        'krm-variants eval shop --image set-labels:latest --diff -- tier=gold',
      ],
      ['Call a program, for Deployments only', 'krm-variants eval shop --exec ./my-function --match-kind Deployment'],
    ],
    async load() {
      const { EVAL_OPTIONS, evalFunction } = await import('./eval/eval-command.ts');
      return { options: EVAL_OPTIONS, act: evalFunction };
    },
  }),
  defineLoadedCommand({
    name: 'render',
    operands: ['[DIR]'],
    summary: "Run a package's pipelines, without kpt.",
    details: [
      'Runs the functions in the Kptfiles of the package and its subpackages, as',
      'kpt fn render does. Writes only the lines that the functions change. DIR is the',
      'current folder by default. Functions that are programs need --allow-exec.',
    ],
    examples: [
      ['Run the pipelines of a package, and show what they change', 'krm-variants render shop --diff'],
      ['In CI, fail if rendering would change a package', 'krm-variants render . --all --check'],
    ],
    async load() {
      const { RENDER_OPTIONS, renderPackage } = await import('./render/render-command.ts');
      return { options: RENDER_OPTIONS, act: renderPackage };
    },
  }),
  defineLoadedCommand({
    name: 'get',
    operands: ['REPO/DIR[@REF]', '[DEST]'],
    summary: 'Copy a package from a git repository.',
    details: [
      'REPO is a URL with .git at its end, a repository of github.com, or a path. REF',
      'is a tag, a branch or a commit. DEST is a new folder, or a folder to create the',
      'package in, by default the current one. The Kptfile records where the package',
      'came from, as kpt pkg get does. All other files are copied unchanged.',
    ],
    examples: [
      ['Copy a package at a version', 'krm-variants get https://github.com/example/blueprints.git/shop@v1'],
      [
        'Make a package of it that is deployed under another name',
        'krm-variants get https://github.com/example/blueprints.git/shop@v1 \\\nshop-eu --for-deployment',
      ],
    ],
    async load() {
      const { GET_OPTIONS, getCommand } = await import('./get/get-command.ts');
      return { options: GET_OPTIONS, act: getCommand };
    },
  }),
  defineLoadedCommand({
    name: 'update',
    operands: ['[PKG][@REF]'],
    summary: 'Merge a new upstream version into a package.',
    details: [
      'PKG is a package from a git repository, by default the current folder. REF is a',
      'tag, a branch or a commit, by default what the Kptfile names. All files are',
      'written together with the Kptfile, or none. Exits with 3 if both sides changed',
      'the same thing differently; nothing is then written, unless --markers is given.',
    ],
    examples: [
      ['Show what a new version changes in a package', 'krm-variants update shop@v2 --diff --dry-run'],
      ['Update a package, and keep your version where both differ', 'krm-variants update shop@v2 --on-conflict local'],
      ['Edit the conflicts of an update in the files', 'krm-variants update shop@v2 --markers'],
    ],
    async load() {
      const { UPDATE_OPTIONS, updateCommand } = await import('./update/update-command.ts');
      return { options: UPDATE_OPTIONS, act: updateCommand };
    },
  }),
  defineLoadedCommand({
    name: 'diff',
    operands: ['[PKG][@REF]'],
    summary: 'Show changes of a package and its upstream.',
    details: [
      'PKG is a package from a git repository, by default the current folder. Without',
      'REF, prints what was changed in PKG since then; with REF, a tag, a branch or a',
      'commit, what is new in that version of its upstream.',
    ],
    examples: [
      ['Show the local changes of a package', 'krm-variants diff shop'],
      ['Show what is new in a version, and where it conflicts', 'krm-variants diff shop@v2 --both'],
    ],
    async load() {
      const { DIFF_OPTIONS, diffCommand } = await import('./update/diff-command.ts');
      return { options: DIFF_OPTIONS, act: diffCommand };
    },
  }),
  defineLoadedCommand({
    name: 'blame',
    operands: ['[PKG|FILE[:LINE]]'],
    summary: 'Show who set each line of a package.',
    details: [
      'A line is from the upstream of the package, or was made by a function of its',
      'pipeline, or was set by a person. PKG is a package from a git repository, by',
      'default the current folder. FILE is a file in one, and LINE a line of it, or',
      'several, such as 3-9. Writes nothing.',
    ],
    examples: [
      ['Show who set the lines of a file', 'krm-variants blame shop/web.yaml'],
      ['Show all that is known of one line', 'krm-variants blame shop/web.yaml:17'],
    ],
    async load() {
      const { BLAME_OPTIONS, blameCommand } = await import('./blame/blame-command.ts');
      return { options: BLAME_OPTIONS, act: blameCommand };
    },
  }),
  defineGroup({
    name: 'fleet',
    summary: 'Keep packages of PackageVariants up to date.',
    details: [
      'Reads the PackageVariants, PackageVariantSets and Repositories in a folder, by',
      'default the current one, and derives the package that each asks for: a',
      'folder of this git repository, which people may edit.',
    ],
    examples: [
      ['Show what would change in the packages of a fleet', 'krm-variants fleet plan'],
      ['Write the packages of one region', 'krm-variants fleet apply --selector region=eu'],
    ],
    commands: FLEET_COMMANDS,
  }),
  defineLoadedCommand({
    name: 'merge',
    operands: ['BASE', 'NEW', 'LOCAL'],
    summary: 'Merge a new version into an edited package.',
    details: [
      'BASE is the version that you copied, NEW the new version, and LOCAL your copy.',
      'BASE and NEW can be REV:PATH, too: a folder in a revision of this repository.',
      'Names the files of LOCAL that would change. To write them, add --in-place or',
      '--output. If NEW and LOCAL changed the same field differently, that is a',
      'conflict: writes nothing (without --markers), and exits with 3.',
    ],
    examples: [
      [
        'Show what a new upstream version changes in an edited package',
        'krm-variants merge shop-v1 shop-v2 shop --diff',
      ],
      [
        'Merge what changed between two tags of this repository into a copy',
        'krm-variants merge v1:packages/shop v2:packages/shop shop --in-place',
      ],
      [
        'Write the merge, and take the new version for all conflicts',
        'krm-variants merge shop-v1 shop-v2 shop --in-place --on-conflict new',
      ],
    ],
    async load() {
      const { MERGE_OPTIONS, mergeCommand } = await import('./merge/merge-command.ts');
      return { options: MERGE_OPTIONS, act: mergeCommand };
    },
  }),
  {
    name: 'merge-driver',
    operands: ['%O', '%A', '%B', '%L', '%P'],
    summary: 'Merge one file by field. Called by git.',
    details: [
      'Git calls this command for each file that both sides changed, after git-setup.',
      'Writes the result to %A. Exits with 0, with 1 for conflicts, which have markers',
      'in %A, or with 129 for an error.',
    ],
    examples: [
      ['Make git call this command', 'krm-variants git-setup'],
      ['Merge one file yourself, into ours.yaml', 'krm-variants merge-driver base.yaml ours.yaml theirs.yaml 7 a.yaml'],
    ],
    options: () => Promise.resolve([]),
    async run(args) {
      const { mergeDriver } = await import('./merge/merge-driver.ts');
      return mergeDriver(args);
    },
  },
  defineCommand({
    name: 'git-setup',
    operands: [],
    summary: 'Make git merge YAML files by field.',
    details: [
      'Adds lines to .gitattributes and to the git configuration of this clone. If',
      'krm-variants is missing later, git merges by line, as before. Where two branches',
      'have run fleet apply, git then joins the locks, for the next apply to settle.',
    ],
    examples: [
      ['Merge YAML files by field in this repository', 'krm-variants git-setup'],
      ['Stop doing so in all repositories', 'krm-variants git-setup --global --undo'],
    ],
    options: [
      {
        name: 'global',
        meaning: "Set up all your repositories, in git's global configuration.",
      },
      { name: 'undo', meaning: 'Remove the lines that git-setup added.' },
    ],
    async act(args) {
      const { setUpGit } = await import('./merge/git-setup.ts');
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
    summary: 'Describe a policy kind, or one of its fields.',
    details: [
      'FIELD is a path such as spec.overrideRules.overriders, without indexes of',
      'lists. KIND is case-insensitive. Without KIND, lists the kinds.',
    ],
    examples: [
      ['List the kinds', 'krm-variants explain'],
      ['Describe a field', 'krm-variants explain OverridePolicy.spec.overrideRules'],
    ],
    options: [{ name: 'recursive', meaning: 'List all fields at all levels, without descriptions.' }],
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
    summary: 'Create a link for each function, for kpt.',
    details: [
      'Creates a link to krm-variants with the name of each function, so that kpt can',
      'run `exec: apply-package-context`. DIR is ~/.local/bin by default, and is',
      'created if missing. Creates all links or none.',
    ],
    examples: [
      ['Make the functions available to kpt, in ~/.local/bin', 'krm-variants install'],
      ['Replace links of another version in a folder', 'krm-variants install ./bin --force'],
    ],
    options: [{ name: 'force', meaning: 'Replace existing files and links with these names.' }],
    async act(args, { functions }) {
      const { installFunctions } = await import('./install/install-functions.ts');
      return installFunctions(Object.keys(functions), { folder: args.operands[0], replaces: args.has('force') });
    },
  }),
  defineCommand({
    name: 'completion',
    operands: ['bash|zsh|fish'],
    summary: 'Print the completion script of a shell.',
    details: [
      'The script completes commands, options and their values. It also completes the',
      'variants of a fleet, the fields of their resources, and packages with their',
      'tags, which krm-variants completion variants, fields and packages list.',
    ],
    examples: [
      ['Complete in bash: add this to ~/.bashrc', 'source <(krm-variants completion bash)'],
      ['Complete in zsh: add this to ~/.zshrc, after compinit', 'source <(krm-variants completion zsh)'],
      ['Complete in fish', 'krm-variants completion fish | source'],
    ],
    options: [
      { name: 'directory', short: 'C', value: 'DIR', meaning: 'Folder of the fleet. Default: the current one.' },
    ],
    async act(args, program) {
      const [word = ''] = args.operands;
      const words = await offeredWords(word, args.value('directory') ?? '.', program);
      if (words !== undefined) return print(words.map((each) => `${each}\n`).join(''));
      const { completionScript } = await import('./completion/script.ts');
      return print(await completionScript(word, program));
    },
  }),
  defineCommand({
    name: 'help',
    operands: ['[FUNCTION|COMMAND]', '[NAME]'],
    summary: 'Describe a function or command.',
    details: ['On a terminal, shows long texts in $PAGER, or in less.'],
    examples: [
      ['Describe a function and its main fields', 'krm-variants help apply-override-policy'],
      ['List the options of a command', 'krm-variants help render'],
    ],
    options: [{ name: 'all', meaning: 'Print the complete reference of a function: fields, messages and limits.' }],
    async act(args, program) {
      const { helpText } = await import('./reference/help-text.ts');
      const { page } = await import('./terminal/pager.ts');
      return page(await helpText(args.operands, program, { isComplete: args.has('all') }));
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

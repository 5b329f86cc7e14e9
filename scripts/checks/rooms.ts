/**
 * Table of rooms: which folder imports which. `check-rooms.ts` checks it.
 *
 * Rows are from top to bottom. A room imports its own files, and from rooms in lower rows what its row names. So rooms
 * never import each other in a circle. In `imports`, a folder (`src/krm`) stands for its own files without those of
 * subfolders, a path that ends with `.ts` for that file, and `*` for any name. `src/yaml/index.ts` is the door of
 * `src/yaml`: its other files are private. Imports of types count like all others.
 *
 * `scripts/`, `bench/` and `test/` import anything, and no room imports them.
 */
export interface Room {
  /** Name: its folder, or its only file. */
  readonly room: string;
  /** Folders and files of the room, if its name does not say them. A named file is in no other room. */
  readonly files?: readonly string[];
  readonly imports: readonly string[];
}

/** General files and documents. */
const DOCUMENTS = ['src', 'src/yaml/index.ts'];

/** Rooms on which resources stand: documents, engines and lists. */
const BELOW_RESOURCES = [
  ...DOCUMENTS,
  'src/cel/index.ts',
  'src/files/index.ts',
  'src/go-template/index.ts',
  'src/patch/index.ts',
  'src/pairing',
];

const RESOURCES = [...BELOW_RESOURCES, 'src/krm'];

const MERGE = [...RESOURCES, 'src/merge', 'src/merge/*'];

/** Rooms on which packages stand: resources, functions and merges. */
const BELOW_PACKAGES = [
  ...RESOURCES,
  'src/messages',
  'src/function',
  'src/host',
  'src/merge',
  'src/package-variant',
  'src/render',
];

/** Rooms on which a fleet stands. */
const BELOW_FLEET_CORE = [
  ...BELOW_PACKAGES,
  'src/fleet/messages',
  'src/blame',
  'src/explain',
  'src/package',
  'src/upstream',
  'src/where',
];

const FLEET_CORE = [...BELOW_FLEET_CORE, 'src/fleet'];

/** Doors of the library. The functions are passed to the command line as arguments. */
const LIBRARY = ['src', 'src/*/index.ts'];

const CONSOLE = [...LIBRARY, 'src/messages', 'cli/arguments', 'cli/process', 'cli/terminal'];

/** Rooms that all commands share. */
const SHARED = [
  ...CONSOLE,
  'cli/cluster',
  'cli/git',
  'cli/host',
  'cli/lock',
  'cli/log',
  'cli/package',
  'cli/reference',
  'cli/report',
  'cli/watchdog',
  'cli/work',
  'cli/workers',
];

/** Rooms below those of `cli/fleet`. */
const BELOW_FLEET = [
  ...SHARED,
  'src/fleet/messages',
  'src/fleet/ports.ts',
  'src/fleet/overlay.ts',
  'src/fleet/request.ts',
  'cli/blame',
  'cli/merge',
  'cli/render',
  'cli/upstream',
  'cli/where',
  'cli/fleet',
];

export const ROOMS: readonly Room[] = [
  // For users of the library.
  { room: 'src/index.ts', imports: ['src/*/index.ts'] },

  // Functions, each on its own.
  { room: 'functions/*', files: ['functions/*', 'functions/*/kinds'], imports: LIBRARY },

  // The command line. A command imports another one only where its row says so.
  { room: 'cli', imports: ['cli/*', 'cli/fleet/commands/fleet-commands.ts', ...LIBRARY] },
  { room: 'cli/completion', imports: SHARED },
  { room: 'cli/eval', imports: SHARED },
  { room: 'cli/get', imports: [...SHARED, 'cli/upstream'] },
  { room: 'cli/install', imports: SHARED },
  { room: 'cli/run', imports: [...SHARED, 'cli/where'] },

  // The fleet: commands ask, a call works, and the core knows the rules.
  { room: 'cli/fleet/commands', imports: [...BELOW_FLEET, 'cli/fleet/*', 'src/fleet/*'] },
  {
    room: 'cli/fleet/call',
    imports: [
      ...BELOW_FLEET,
      'cli/fleet/publish',
      'cli/fleet/show',
      'cli/fleet/store',
      'src/fleet/answers',
      'src/fleet/plan',
      'src/fleet/inputs',
    ],
  },
  {
    room: 'cli/fleet/publish',
    imports: [...BELOW_FLEET, 'cli/fleet/store', 'src/fleet/plan', 'src/fleet/inputs'],
  },
  {
    room: 'cli/fleet/show',
    imports: [...BELOW_FLEET, 'cli/fleet/store', 'src/fleet/answers', 'src/fleet/plan', 'src/fleet/inputs'],
  },
  {
    room: 'cli/fleet/store',
    imports: [...BELOW_FLEET, 'src/fleet/plan', 'src/fleet/inputs'],
  },
  {
    room: 'cli/fleet',
    imports: [
      ...SHARED,
      'src/fleet/overlay.ts',
      'src/fleet/plan',
      'src/fleet/ports.ts',
      'src/fleet/request.ts',
      'cli/merge',
      'cli/render',
      'cli/where',
    ],
  },

  // Commands that others import.
  { room: 'cli/blame', imports: [...SHARED, 'cli/render', 'cli/update', 'cli/upstream'] },
  { room: 'cli/update', imports: [...SHARED, 'cli/merge', 'cli/render', 'cli/upstream'] },
  { room: 'cli/render', imports: [...SHARED, 'cli/where'] },
  { room: 'cli/upstream', imports: [...SHARED, 'cli/merge'] },
  { room: 'cli/where', imports: [...SHARED, 'cli/merge'] },
  { room: 'cli/merge', imports: [...SHARED, 'src/merge/messages'] },

  // What all commands share.
  {
    room: 'cli/work',
    imports: [...CONSOLE, 'cli/cluster', 'cli/lock', 'cli/package', 'cli/report', 'cli/watchdog'],
  },
  { room: 'cli/git', imports: [...LIBRARY, 'src/messages', 'cli/lock', 'cli/package', 'cli/process', 'cli/terminal'] },
  { room: 'cli/log', imports: [...LIBRARY, 'cli/host', 'cli/process', 'cli/report', 'cli/terminal'] },
  { room: 'cli/lock', imports: [...CONSOLE, 'cli/package'] },
  { room: 'cli/report', imports: [...CONSOLE, 'src/merge/messages', 'cli/package'] },
  { room: 'cli/host', imports: CONSOLE },
  { room: 'cli/package', imports: CONSOLE },
  {
    room: 'cli/reference',
    imports: [
      ...CONSOLE,
      'src/fleet/acceptance-form.ts',
      'src/fleet/hold-form.ts',
      'src/fleet/resolution-form.ts',
      'src/merge/policy/merge-policy-form.ts',
    ],
  },
  { room: 'cli/watchdog', imports: CONSOLE },
  { room: 'cli/arguments', imports: [...LIBRARY, 'cli/process'] },
  { room: 'cli/cluster', imports: [...LIBRARY, 'src/messages', 'cli/process'] },
  { room: 'cli/terminal', imports: [...LIBRARY, 'cli/process'] },
  { room: 'cli/workers', imports: [...LIBRARY, 'cli/process'] },
  { room: 'cli/process', imports: LIBRARY },

  // The library. Functions are passed to it as arguments.
  { room: 'src/fleet/answers', imports: [...FLEET_CORE, 'src/fleet/plan', 'src/fleet/inputs'] },
  { room: 'src/fleet/plan', imports: [...FLEET_CORE, 'src/fleet/inputs'] },
  { room: 'src/fleet/inputs', imports: FLEET_CORE },
  { room: 'src/fleet', imports: BELOW_FLEET_CORE },
  { room: 'src/blame', imports: [...BELOW_PACKAGES, 'src/upstream', 'src/explain', 'src/package'] },
  { room: 'src/upstream', imports: [...BELOW_PACKAGES, 'src/explain', 'src/package'] },
  { room: 'src/explain', imports: [...BELOW_PACKAGES, 'src/package'] },
  { room: 'src/where', imports: [...BELOW_PACKAGES, 'src/package'] },
  { room: 'src/package', imports: BELOW_PACKAGES },
  { room: 'src/render', imports: [...RESOURCES, 'src/function', 'src/host', 'src/messages'] },
  { room: 'src/karmada', imports: [...RESOURCES, 'src/function'] },
  { room: 'src/kustomize', imports: [...RESOURCES, 'src/function'] },
  { room: 'src/package-variant', imports: [...RESOURCES, 'src/function'] },
  { room: 'src/host', imports: [...RESOURCES, 'src/messages'] },
  { room: 'src/merge', imports: MERGE },
  { room: 'src/merge/files', imports: MERGE },
  { room: 'src/merge/documents', imports: MERGE },
  { room: 'src/merge/pairs', imports: MERGE },
  { room: 'src/merge/values', imports: MERGE },
  { room: 'src/merge/policy', imports: [...MERGE, 'src/function/index.ts'] },
  { room: 'src/merge/text', imports: MERGE },
  { room: 'src/merge/messages', imports: ['src', 'src/merge/sides.ts'] },
  { room: 'src/merge/sides.ts', imports: RESOURCES },
  { room: 'src/function', imports: RESOURCES },
  { room: 'src/krm', imports: BELOW_RESOURCES },
  { room: 'src/pairing', imports: DOCUMENTS },
  { room: 'src/files', imports: ['src/yaml/index.ts'] },
  { room: 'src/patch', imports: ['src/yaml/index.ts', 'src/nearest-name.ts'] },
  { room: 'src/cel', imports: ['src/yaml/index.ts', 'src/nearest-name.ts'] },
  {
    room: 'src/go-template',
    imports: ['src/yaml/index.ts', 'src/nearest-name.ts', 'src/go-template', 'src/go-template/*'],
  },
  { room: 'src/go-template/fmt', imports: ['src/go-template/limits.ts', 'src/go-template/value.ts'] },
  { room: 'src/go-template/value.ts', imports: [] },
  { room: 'src/go-template/limits.ts', imports: [] },
  { room: 'src/yaml', imports: ['src/yaml/*'] },
  { room: 'src/yaml/edit', imports: ['src/yaml/print', 'src/yaml/read', 'src/yaml/tree'] },
  { room: 'src/yaml/print', imports: ['src/yaml/read', 'src/yaml/tree'] },
  { room: 'src/yaml/read', imports: ['src/yaml/tree'] },
  { room: 'src/yaml/tree', imports: [] },
  { room: 'src/fleet/messages', imports: ['src'] },
  { room: 'src/messages', imports: ['src'] },
  { room: 'src', imports: [] },
];

/**
 * Packages and modules of Node that the rooms of a folder import, but for folders below it with a row of their own, and
 * the reason for the limit.
 */
export interface Modules {
  readonly names: readonly string[];
  readonly reason: string;
}

export const MODULES: Readonly<Record<string, Modules>> = {
  src: {
    names: [
      '#validators',
      '@bufbuild/cel',
      '@bufbuild/cel-spec',
      '@bufbuild/protobuf',
      '@bufbuild/re2',
      'diff',
      'ignore',
      'json-schema-to-ts',
      'node:crypto',
      'semver',
      'yaml',
    ],
    reason:
      'only cli/, scripts/ and tests access files and the process, and validators are compiled (scripts/validators.ts)',
  },
  'src/fleet': { names: ['#validators'], reason: 'the core of a fleet reads files and git by src/fleet/ports.ts' },
  functions: { names: [], reason: 'a function imports only the library and its own files' },
  cli: {
    names: ['@kubernetes/client-node', 'diff', 'node:*', 'string-width', 'yaml'],
    reason: 'each package adds to the executables, and validators are compiled (scripts/validators.ts)',
  },
};

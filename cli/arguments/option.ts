/** Titles of the groups of options in the help of a command, in their order. */
export const OPTION_GROUPS = [
  'Function',
  'Configuration',
  'Selection',
  'Conflicts',
  'Programs and images',
  'Input',
  'Output',
  'Checks',
  'Options',
] as const;

/** One option of a command. Usage, completion, documentation and parsing are derived from it. */
export interface Option {
  /** Without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Name of its value, such as `FILE`; a flag has none. */
  readonly value?: string;
  /** True if it may be given several times. */
  readonly isRepeatable?: true;
  /** True if its value may be empty. */
  readonly takesEmpty?: true;
  /** One sentence for usage and documentation. */
  readonly meaning: string;
  /** Group in the help of a command. Default: `Options`. */
  readonly group?: (typeof OPTION_GROUPS)[number];
}

/** Names of the options that take no value. `T`: the options of a command. */
export type FlagName<T extends Option> = T extends { readonly value: string } ? never : T['name'];

/** Names of the options that take one value. */
export type ValueName<T extends Option> = Exclude<T['name'], FlagName<T> | RepeatableName<T>>;

/** Names of the options that take a value each time. */
export type RepeatableName<T extends Option> = T extends { readonly isRepeatable: true } ? T['name'] : never;

/** Option of every command. */
export const HELP: Option = { name: 'help', short: 'h', meaning: 'Print this help.' };

/** Reports whether an argument asks for help. */
export function isHelp(arg: string | undefined): boolean {
  return arg === '-h' || arg === '--help';
}

/** Returns the groups of options, with the values and meanings of each option. */
export function optionGroups(options: readonly Option[]): string {
  const groups = OPTION_GROUPS.map(
    (title) => [title, options.filter(({ group = 'Options' }) => group === title)] as const,
  );
  return groups.flatMap(([title, own]) => (own.length === 0 ? [] : `${title}:\n${optionLines(own)}`)).join('\n');
}

/** Returns options with their values, each with its meaning on the next line. */
export function optionLines(options: readonly Option[]): string {
  return options.map((option) => `  ${optionText(option)}\n      ${option.meaning}\n`).join('');
}

/** Returns an option as it is written on a command line. */
export function optionText({ name, short, value }: Option): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

/** Reports whether an operand, as in a usage, may be given several times. */
export function isRepeated(operand: string): boolean {
  return /\.\.\.\]?$/.test(operand);
}

import { fstatSync } from 'node:fs';
import { isTty } from './is-tty.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** File descriptors of output. */
export type OutputDescriptor = 1 | 2;

/** Escape sequence that erases the cursor's line and moves the cursor to its start. */
export const ERASE_LINE = '\r\u001b[K';

/** Reports whether a file descriptor is a terminal that supports escape sequences. */
export function isTerminal(descriptor: OutputDescriptor): boolean {
  return isDevice(descriptor) && isTty(descriptor) && process.env['TERM'] !== 'dumb';
}

let isWide = false;

/** Sets whether tables of this process may be wider than a terminal. Default: false. */
export function setWide(wanted: boolean): void {
  isWide = wanted;
}

/** Returns the number of columns that a table may have; undefined for no limit, as for what is not a terminal. */
export function terminalWidth(descriptor: OutputDescriptor): number | undefined {
  if (isWide || !isTerminal(descriptor)) return undefined;
  const { columns } = descriptor === 1 ? process.stdout : process.stderr;
  // A terminal that a program made may have no size.
  return columns > 0 ? columns : 80;
}

/** Reports whether a file descriptor is a character device, as every terminal is. */
export function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

let isColored: boolean | undefined;

/** Sets whether this process colors its output. Undefined, the default: by the terminal and the environment. */
export function setColors(wanted: boolean | undefined): void {
  isColored = wanted;
}

/** Reports whether to color output to a file descriptor. */
export function hasColors(descriptor: OutputDescriptor): boolean {
  return isColored ?? wantsColors(isTerminal(descriptor), process.env);
}

/**
 * Reports whether to color output, by the variables that command lines share: `NO_COLOR` (no-color.org) turns colors
 * off everywhere, then `FORCE_COLOR` and `CLICOLOR_FORCE` turn them on everywhere (force-color.org,
 * bixense.com/clicolors), and `CLICOLOR=0` turns them off on a terminal. An empty variable counts as unset.
 */
export function wantsColors(onTerminal: boolean, env: Environment): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', CLICOLOR_FORCE = '', CLICOLOR = '' } = env;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (CLICOLOR_FORCE !== '' && CLICOLOR_FORCE !== '0') return true;
  return onTerminal && CLICOLOR !== '0';
}

/** Numbers of the escape sequence SGR (ECMA-48). `styleText` of Node is not in every Node 20. */
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type TerminalStyle = keyof typeof STYLES;

/** Returns a text in a style, followed by a reset to the terminal's style. */
export function styled(style: TerminalStyle, text: string): string {
  return `\u001b[${STYLES[style]}m${text}\u001b[0m`;
}

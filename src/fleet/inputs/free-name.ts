import { MAX_NAME } from '../index.ts';

/**
 * Returns the name, or the name with a number, that is free. `isTaken`: reports whether a file has a name, or is to get
 * it.
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`;
    const free = `${name.slice(0, MAX_NAME - end.length).replace(/-$/, '')}${end}`;
    if (!isTaken(free)) return free;
  }
}

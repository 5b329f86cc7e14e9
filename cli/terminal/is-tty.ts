import { isatty } from 'node:tty';

/** Reports whether a file descriptor is that of a terminal. It has a module of its own, since loading `node:tty` takes 1 ms. */
export function isTty(descriptor: number): boolean {
  return isatty(descriptor);
}

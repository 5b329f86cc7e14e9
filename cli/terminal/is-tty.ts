import { isatty } from 'node:tty';

/** Reports whether a file descriptor is a terminal. In a separate module, since loading `node:tty` takes 1 ms. */
export function isTty(descriptor: number): boolean {
  return isatty(descriptor);
}

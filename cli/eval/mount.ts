import { UsageError } from '../arguments/usage-error.ts';

/** Names that docker gives to the parts of a mount, and what kpt calls them. */
const NAMES: Readonly<Record<string, string>> = {
  type: 'type',
  src: 'source',
  source: 'source',
  dst: 'target',
  target: 'target',
  destination: 'target',
  rw: 'rw',
};

/**
 * Reads a mount as `kpt fn eval --mount` has it, `type=bind,src=DIR,dst=DIR,rw=true`. Returns it as docker takes it: read-only
 * unless `rw=true`, and of the type bind by default. Throws a `UsageError`.
 */
export function parseMount(text: string): string {
  const parts = new Map(text.split(',').map((part) => parsePart(part, text)));
  const { type = 'bind', source, target, rw = 'false' } = Object.fromEntries(parts);
  if (target === undefined || (source === undefined && type !== 'tmpfs') || (rw !== 'true' && rw !== 'false'))
    throw new UsageError(`\`--mount\` must have src and dst, and optionally rw=true, not "${text}"`);
  const places = [`type=${type}`, ...(source === undefined ? [] : [`source=${source}`]), `target=${target}`];
  return [...places, ...(rw === 'true' ? [] : ['readonly'])].join(',');
}

function parsePart(part: string, text: string): readonly [name: string, value: string] {
  const equals = part.indexOf('=');
  const name = Object.hasOwn(NAMES, part.slice(0, equals)) ? NAMES[part.slice(0, equals)] : undefined;
  if (equals < 1 || name === undefined)
    throw new UsageError(`\`--mount\` must have parts such as src=DIR and dst=DIR: unexpected "${part}" in "${text}"`);
  return [name, part.slice(equals + 1)];
}

import type { Option } from '../../arguments/option.ts';
import type { WithArgument } from '../request.ts';
import { UsageError } from '../../arguments/usage-error.ts';

/** Option to plan with another file or folder than the repository has. */
export const WITH_OPTION = {
  name: 'with',
  value: 'PATH[=REPLACED]',
  isRepeatable: true,
  meaning: 'Plan with a file or folder in place of one in the repository.',
  group: 'Input',
} as const satisfies Option;

/** Parses a value of `--with`. Throws a `UsageError`. */
export function parseWith(text: string): WithArgument {
  const [path = '', ...rest] = text.split('=');
  const replaced = rest.length === 0 ? undefined : rest.join('=');
  if (path !== '' && replaced !== '') return { path, replaced };
  throw new UsageError(`\`--with\` must be PATH or PATH=REPLACED, such as op.yaml=policies/op.yaml, not "${text}"`);
}

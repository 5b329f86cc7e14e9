import {
  type Functions,
  type GivenPolicies,
  type LoadedFunction,
  applyFunction,
  isPolicy,
} from '../../src/function/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import { UsageError } from '../arguments/usage-error.ts';
import type { FunctionSetting } from './function-work.ts';
import { namedSources, sources, type SourceArguments } from './sources.ts';
import { unreadPolicies } from './unread-policies.ts';

/**
 * Returns how to call a built-in function. `functions`: all of them, for hints. Throws a `UsageError` for an option
 * that the function does not support.
 */
export function callOfOwn(
  fn: LoadedFunction,
  asked: SourceArguments,
  functions: Functions,
): Pick<FunctionSetting, 'callOf' | 'isPolicy' | 'unread'> {
  const { name, takesObjects, policies: { forms = [] } = {} } = fn.definition;
  const option = (['objects', 'context'] as const).find((each) => asked[each] !== undefined);
  if (option !== undefined && takesObjects !== true)
    throw new UsageError(`${name} does not read cluster objects: remove \`--${option}\``);
  let policies: GivenPolicies | undefined;
  const unread = (): readonly Result[] => unreadPolicies(policies, { running: fn.definition, functions });
  return {
    callOf: async ({ config: ownConfig, policy }) => {
      const named = await namedSources(asked);
      ({ policies } = named);
      // A function without policies would only report that its configuration is missing.
      const refused = fn.definition.policies === undefined ? unread() : [];
      if (refused.length > 0) throw new KrmError(refused);
      // A configuration in a list or among the items may come with the package, so it must not read other sources.
      const readers = ownConfig === undefined && policy === undefined ? {} : sources;
      const given = { ...readers, ...named, policy };
      return {
        inProcess: true,
        run: (resources, { config, isOnce = false }) => applyFunction(fn, resources, config, { ...given, isOnce }),
      };
    },
    isPolicy: (resource) => isPolicy(forms, resource),
    unread,
  };
}

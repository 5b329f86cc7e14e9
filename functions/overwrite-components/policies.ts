import { configForm, type ItemPolicies } from '../../src/index.ts';
import { componentOverwriting, DEFAULTS, readOptions, type Options } from './kinds/component-overwriting.ts';
import { componentVersionOverwrites } from './kinds/component-version-overwrites.ts';
import { context, readContext, type Context } from './kinds/context.ts';
import type { OverwriteList } from './overwrite.ts';
import { readOverwrites } from './read-overwrites.ts';

/** What the function goes by. */
export interface Policies {
  readonly options: Options;
  /** The list that is the function config: it is for all of its namespace, and the only one. */
  readonly given: OverwriteList | undefined;
  /** Those among the items; none where one is given. */
  readonly lists: readonly OverwriteList[];
  readonly contexts: readonly Context[];
}

const NONE: Policies = { options: DEFAULTS, given: undefined, lists: [], contexts: [] };

const fromOverwrites = configForm({
  ...componentVersionOverwrites,
  read: ({ overwrites = [] }, problems, source): Policies => ({
    ...NONE,
    lists: [readOverwrites(overwrites, source, problems)],
  }),
});

const fromContext = configForm({
  ...context,
  read: (fields, problems, source): Policies => ({ ...NONE, contexts: [readContext(fields, problems, source)] }),
});

const fromOptions = configForm({
  ...componentOverwriting,
  read: ({ spec }): Policies => ({ ...NONE, options: readOptions(spec) }),
});

/** The kinds that the function config may be. */
export const configs = [fromOverwrites, fromOptions];

/** What counts among the items. A list that is given says which overwrites, but not in which repositories components are. */
export const policies: ItemPolicies<Policies> = {
  forms: [fromOverwrites, fromContext],
  combine({ options, lists: [given] } = NONE, found) {
    const read = given === undefined ? found() : found([fromContext]);
    const contexts = read.flatMap((one) => one.contexts);
    return { options, given, lists: read.flatMap(({ lists }) => lists), contexts };
  },
};

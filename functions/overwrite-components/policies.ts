import { configForm, type ItemPolicies } from '../../src/index.ts';
import { componentOverwriting, DEFAULTS, readOptions, type Options } from './kinds/component-overwriting.ts';
import { componentVersionOverwrites } from './kinds/component-version-overwrites.ts';
import { context, readContext, type Context } from './kinds/context.ts';
import type { OverwriteList } from './overwrite.ts';
import { readOverwrites } from './read-overwrites.ts';

/** Policies that the function applies. */
export interface Policies {
  readonly options: Options;
  /** List that is the function config. It applies to its whole namespace, and is the only list. */
  readonly given: OverwriteList | undefined;
  /** Lists among the items; empty if one is given. */
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

/** Kinds of the function config. */
export const configs = [fromOverwrites, fromOptions];

/** Policies among the items. A given list replaces the overwrites there, but not the repositories that Contexts set. */
export const policies: ItemPolicies<Policies> = {
  forms: [fromOverwrites, fromContext],
  combine({ options, lists: [given] } = NONE, found) {
    const read = given === undefined ? found() : found([fromContext]);
    const contexts = read.flatMap((one) => one.contexts);
    return { options, given, lists: read.flatMap(({ lists }) => lists), contexts };
  },
};

import type { Setting } from './prepare-page.ts';

/** Date of all commits of a page, so that their ids are always the same. */
export const DATE = '2026-01-01T00:00:00Z';

/** Setting of the tutorial, which `npm run fleet` runs, too. */
export const TUTORIAL: Setting = {
  env: () => ({ GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }),
  first: 'git config --global user.name a && git config --global user.email a@example.com',
};

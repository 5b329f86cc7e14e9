/**
 * Returns the number of cases of a property: its usual number times `PROPERTY_SCALE`, which is a quarter in the first
 * tier of tests, 1 with `--all`, and 20 with `--long`. `PROPERTY_RUNS`, for one file, replaces it.
 */
export function propertyRuns(usual: number): number {
  const { PROPERTY_RUNS: runs, PROPERTY_SCALE: scale = '1' } = process.env;
  return runs === undefined ? Math.ceil(usual * Number(scale)) : Number(runs);
}

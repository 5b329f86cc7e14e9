/**
 * Imports that break the table of rooms: the file that imports, and the file that it imports. The core of a fleet, which is to know no disk and no
 * git, still reads these files of its store. Remove an exception with its import, and add none.
 */
export const EXCEPTIONS: readonly (readonly [from: string, to: string])[] = [
  ['cli/fleet/inputs/certain-inputs.ts', 'cli/fleet/store/input-files.ts'],
  ['cli/fleet/inputs/check-overlay.ts', 'cli/fleet/store/input-files.ts'],
  ['cli/fleet/inputs/check-overlay.ts', 'cli/fleet/store/overlaid-list.ts'],
  ['cli/fleet/inputs/decision-files.ts', 'cli/fleet/store/overlaid-list.ts'],
  ['cli/fleet/inputs/decision-files.ts', 'cli/fleet/store/symbolic-link.ts'],
  ['cli/fleet/inputs/fleet-inputs.ts', 'cli/fleet/store/input-files.ts'],
  ['cli/fleet/inputs/gone-variants.ts', 'cli/fleet/store/locked-folders.ts'],
  ['cli/fleet/inputs/known-variant.ts', 'cli/fleet/store/input-files.ts'],
  ['cli/fleet/inputs/place-links.ts', 'cli/fleet/store/symbolic-link.ts'],
  ['cli/fleet/inputs/variant-files.ts', 'cli/fleet/store/overlaid-list.ts'],
  ['cli/fleet/inputs/variant-files.ts', 'cli/fleet/store/symbolic-link.ts'],
  ['cli/fleet/plan/earlier-objects.ts', 'cli/fleet/store/input-files.ts'],
];

/**
 * Imports that break the table of rooms: the file that imports, and the file that it imports. The core of a fleet,
 * which is to know no disk and no git, still reads these files of its store. Remove an exception with its import, and
 * add none.
 */
export const EXCEPTIONS: readonly (readonly [from: string, to: string])[] = [];

/** Folder of what a fleet records, at the top of its repository. */
export const RECORDS_FOLDER = '.krm-variants';

/** Folder of the locks. */
export const LOCK_FOLDER = `${RECORDS_FOLDER}/lock`;

/** Folder of the objects of live clusters that were injected. */
export const OBJECTS_FOLDER = `${RECORDS_FOLDER}/objects`;

/**
 * Returns the file that keeps objects of a live cluster. It has no extension: tools that apply all files of a tree
 * would read it.
 */
export function objectsFile(id: string): string {
  return `${OBJECTS_FOLDER}/${id}`;
}

/** Folder of the FleetHolds. */
export const HOLD_FOLDER = `${RECORDS_FOLDER}/holds`;

/** Returns the file of a FleetHold. */
export function holdFile(name: string): string {
  return `${HOLD_FOLDER}/${name}.yaml`;
}

/** Folder of the MergeResolutions. */
export const RESOLUTION_FOLDER = `${RECORDS_FOLDER}/resolutions`;

/** Returns the file of a MergeResolution. */
export function resolutionFile(name: string): string {
  return `${RESOLUTION_FOLDER}/${name}.yaml`;
}

/** Folder of the WarningAcceptances. */
export const ACCEPTANCE_FOLDER = `${RECORDS_FOLDER}/accepted`;

/** Returns the lock of a variant. It is not YAML: tools that apply all files of a tree would read it. */
export function lockFile(folder: string): string {
  return `${LOCK_FOLDER}/${folder}.lock`;
}

/** Returns the folder of the variant that a file is the lock of; undefined if it is none. */
export function lockedFolder(path: string): string | undefined {
  const isLock = path.startsWith(`${LOCK_FOLDER}/`) && path.endsWith('.lock');
  return isLock ? path.slice(LOCK_FOLDER.length + 1, -'.lock'.length) : undefined;
}

/** Returns the file that keeps the derived text of an edited file. It ends with `.base`, for the same reason. */
export function baseFile(folder: string, path: string): string {
  return `${RECORDS_FOLDER}/base/${folder}/${path}.base`;
}

/** Returns the folder that holds the base files of a variant. */
export function baseFolder(folder: string): string {
  return `${RECORDS_FOLDER}/base/${folder}`;
}

/**
 * Returns the command that checks out a folder of records in a sparse checkout, also one whose patterns leave out just
 * this folder.
 */
export function checkOutCommand(folder: string): string {
  return `git sparse-checkout add ${RECORDS_FOLDER} ${folder}`;
}

/** Setting of git that names a fleet. */
export const NAME_SETTING = 'krm-variants.fleetName';

import { type ParsedPath, type PlatformPath, posix, win32 } from 'node:path';

/** Reports whether this process runs on Windows. */
export const isWindows = process.platform === 'win32';

/** Functions of `node:path` that return or take paths with slashes. */
export type HostPaths = Pick<
  PlatformPath,
  'basename' | 'delimiter' | 'dirname' | 'isAbsolute' | 'join' | 'parse' | 'relative' | 'resolve'
>;

/**
 * Returns functions of `node:path` for a system, with slashes in all that they return: Windows accepts them as it does
 * backslashes, and git, diffs and results have no others.
 */
export function hostPaths(paths: PlatformPath): HostPaths {
  if (paths.sep === '/') return paths;
  return {
    ...paths,
    dirname: (path) => withSlashes(paths.dirname(path)),
    join: (...parts) => withSlashes(paths.join(...parts)),
    relative: (from, to) => withSlashes(paths.relative(from, to)),
    resolve: (...parts) => withSlashes(paths.resolve(...parts)),
    parse(path): ParsedPath {
      const { root, dir, ...name } = paths.parse(path);
      return { root: withSlashes(root), dir: withSlashes(dir), ...name };
    },
  };
}

export const { basename, delimiter, dirname, isAbsolute, join, parse, relative, resolve } = hostPaths(
  isWindows ? win32 : posix,
);

/** Returns a path of Windows with slashes. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Returns a path of this system, such as one of a user or of the environment, with slashes. */
export function hostPath(path: string, onWindows = isWindows): string {
  return onWindows ? withSlashes(path) : path;
}

/** Reports whether a text is a path with a drive, such as `C:/x`: its colon follows neither a host nor a revision. */
export function isDrivePath(text: string, onWindows = isWindows): boolean {
  return onWindows && /^[a-z]:(?:[/\\]|$)/i.test(text);
}

/** Returns the path of a URL of a file: on Windows, `C:/x` for `/C:/x`. */
export function ofFileUrl(path: string, onWindows = isWindows): string {
  return isDrivePath(path.slice(1), onWindows) ? path.slice(1) : path;
}

/** Returns the name of a program by its path: on Windows, without `.exe`. */
export function programName(path: string, onWindows = isWindows): string {
  const name = basename(hostPath(path, onWindows));
  return onWindows ? name.replace(/\.exe$/i, '') : name;
}

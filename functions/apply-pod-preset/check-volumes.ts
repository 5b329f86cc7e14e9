import type { Problems } from '../../src/function/index.ts';
import { isDnsLabel } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { MountFields, VolumeFields } from './kinds/pod-preset.ts';
import { VOLUME_SOURCES } from './volume-sources.ts';

/** Adds the problems of volumes at a field, by the rules of Kubernetes. */
export function checkVolumes(volumes: readonly VolumeFields[], field: Path, problems: Problems): void {
  const names = new Set<string>();
  for (const [index, volume] of volumes.entries()) {
    const { name } = volume;
    const at = [...field, index];
    const fail = (message: string): void => problems.add({ field: [...at, 'name'], message, currentValue: name });
    if (!isDnsLabel(name)) fail('must be a DNS label (RFC 1123)');
    if (names.has(name)) fail(`Duplicate value: ${JSON.stringify(name)}`);
    names.add(name);
    const sources = VOLUME_SOURCES.filter((source) => Object.hasOwn(volume, source));
    for (const source of sources.slice(1))
      problems.add({
        code: 'exclusive-fields',
        field: [...at, source],
        message: 'may not specify more than 1 volume type',
      });
  }
}

/** Adds the problems of mounts at a field, by the rules of Kubernetes: they mount the named volumes, each at a unique path. */
export function checkMounts(
  mounts: readonly MountFields[],
  volumes: ReadonlySet<string>,
  { field, problems }: { readonly field: Path; readonly problems: Problems },
): void {
  const paths = new Set<string>();
  for (const [index, mount] of mounts.entries()) {
    const { name, mountPath } = mount;
    const fail = (key: string, message: string, currentValue: string): void =>
      problems.add({ field: [...field, index, key], message, currentValue });
    if (!volumes.has(name)) fail('name', `Not found: ${JSON.stringify(name)}; must be one of \`spec.volumes\``, name);
    if (mountPath === '') fail('mountPath', 'must not be empty', mountPath);
    if (paths.has(mountPath)) fail('mountPath', 'must be unique', mountPath);
    paths.add(mountPath);
    checkSubPaths(mount, fail);
    checkRecursion(mount, fail);
  }
}

type Fail = (key: keyof MountFields, message: string, currentValue: string) => void;

function checkSubPaths({ subPath = '', subPathExpr = '' }: MountFields, fail: Fail): void {
  if (subPath !== '' && subPathExpr !== '') fail('subPathExpr', 'must not be set together with `subPath`', subPathExpr);
  const paths = [
    ['subPath', subPath],
    ['subPathExpr', subPathExpr],
  ] as const;
  for (const [key, path] of paths) {
    if (path.startsWith('/')) fail(key, 'must be a relative path', path);
    if (path.split('/').includes('..')) fail(key, "must not contain '..'", path);
  }
}

function checkRecursion(mount: MountFields, fail: Fail): void {
  const { readOnly = false, recursiveReadOnly = 'Disabled', mountPropagation = 'None' } = mount;
  if (recursiveReadOnly === 'Disabled') return;
  if (!readOnly) fail('recursiveReadOnly', 'may only be specified when `readOnly` is true', recursiveReadOnly);
  if (mountPropagation !== 'None')
    fail('recursiveReadOnly', 'may only be specified when `mountPropagation` is "None"', recursiveReadOnly);
}

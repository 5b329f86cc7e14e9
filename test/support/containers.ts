import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { writeFiles } from '../cli/run-support.ts';

const baseImage = 'localhost/krm-variants-base:test';

/** Builds and runs images in a store of its own, in a temporary folder. */
export class Containers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'krm-variants-images-'));

  /** For podman, buildah, and kpt, which calls podman; the second name is that of newer releases of kpt. */
  readonly env: Readonly<Record<string, string>> = {
    CONTAINERS_CONF: join(this.#folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(this.#folder, 'storage.conf'),
    KPT_FN_RUNTIME: 'podman',
    KRM_FN_RUNTIME: 'podman',
  };

  constructor() {
    writeFiles(this.#folder, {
      // The limits and the control groups are what a machine without systemd allows.
      'containers.conf': `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
runtime = "runc"
`,
      'storage.conf': `[storage]
driver = "overlay"
graphroot = "${this.#folder}/images"
runroot = "${this.#folder}/run"
`,
    });
  }

  /** Makes the base image: no image can be pulled where there is no network. */
  buildBase(): void {
    const context = join(this.#folder, 'base');
    writeBase(context);
    this.#build(context, ['--tag', baseImage]);
  }

  /** Builds the image of a function from the project's Dockerfile, and returns its digest. */
  buildFunction(functionName: string, tag: string): string {
    const variables = [`BASE_IMAGE=${baseImage}`, `FUNCTION=${functionName}`];
    return this.#build(root, [...variables.flatMap((variable) => ['--build-arg', variable]), '--tag', tag]);
  }

  /** Runs podman to a successful end, and returns its stdout. */
  podman(...args: readonly string[]): string {
    return this.#run('podman', args);
  }

  /** Removes all images, and the folder. */
  close(): void {
    // podman unmounts what the store has mounted.
    this.podman('rmi', '--all', '--force');
    rmSync(this.#folder, { recursive: true });
  }

  #build(context: string, args: readonly string[]): string {
    const options = ['--isolation', 'chroot', '--pull-never', '--timestamp', '0', '--quiet'];
    return this.#run('buildah', ['bud', ...options, ...args, context]).trim();
  }

  #run(command: string, args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, ...this.env },
    });
    assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
    return stdout;
  }
}

/** The root folder of an image that has this Node.js with its libraries, and the users root and nobody. */
function writeBase(context: string): void {
  writeFiles(context, {
    Dockerfile: 'FROM scratch\nCOPY root /\nENV PATH=/usr/local/bin\n',
    'root/etc/passwd': 'root:x:0:0::/:/nologin\nnobody:x:65534:65534::/:/nologin\n',
    'root/etc/group': 'root:x:0:\nnogroup:x:65534:\n',
  });
  mkdirSync(join(context, 'root/tmp'), { mode: 0o1777 });
  copyInto(process.execPath, join(context, 'root/usr/local/bin/node'));
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const library of libraries) copyInto(library, join(context, 'root', library));
}

function copyInto(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}

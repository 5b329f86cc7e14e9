import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/functions.ts';
import { writeFiles } from '../cli/run-support.ts';
import type { Ended } from './child.ts';

/** Returns the name of a function's image in `Containers`. */
export function imageOf(functionName: string): string {
  return `localhost/${functionName}:v${packageJson.version}`;
}

/** Builds the project's images, and runs them, in a store of its own, in a temporary folder. */
export class Containers {
  // Short: podman waits 20 s for each container whose socket has a long path.
  readonly #folder = mkdtempSync(join(tmpdir(), 'images-'));

  /** For podman, buildah, and kpt, which calls podman; newer releases of kpt use the second name. */
  readonly env: Readonly<Record<string, string>> = {
    BUILDAH_ISOLATION: 'chroot',
    CONTAINERS_CONF: join(this.#folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(this.#folder, 'storage.conf'),
    KPT_FN_RUNTIME: 'podman',
    KRM_FN_RUNTIME: 'podman',
  };

  constructor() {
    writeFiles(this.#folder, {
      // The limits and the control groups are those that a machine without systemd allows.
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

  /** Runs `npm run images` with these arguments; without any, builds all images with podman. Returns its output. */
  build(...args: readonly string[]): string {
    return this.#run(process.execPath, [join(root, 'scripts/images.ts'), '--with', 'podman', ...args]);
  }

  /** Runs podman, which must succeed, and returns its stdout. */
  podman(...args: readonly string[]): string {
    return this.#run('podman', args);
  }

  /** Runs a container with these options of `podman run` to its end, successful or not. */
  run(options: readonly string[], image: string, input: string): Ended {
    const args = ['run', '--rm', '--interactive', ...options, image];
    return this.#spawn('podman', args, input);
  }

  /** Removes all images, and the folder. */
  close(): void {
    // podman unmounts the mounts of the store.
    this.podman('rmi', '--all', '--force');
    rmSync(this.#folder, { recursive: true });
  }

  #run(command: string, args: readonly string[]): string {
    const { exitCode, stdout, stderr } = this.#spawn(command, args);
    assert.equal(exitCode, 0, `${command} ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  #spawn(command: string, args: readonly string[], input = ''): Ended {
    const env = { ...process.env, ...this.env };
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env, input, maxBuffer: Infinity });
    return { exitCode: status, stdout, stderr };
  }
}

import type { Readers } from '../src/index.ts';

/** What the executables hand to functions to read with. Each is loaded where it is called: hardly any call is told to read. */
export const readers: Readers = {
  async readFolder(path) {
    const { readFolderFiles } = await import('./folder-files.ts');
    return readFolderFiles(path);
  },
  async readCluster(access, question) {
    const { readCluster } = await import('./cluster/read-cluster.ts');
    return await readCluster(access, question);
  },
};

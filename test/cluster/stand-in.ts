import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import type { Certificate } from './certificates.ts';

/** Serves HTTPS on loopback instead of an API server during a call that receives its URL. */
export async function withStandIn<T>(
  { certificate, key }: Certificate,
  answer: RequestListener,
  act: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, answer);
  try {
    return await withPort(server, (port) => act(`https://127.0.0.1:${port}`));
  } finally {
    server.closeAllConnections();
  }
}

/** Makes a server listen on loopback during a call that receives its port. */
export async function withPort<T>(server: Server, act: (port: number) => Promise<T>): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return await act(address.port);
  } finally {
    server.close();
  }
}

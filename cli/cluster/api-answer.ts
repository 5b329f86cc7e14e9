import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { ClusterFailure } from './cluster-failure.ts';

/** What an API server answered. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** What a server says in the Status that it answers in place of what was asked for. */
export function messageOf({ status, text }: ApiAnswer): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' && message !== '' ? message : `status ${status}`;
  } catch {
    return `status ${status}`;
  }
}

/** In MB: pages of 500 objects are smaller, and V8 has no text of twice as much. */
const LONGEST = 256;

/** Sends one request. Throws what the system says, a `ClusterFailure` for what no text can be, and the reason of the signal. */
export async function answerOf(url: URL, options: RequestOptions, signal: AbortSignal): Promise<ApiAnswer> {
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // A request that waits for its proxy does not hear of the signal.
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    send(url, { ...options, signal }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: response.statusCode ?? 0, text: decode(await bytesOf(response)) };
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > LONGEST * 1e6) throw new ClusterFailure(`the answer is longer than ${LONGEST} MB`);
  }
  return Buffer.concat(pieces);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ClusterFailure('the answer is not in UTF-8');
  }
}

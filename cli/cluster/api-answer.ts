import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { RESPONSE_NOT_UTF8, responseTooLarge, statusOnly } from '../../src/messages/cluster.ts';
import { ClusterFailure } from './cluster-failure.ts';

/** Answer of an API server. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** Returns the message of the Status that a server returns in place of the requested data. */
export function messageOf({ status, text }: ApiAnswer): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' && message !== '' ? message : statusOnly(status);
  } catch {
    return statusOnly(status);
  }
}

/**
 * Maximum size of an answer in MB: pages of 500 objects are smaller, and a string of twice that size exceeds V8's
 * limit.
 */
const LONGEST = 256;

/**
 * Sends one request. Throws the system's errors, a `ClusterFailure` for an answer that is too long or not text, and the
 * reason of the signal.
 */
export async function answerOf(url: URL, options: RequestOptions, signal: AbortSignal): Promise<ApiAnswer> {
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // A request that waits for its proxy does not notice the signal.
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
    if (length > LONGEST * 1e6) throw new ClusterFailure(responseTooLarge(LONGEST));
  }
  return Buffer.concat(pieces);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ClusterFailure(RESPONSE_NOT_UTF8);
  }
}

// Serves the bare repositories in the folder of the first argument over HTTP on a free port, which it prints. Prints
// each request, and its headers. Redirects `/moved/HOST/PATH` to PATH on another host, `/posts-moved/HOST/PATH` only
// when something is sent, and `/sign-in/PATH` to a page. Serves `/static/PATH` as a server of files does, without the
// protocol of git.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const [folder = '', password] = process.argv.slice(2);
const backend = join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend');

const server = createServer((request, response) => {
  const { pathname: asked, search } = new URL(request.url ?? '/', 'http://localhost');
  process.stdout.write(`${request.method} ${request.headers.host}${asked}\n`);
  process.stdout.write(`headers ${JSON.stringify(request.headers)}\n`);
  const [, kind, host, rest] = /^\/(moved|posts-moved|sign-in|static)\/(?:([^/]+:\d+)\/)?(.*)$/.exec(asked) ?? [];
  if (kind === 'static') {
    const file = join(folder, rest ?? '');
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.writeHead(isFile ? 200 : 404).end(isFile ? readFileSync(file) : '');
    return;
  }
  if (kind !== undefined && (kind !== 'posts-moved' || request.method === 'POST')) {
    const page = kind === 'sign-in' ? '/page?next=%2F' : `//${host}/${rest}${search}`;
    response.writeHead(kind === 'posts-moved' ? 307 : 302, { Location: page }).end();
    return;
  }
  const pathname = rest === undefined ? asked : `/${rest}`;
  if (password !== undefined && request.headers.authorization !== `Basic ${btoa(password)}`) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    return;
  }
  const child = spawn(backend, [], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'],
      CONTENT_LENGTH: request.headers['content-length'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: '',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  answer(child.stdout, response);
});

/** Copies the output of a CGI program: its headers, then the body. */
function answer(output: NodeJS.ReadableStream, response: ServerResponse): void {
  let head = Buffer.alloc(0);
  let isHead = true;
  output.on('data', (chunk: Buffer) => {
    if (!isHead) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    isHead = false;
    const headers = head
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(/: (.*)/));
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.statusCode = Number.parseInt(status, 10);
    for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
    response.write(head.subarray(end + 4));
  });
  output.on('end', () => response.end());
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
});

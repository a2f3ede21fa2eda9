// `npm run prism`: the requests of the contract suite go through prism as a proxy, which compares each answer with the
// document by rules of its own. It is a second judge beside document-check.ts and too slow for every run. Prism knows
// one address of a node, and each world is a node: a forwarder between them leads to the present one.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { freePort } from '../support/free-port.js';
import { checkOf } from './document-check.js';

/** The file that violations are written to, a line each. Without it requests go to the world alone. */
const FILE = process.env.QUORATE_PRISM;
const DOCUMENT = checkOf('public').document;
const PATHS = Object.keys(DOCUMENT.paths).map(
  (path) => new RegExp(`^${path.replaceAll(/[.$()]/g, '\\$&').replaceAll(/\{[^}]*\}/g, '[^/]+')}/?$`),
);

const PRISM = '@stoplight/prism-cli@5.14.2';

let present = 0;
let proxy: Promise<{ readonly url: string; readonly process: ChildProcess }> | undefined;

/** Sends what is injected from now on through prism, where that was asked for. */
export async function throughPrism(app: FastifyInstance): Promise<void> {
  if (FILE === undefined) return;
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const direct = app.inject.bind(app) as (options: InjectOptions) => Promise<object>;
  proxy ??= startPrism();
  const { url } = await proxy;
  const inject = async (given: InjectOptions | string) => {
    const options = typeof given === 'string' ? { url: given } : given;
    const to = String(options.url);
    const isPlain = Object.keys(options).every((name) => ['method', 'url', 'headers', 'payload'].includes(name));
    if (!isPlain || !PATHS.some((path) => path.test(to.split('?')[0] as string))) return direct(options);
    present = Number(port);
    return sent(url, to, options);
  };
  Object.assign(app, { inject });
}

async function sent(url: string, to: string, { method = 'GET', headers = {}, payload }: InjectOptions) {
  const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
  const answer = await fetch(`${url}${to}`, {
    method,
    redirect: 'manual',
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...(headers as Record<string, string>) },
    ...(payload !== undefined && { body: isJson ? JSON.stringify(payload) : (payload as string) }),
  });
  const body = await answer.text();
  appendFileSync(`${FILE}.count`, '.');
  for (const one of JSON.parse(answer.headers.get('sl-violations') ?? '[]') as readonly Violation[])
    if (one.location[0] === 'response')
      appendFileSync(
        FILE as string,
        `${method} ${to.split('?')[0]} ${answer.status}: ${one.location.join('/')} ${one.message}\n`,
      );
  return {
    ...{ statusCode: answer.status, headers: Object.fromEntries(answer.headers), body, payload: body },
    json: () => JSON.parse(body),
  };
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

async function startPrism() {
  const [port, forwarding] = [await freePort(), await freePort()];
  const forwarder = createServer((socket) => {
    const upstream = connect(present, '127.0.0.1');
    for (const one of [socket, upstream]) one.on('error', () => [socket, upstream].map((each) => each.destroy()));
    socket.pipe(upstream).pipe(socket);
  });
  forwarder.listen(forwarding, '127.0.0.1').unref();
  const file = join(mkdtempSync(join(tmpdir(), 'quorate-prism-')), 'openapi.json');
  writeFileSync(file, JSON.stringify(DOCUMENT));
  const args = ['proxy', file, `http://127.0.0.1:${forwarding}`, '--port', String(port), '--errors=false'];
  // Another 151 packages for a check of minutes: it is fetched where it is not installed.
  const isInstalled = existsSync('node_modules/.bin/prism');
  const [program, first] = isInstalled
    ? ['node_modules/.bin/prism', []]
    : ['npx', ['--yes', '--package', PRISM, 'prism']];
  const child = spawn(program, [...first, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => /listening/i.test(String(text)) && resolve());
    child.once('exit', () => reject(new Error('prism ended')));
  });
  child.unref();
  return { url: `http://127.0.0.1:${port}`, process: child };
}

// Asks again through prism what the tests asked: a server behind it gives the answers that were recorded. Prism, as a
// proxy between them, compares each with the document by rules of its own.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { type ApiDocument, checkOf } from '../../contract/world/document-check.js';
import type { Recorded } from '../../contract/world/recorded-answers.js';
import { freePort } from '../../support/mesh/free-port.js';

/** Another 151 packages for a check of minutes: it is fetched when it is wanted, and is no dependency. */
const PRISM = '@stoplight/prism-cli@5.14.2';
/** Names a recorded answer to the server behind prism. */
const NUMBER = 'x-recorded-answer';
const AT_ONCE = 8;
/** Of the connection, not of the message: node writes its own. */
const OF_CONNECTION =
  /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding|expect|upgrade)$/i;

/** Prism follows it, and judges where it leads in place of the answer that says it. */
const FOLLOWED = /^location$/i;

interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

/** Each once, in words, and how many answers were judged. `folder` is for files of this run. */
export async function differences(
  recorded: readonly Recorded[],
  folder: string,
): Promise<{ readonly judged: number; readonly found: readonly string[] }> {
  const asked = distinct(recorded.filter(isRead));
  const { document } = checkOf('public');
  const isLinked = ({ answer }: Recorded) => mediaOf(answer.headers) === LINKED;
  const found = [
    ...(await judged(
      asked.filter((one) => !isLinked(one)),
      document,
      folder,
    )),
    ...(await judged(asked.filter(isLinked), withoutPlain(document), folder)),
  ];
  return { judged: asked.length, found: found.sort() };
}

const LINKED = 'application/ld+json';

/** Prism takes application/ld+json for application/json, and the first of both: one of them has to be away. */
function withoutPlain(document: ApiDocument): ApiDocument {
  const copy = structuredClone(document) as { readonly paths: ApiDocument['paths'] };
  for (const operation of Object.values(copy.paths).flatMap((path) => Object.values(path)))
    for (const { content } of Object.values(operation.responses))
      if (content?.[LINKED] !== undefined) Reflect.deleteProperty(content, 'application/json');
  return copy as ApiDocument;
}

async function judged(asked: readonly Recorded[], document: ApiDocument, folder: string): Promise<readonly string[]> {
  if (asked.length === 0) return [];
  const behind = await answering(asked);
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const prism = await startPrism(file, behind);
  const found = new Set<string>();
  let next = 0;
  const ask = async () => {
    while (next < asked.length) {
      const number = next++;
      for (const one of await violations(prism.url, asked[number] as Recorded, number)) found.add(one);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  } finally {
    prism.stop();
    behind.closeAllConnections();
    behind.close();
  }
  return [...found];
}

/**
 * Neither streams, which were not recorded, nor 501, for which prism gives an answer of its own. Nor JSON whose media
 * type does not say so, which prism takes for a text. The check of each world judges the latter two.
 */
function isRead({ answer: { status, headers, text } }: Recorded): boolean {
  return text !== undefined && status !== 501 && mediaOf(headers) !== 'application/did-resolution';
}

/** Without parameters. */
function mediaOf(headers: Recorded['headers']): string | undefined {
  const type = headers['content-type'];
  return type === undefined ? undefined : String(type).split(';')[0];
}

/** Each refusal has one of its own. */
const TRACE = /"traceId":"[^"]*"/;

/** The same answer to the same request is judged once. */
function distinct(recorded: readonly Recorded[]): readonly Recorded[] {
  const seen = new Map<string, Recorded>();
  for (const one of recorded) {
    const { method, url, body, answer } = one;
    const { status, headers, text } = answer;
    const key = JSON.stringify([method, url, body, status, headers['content-type'], text?.replace(TRACE, '')]);
    seen.set(createHash('sha256').update(key).digest('base64'), one);
  }
  return [...seen.values()];
}

async function answering(asked: readonly Recorded[]): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { answer } = asked[Number(incoming.headers[NUMBER])] as Recorded;
    for (const [name, value] of Object.entries(answer.headers))
      if (!OF_CONNECTION.test(name) && !FOLLOWED.test(name)) outgoing.setHeader(name, value as string);
    outgoing.statusCode = answer.status;
    // An answer before the end of a large body would break the way that it comes.
    incoming.resume().once('end', () => outgoing.end(answer.text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function violations(prism: string, asked: Recorded, number: number): Promise<readonly string[]> {
  const { method, url, answer } = asked;
  const subject = `${method} ${url.split('?')[0]} ${answer.status}`;
  const given = await throughPrism(prism, asked, number);
  // Prism did not reach the answer at all.
  if (given.status !== answer.status) return [`${subject}: prism answered ${given.status} ${given.text.slice(0, 200)}`];
  const all = JSON.parse(given.violations) as readonly Violation[];
  // A test may ask wrongly on purpose; what is taken all the same is a difference. In a path, prism takes a text with a
  // comma for a list.
  const isTaken = answer.status < 400;
  return all
    .filter(({ location: [side, part] }) => side === 'response' || (side === 'request' && isTaken && part !== 'path'))
    .map(({ location, message }) => `${subject}: ${location.join('/')} ${message}`);
}

/** What prism answered, or the reason why it did not. */
function throughPrism(
  prism: string,
  { method, url, headers, body }: Recorded,
  number: number,
): Promise<{ readonly status: number | undefined; readonly text: string; readonly violations: string }> {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name));
  return new Promise((resolve) => {
    const failed = ({ message }: Error) => resolve({ status: undefined, text: message, violations: '[]' });
    const sending = request(
      `${prism}${url}`,
      // Prism ends idle connections, so each request has its own.
      {
        ...{ method, agent: false },
        headers: { ...(Object.fromEntries(kept) as Record<string, string>), [NUMBER]: String(number) },
      },
      (response) => {
        const { statusCode: status, headers: given } = response;
        let text = '';
        response.setEncoding('utf8').on('error', failed);
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status, text, violations: String(given['sl-violations'] ?? '[]') }));
      },
    );
    sending.on('error', failed).end(Buffer.from(body, 'base64'));
  });
}

async function startPrism(file: string, behind: Server): Promise<{ readonly url: string; readonly stop: () => void }> {
  const { port: upstream } = behind.address() as { readonly port: number };
  const port = await freePort();
  const args = ['proxy', file, `http://127.0.0.1:${upstream}`, '--port', String(port), '--errors=false'];
  const child = spawn('npx', ['--yes', '--package', PRISM, 'prism', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npx starts prism as a process of its own, and both have to end.
    detached: true,
  });
  let isRunning = true;
  const stop = () => {
    if (isRunning) process.kill(-(child.pid as number));
    isRunning = false;
  };
  process.once('exit', stop);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => /listening/i.test(String(text)) && resolve());
    child.once('exit', () => {
      isRunning = false;
      reject(new Error('prism ended'));
    });
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}

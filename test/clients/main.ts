// `npm run tool -- clients`: clients of others, against a node of this checkout. Generates clients of four languages
// from its OpenAPI document, compiles them and plays one story through each; then readers, libraries of credentials and
// programs that judge certificates and trust lists, clients of MCP, and schemathesis. Says what it skipped, and ends
// with 1 where one does not work. It fetches packages of others by their registries, so that no CI runs it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createClient, sessionIn } from '../../api/client/client.js';
import { NodeProcess } from '../../cli/harness/node-process.js';
import { programOptions } from '../tools/program-options.js';
import { ASSISTANTS } from './assistants.js';
import { FUZZING } from './fuzzing.js';
import { GENERATED, STORIES } from './generated.js';
import { LIBRARIES } from './libraries.js';
import type { ClientPart, ClientWorld } from './part.js';
import { READERS } from './readers.js';
import { missing, OPENAPI_GENERATOR, run } from './tools.js';
import { TRUST_LISTS } from './trust-lists.js';

const PARTS: readonly ClientPart[] = [...GENERATED, ...READERS, ...LIBRARIES, ...TRUST_LISTS, ...ASSISTANTS, FUZZING];
const NAMES = PARTS.map(({ name }) => name);

const { values } = programOptions(
  'npm run tool -- clients',
  `Plays clients of others against a node: ${NAMES.join(', ')}.`,
  { options: { only: { type: 'string', default: NAMES.join(',') }, keep: { type: 'boolean', default: false } } },
);
const only = String(values.only).split(',');
const unknown = only.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}: --only takes ${NAMES.join(', ')}.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'quorate-clients-'));
const node = await NodeProcess.create({ settings: { 'network.enabled': 'false', 'limits.heavyConcurrent': '1000' } });
let jar: Promise<string> | undefined;
const rows: (readonly [name: string, outcome: string, said: string, seconds: number])[] = [];
try {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, await (await fetch(`${node.url}/.well-known/openapi.json`)).text());
  for (const part of PARTS) {
    if (!only.includes(part.name)) continue;
    const began = performance.now();
    const [name, outcome, said] = await played(part, document);
    rows.push([name, outcome, said, Math.round((performance.now() - began) / 1000)]);
  }
} finally {
  await node.remove();
}
for (const [name, outcome, said, seconds] of rows)
  process.stdout.write(`${name.padEnd(23)}${outcome.padEnd(9)}${`${seconds} s`.padStart(7)}  ${said}\n`);
const isBad = rows.some(([, outcome]) => outcome === 'FAILED');
if (values.keep === true || isBad) process.stdout.write(`Everything that was made is in ${folder}\n`);
else rmSync(folder, { recursive: true });
process.exitCode = isBad ? 1 : 0;

async function played(
  part: ClientPart,
  document: string,
): Promise<readonly [name: string, outcome: string, said: string]> {
  const { name, about, needs, play } = part;
  const away = missing(needs);
  if (away.length > 0) return [name, 'skipped', `there is no ${away.join(', no ')} on this machine`];
  process.stderr.write(`${about} ...\n`);
  try {
    const said = await play(await worldOf(name, document));
    return [name, 'works', stripVTControlCharacters(said).trim().split('\n').at(-1) ?? ''];
  } catch (error) {
    return [name, 'FAILED', (error as Error).message];
  }
}

/** A session of its own for each part, with a wallet and a register. */
async function worldOf(name: string, document: string): Promise<ClientWorld> {
  const own = join(folder, name);
  mkdirSync(own);
  const { email, password } = node.credentials;
  const { accessToken } = sessionIn(await createClient(node.url).login({ body: { email, password } }));
  const client = createClient(node.url, { token: accessToken });
  await client.createWallet({ body: { title: name, keyType: 'ED25519' } });
  const { registerId } = await client.createRegister({ body: { name: `Of ${name}` } });
  const env = {
    ...{ QUORATE_URL: node.url, QUORATE_EMAIL: email, QUORATE_PASSWORD: password, QUORATE_TOKEN: accessToken },
    ...{ QUORATE_REGISTER: registerId, QUORATE_DEFINITION: resolve(STORIES, 'definition.json') },
  };
  return { folder: own, document, env, generator };
}

/** Fetched once, as Maven fetches what it runs. */
function generator(): Promise<string> {
  jar ??= fetched();
  return jar;
}

async function fetched(): Promise<string> {
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  await run(['mvn', '-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], { folder });
  return join(folder, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
}

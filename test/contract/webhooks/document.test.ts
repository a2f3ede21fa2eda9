// The receivers of docs/webhooks.md run and keep out what is not genuine, and its table of events is that of the
// program.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { TOLD_AS } from '../../../actors/webhooks/announced.js';
import { hubs } from '../../../api/hubs/table.js';
import { EVENT_KINDS } from '../../../core/webhooks/kinds.js';
import { SECRET_BYTES, secretText, signedHeaders } from '../../../core/webhooks/signature.js';
import { folderOfAll } from '../../support/base/folders.js';

const TEXT = readFileSync('docs/webhooks.md', 'utf8');
const SECRET = secretText(new Uint8Array(SECRET_BYTES).fill(3));

describe('docs/webhooks.md', () => {
  const folder = folderOfAll();
  let samples: readonly { readonly [name: string]: unknown }[];
  before(async () => {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    Object.assign(process.env, { WEBHOOK_SECRET: SECRET, PORT: '0' });
    const blocks = [...TEXT.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    samples = await Promise.all(
      blocks.map((code, i) => {
        const path = join(folder, `sample-${i}.mjs`);
        writeFileSync(path, code);
        return import(pathToFileURL(path).href) as Promise<{ readonly [name: string]: unknown }>;
      }),
    );
  });
  after(() => {
    (samples[0]?.server as Server | undefined)?.close();
    for (const name of ['WEBHOOK_SECRET', 'PORT']) delete process.env[name];
  });

  const body = JSON.stringify({ type: 'webhook.verification', data: { challenge: 'a-challenge' } });
  const signed = (nowMs = Date.now(), secrets = [SECRET]) => ({
    ...signedHeaders(secrets, { webhookId: 'msg_1', nowMs, body }),
  });

  it('has a receiver that answers a challenge, and 401 to what is not genuine', async () => {
    const server = samples[0]?.server as Server;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = (headers: Record<string, string>, sent = body) => fetch(url, { method: 'POST', headers, body: sent });
    const good = await post(signed());
    expect([good.status, await good.text()]).to.deep.equal([200, 'a-challenge']);
    const other = secretText(new Uint8Array(SECRET_BYTES).fill(4));
    expect((await post(signed(Date.now(), [other, SECRET]))).status).to.equal(200);
    for (const headers of [
      signed(Date.now(), [other]),
      signed(Date.now() - 600_000),
      {},
      { ...signed(), 'webhook-timestamp': 'x' },
    ])
      expect((await post(headers)).status).to.equal(401);
    expect((await post(signed(), `${body} `)).status).to.equal(401);
  });

  it('verifies with the library of others', () => {
    const verified = samples[1]?.verified as (headers: object, text: string) => unknown;
    expect(verified(signed(), body)).to.deep.equal(JSON.parse(body));
    expect(() => verified(signed(), `${body} `)).to.throw();
  });

  it('lists every kind of event with its data and promise', () => {
    const rows = Object.entries(EVENT_KINDS).map(
      ([name, { summary, data, promise }]) => `| ${name} | ${summary} | ${data.join(', ')} | ${promise} |`,
    );
    const listed = TEXT.split('\n').filter((line) => /^\| [a-z-]+\.[a-z-]+ \|/.test(line));
    expect(listed).to.deep.equal(rows);
  });

  it('names every fact that is of no webhook, with the reason, and every kind is made of something', () => {
    const facts = Object.entries(TOLD_AS);
    const untold = facts.flatMap(([fact, kind]) => (typeof kind === 'string' ? [] : [`| ${fact} | ${kind.untold} |`]));
    const listed = TEXT.split('\n').filter((line) => /^\| [a-z]+(-[a-z]+)+ \|/.test(line));
    expect(listed).to.deep.equal(untold);
    const told = facts.flatMap(([, kind]) => (typeof kind === 'string' ? [kind] : []));
    const others = ['transactions.confirmed', 'audit.recorded'];
    expect([...told, ...others].sort()).to.deep.equal(Object.keys(EVENT_KINDS).sort());
  });

  it('has a webhook or a reason for every fact that a hub tells', () => {
    const told = new Set(hubs.flatMap(({ tells }) => Object.keys(tells)));
    expect(told.size).to.be.greaterThan(20);
    expect([...told].filter((fact) => !Object.hasOwn(TOLD_AS, fact))).to.deep.equal([]);
  });
});

// One attacker in a process of its own, which gives way to all others on the machine: many users, each on several
// connections, doing as fast as they may what costs others most. A client that is told to come later does, so that it
// keeps within its limits. Runs until the process is ended.
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ClientError, createClient } from '../../api/client/client.js';
import { benchKeys, benchSubmission, type Workload } from '../../cli/harness/workload.js';
import type { Submission } from '../../core/model/transaction.js';
import type { Attack, AttackOrder } from './order.js';

/** A refusal for want of a place asks to wait for a second or more; so much of it is waited. */
const REST_MS = 500;
const BATCH = 20;
const BATCHES = 1000;
/** Far from the numbers of the stranger. */
const FIRST = 1_000_000_000;

process.once('message', (order) => void attack(order as AttackOrder));

async function attack(order: AttackOrder): Promise<void> {
  const { url, tokens, registerId, publicationTxId, draft, attacks, connections } = order;
  const batches = attacks.includes('submissions')
    ? batchesOf({ registerId, publicationTxId, keys: benchKeys(256) })
    : [];
  const steps: Readonly<Record<Exclude<Attack, 'passwords'>, (client: Client) => Promise<unknown>>> = {
    reads: (client) => client.listDockets({ params: { registerId }, query: {} }),
    submissions: (client) => {
      const transactions = batches.pop();
      return transactions ? client.submitBatch({ body: { transactions } as never }) : pause(REST_MS);
    },
    engine: (client) => client.validateBlueprint({ params: { id: draft } }),
    keys: (client) => client.createHdWallet({ body: { name: 'more', algorithm: 'RSA-4096' } as never }),
  };
  process.send?.('ready');
  const runs: Promise<unknown>[] = [];
  for (const [i, token] of tokens.entries()) {
    const kind = attacks[i % attacks.length] as Attack;
    const client = createClient(url, { token: () => token });
    for (let c = 0; c < connections; c++)
      runs.push(kind === 'passwords' ? guess(order, i * connections + c) : forever(() => steps[kind](client)));
  }
  await Promise.all(runs);
}

/** Signed beforehand: what is measured is the node, and not who signs. */
function batchesOf(workload: Workload): Submission[][] {
  const first = FIRST + Math.floor(Math.random() * FIRST);
  return Array.from({ length: BATCHES }, (_, i) =>
    Array.from({ length: BATCH }, (_, j) => benchSubmission(workload, first + i * BATCH + j)),
  );
}

async function forever(step: () => Promise<unknown>): Promise<never> {
  for (;;) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ClientError)) process.stderr.write(`attack: ${error}\n`);
      await pause(REST_MS);
    }
  }
}

/** Wrong passwords, each connection from an address of its own. */
async function guess({ url, emails }: AttackOrder, n: number): Promise<never> {
  const { hostname, port } = new URL(url);
  const localAddress = `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}`;
  const body = JSON.stringify({ email: emails[n % emails.length], password: 'not this one at all' });
  const headers = { 'content-type': 'application/json' };
  return forever(
    () =>
      new Promise((resolve, reject) => {
        const sent = request(
          { hostname, port, localAddress, method: 'POST', path: '/api/auth/login', headers },
          (answer) => {
            answer.resume();
            answer.on('end', () => (answer.statusCode === 401 ? resolve(undefined) : setTimeout(resolve, REST_MS)));
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
  );
}

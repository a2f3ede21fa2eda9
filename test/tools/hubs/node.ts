// The node of `npm run tool -- hubs`, a process of its own: a server on memory storage with crowds of users. It says
// what it uses, and announces a docket as the ledger does.

import { EXAMPLE } from '../../../api/examples/values.js';
import { aCrowd } from '../../contract/fairness/crowd.js';
import { aRegister } from '../../contract/ledger/fixtures.js';
import { aWorld } from '../../contract/world/world.js';

export interface NodeFigures {
  readonly rss: number;
  /** Microseconds of processor time of this process. */
  readonly cpu: number;
}

export type ToNode = { readonly do: 'figures' } | { readonly do: 'docket'; readonly transactions: number };

export interface NodeReady {
  readonly url: string;
  readonly tokens: readonly string[];
  /** Tokens of users who see the register. */
  readonly watchers: readonly string[];
  readonly registerId: string;
}

const [subjects = 500, watchers = 50] = process.argv.slice(2).map(Number);

/** Organisations as they find places: each as many as are left. */
const DIGITS = '0123456789abcdef';

// The node is measured, and not the check of its answers.
const world = await aWorld({ isHeldToDocument: false });
// The clock of a world stands still and fires no timer; the part that looks after connections needs a clock that goes.
Object.assign(world.deps.clock, {
  steady: () => performance.now(),
  setTimer: (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
});
const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
const registerId = await aRegister(world);
const example = world.deps.tenants.organisation(EXAMPLE.organisationId);
const tokens: string[] = [];
let left = subjects;
for (const digit of DIGITS) {
  const users = Math.max(1, Math.floor(left / 2));
  if (left <= 0) break;
  tokens.push(...(await aCrowd(world, digit, users)).tokens);
  left -= users;
}
const seeing = await aCrowd(world, 'e', watchers, example);
const clock = (): NodeFigures => {
  const { user, system } = process.cpuUsage();
  return { rss: process.memoryUsage.rss(), cpu: user + system };
};

let height = 1;
process.on('message', (order: ToNode) => {
  if (order.do === 'docket') {
    const transactions = Array.from({ length: order.transactions }, (_, i) => ({
      txId: i.toString(16).padStart(64, '0'),
    })) as never;
    const fact = {
      type: 'docket-sealed',
      registerId,
      height: height++,
      transactions,
      timestampMs: Date.now(),
    } as const;
    world.deps.announcements.announce({ ...fact, hash: 'd'.repeat(64) });
  }
  process.send?.(clock());
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url, tokens, watchers: seeing.tokens, registerId } satisfies NodeReady);

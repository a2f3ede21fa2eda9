// The world of the loop: three roles, a loop, a join and a rejection, one party of which lies. After a fault its action
// is done again.
import type { JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { asks, definitionOf, read, shows, to } from '../../support/definitions/short-definitions.js';
import { wallet } from '../../support/register/ledger.js';
import { DAY_MS, founded, HOUR_MS } from './world.js';

/** The terms of the definition for disputes, and how long the second action may take. */
export const TERMS = { windowMs: 2 * DAY_MS, redoMs: 2 * HOUR_MS, timerMs: DAY_MS } as const;
export const WALLETS = { x: wallet('x'), y: wallet('y'), z: wallet('z'), w: wallet('w') } as const;

const num = { type: 'integer' };
const THEN = 'then';
const sumOf = (name: string): JsonObject => ({ reduce: [read(name), { '+': [read('accumulator'), read('item')] }, 0] });
const all = shows({ x: ['*'], y: ['*'], z: ['*'] });

/** x forks to y, who goes round and has a day, and to z; x joins both, or sends y's part back. */
const ACTIONS: readonly JsonObject[] = [
  { ...asks({ price: num }), ...all, ...to(2, 3) },
  {
    sender: 'y',
    ...asks({ again: num }),
    calculations: { double: { '+': [{ '*': [read('act.1.price'), 2] }, sumOf('runs.3.r'), read('count.2')] } },
    ...all,
    routes: [
      { id: 'again', nextActionIds: [2], condition: { '>': [read('in.again'), 0] } },
      { id: 'on', nextActionIds: [4], isDefault: true },
    ],
    timers: [{ id: 'silence', after: 'P1D', [THEN]: { nextActionIds: [4] } }],
  },
  {
    sender: 'z',
    ...asks({ r: num }),
    calculations: { sum: { '+': [read('act.1.price'), read('in.r')] } },
    ...all,
    ...to(4),
  },
  {
    requiredPriorActions: [2, 3],
    ...asks({ end: num }),
    calculations: { last: { '+': [{ var: ['act.2.double', 0] }, read('act.3.sum')] } },
    ...all,
    rejectionConfig: { targetActionId: 2, requireReason: false },
    ...to(),
  },
];

export const DEFINITION = definitionOf(ACTIONS, {
  participants: (['x', 'y', 'z'] as const).map((id) => ({ id, walletAddress: WALLETS[id].address })),
  disputes: { window: 'P2D', redoWithin: 'PT2H' },
}) as unknown as Definition;

export const START = founded({ definition: DEFINITION, parties: WALLETS, liar: WALLETS.y });

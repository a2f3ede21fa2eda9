// An instance whose first action a party with a patched node stated falsely, to the wallet of this node.
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fromBase64 } from '../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { ROUTE_MEMBER } from '../../../../core/envelope/layout/layout.js';
import { decisionCell } from '../../../../core/envelope/layout/values.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { wallet } from '../../../support/register/ledger.js';
import { buyer } from '../../ledger/fixtures.js';
import { outsideRun } from '../../people/deliveries/outside-run.js';
import { type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import type { World } from '../../world/world.js';

export const OFFICE = EXAMPLE.walletAddress;
const num = { type: 'integer' };
export const liar = wallet('liar of the objections');

/**
 * The liar calculates, and goes one of two ways by what it stated; the office reads all of it, and the buyer one
 * number.
 */
export const JUDGED = definitionOf(
  [
    {
      sender: 'y',
      ...asks({ n: num, m: num }),
      calculations: { double: { '*': [read('in.n'), 2] } },
      ...shows({ z: ['*'], x: ['m'] }),
      routes: [
        { id: 'large', nextActionIds: [3], condition: { '>': [read('in.n'), 100] } },
        { id: 'small', nextActionIds: [2], isDefault: true },
      ],
    },
    { sender: 'z', ...asks({ done: num }), ...to() },
    { sender: 'z', ...asks({ done: num }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'y', walletAddress: liar.address },
      { id: 'z', walletAddress: OFFICE },
    ],
  },
);

export interface FalseRuns {
  readonly at: DraftRegister;
  /** States an action and gives its TxId; each in an instance of its own. */
  readonly stated: (instanceId: string, data: JsonObject, next?: number) => Promise<string>;
}

/** `disputes` are those of the definition, and `judge` is the wallet of a role `r` that does nothing else. */
export async function falseRuns(world: World, disputes?: JsonObject, judge?: string): Promise<FalseRuns> {
  await seedExampleWallet(world.deps);
  const roles = JUDGED.participants as readonly JsonObject[];
  const participants = judge === undefined ? roles : [...roles, { id: 'r', walletAddress: judge }];
  const definition = disputes ? { ...JUDGED, participants, disputes } : JUDGED;
  const at = await draftRegister(world, definition);
  for (const [id, by] of Object.entries({ buyer, liar })) {
    const answer = said(await at.record(id, [by]));
    if (answer !== '200 sealed') throw new Error(answer);
  }
  const publicKey = good(fromBase64(world.deps.wallets.find(OFFICE)?.publicKey ?? '') ?? []) as Uint8Array;
  const keys = [
    ...[buyer, liar].map(({ address, publicKey }) => ({ walletAddress: address, publicKey })),
    { walletAddress: OFFICE, publicKey },
  ];
  const holders = { x: buyer.address, y: liar.address, z: OFFICE };
  return {
    at,
    stated: async (instanceId, data, next = 2) => {
      const run = outsideRun(world, at, {
        ...{
          definition,
          instanceId,
          by: liar,
          data: { ...data, [ROUTE_MEMBER]: wayTo(next) },
          next: [next],
          holders,
          keys,
        },
      });
      const answer = said(await at.submit(run));
      if (answer !== '200 sealed') throw new Error(answer);
      return run.transactionId;
    },
  };
}

/** How it says that it came there. */
function wayTo(next: number): JsonObject {
  return next === 3
    ? decisionCell({ routeId: 'large', reasonCode: 'ConditionMatched' })
    : decisionCell({ routeId: 'small', reasonCode: 'DefaultRoute' });
}

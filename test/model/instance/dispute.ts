// The worlds of disputes: three parties of which one lies, and a resolver who judges what is private and says how a
// dispute ends. The resolver may be the liar itself, or not there. Timers end what waits, and one takes its time from
// data.
import type { JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { asks, definitionOf, read, shows, to } from '../../support/definitions/short-definitions.js';
import { wallet } from '../../support/register/ledger.js';
import { DAY_MS, founded, HOUR_MS, type State } from './world.js';

export const WALLETS = { x: wallet('x'), y: wallet('y'), z: wallet('z'), r: wallet('r'), w: wallet('w') } as const;
/** The liar, and the friend to whom it hands roles over. */
export const [LIAR, FRIEND] = [WALLETS.y, WALLETS.w] as const;
/** The terms that the definition says in words. */
export const TERMS = {
  ...{ windowMs: 2 * DAY_MS, redoMs: 2 * HOUR_MS, judgeMs: HOUR_MS, deliverMs: HOUR_MS },
  ...{ silentMs: DAY_MS, helpMs: 12 * HOUR_MS },
} as const;
/** Until when the second action says that the third one is done, as its date gives it. */
export const DAY = '2026-01-05';
export const LAPSE = '2026-01-06T23:59:59.999Z';
/** The date that a liar states instead. */
export const FALSE_LAPSE = '2026-01-03T23:59:59.999Z';

export interface Kind {
  readonly onFault: 'redo' | 'stop';
  /** The role r is held by its own party, or by the liar, or is not there. */
  readonly resolver: 'party' | 'liar' | 'none';
}

const THEN = 'then';
const num = { type: 'integer' };
const all = shows({ x: ['*'], y: ['*'], z: ['*'] });

/** x asks, y states a day and doubles, z adds up or sends back; x may do that for z later, and the day ends it. */
const ACTIONS: readonly JsonObject[] = [
  { ...asks({ price: num }), ...all, ...to(2) },
  {
    sender: 'y',
    ...asks({ day: { type: 'string', format: 'date' }, q: num }),
    calculations: { double: { '*': [read('in.q'), 2] } },
    ...all,
    timers: [{ id: 'silent', after: 'P1D', data: { day: DAY, double: 0, q: 0 }, [THEN]: { nextActionIds: [3] } }],
    ...to(3),
  },
  {
    sender: 'z',
    ...asks({ r: num }),
    calculations: { sum: { '+': [read('act.1.price'), read('act.2.double'), read('in.r')] } },
    ...all,
    rejectionConfig: { targetActionId: 2, requireReason: false },
    timers: [
      { id: 'tell', after: 'PT6H', remind: ['z'], every: 'PT3H', times: 2 },
      { id: 'help', after: 'PT12H', also: ['x'] },
      { id: 'lapse', at: { var: 'act.2.day' }, plus: 'P1D', [THEN]: { nextActionIds: [] } },
    ],
    ...to(),
  },
];

export function definitionFor({ onFault, resolver }: Kind): Definition {
  const roles = resolver === 'none' ? ['x', 'y', 'z'] : ['x', 'y', 'z', 'r'];
  const wallets: Readonly<Record<string, { readonly address: string }>> = {
    ...WALLETS,
    ...(resolver === 'liar' && { r: LIAR }),
  };
  return definitionOf(ACTIONS, {
    participants: roles.map((id) => ({ id, walletAddress: wallets[id]?.address ?? '' })),
    disputes: {
      ...{ window: 'P2D', redoWithin: 'PT2H', judgeWithin: 'PT1H', deliverWithin: 'PT1H', onFault },
      ...(resolver !== 'none' && { resolver: 'r' }),
    },
    cancellation: {
      ...{ by: ['opener', 'z'], until: [3] },
      // Where a resolver is there to end a stop, two have to agree to cancel.
      ...(resolver === 'party' && { consent: { need: 2, of: ['x', 'y', 'z'] } }),
    },
  }) as unknown as Definition;
}

export function startOf(kind: Kind): State {
  return founded({ definition: definitionFor(kind), parties: WALLETS, liar: LIAR });
}

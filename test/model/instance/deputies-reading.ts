// The world of deputies that read: x asks y in sealed cells, y lets d act for a day and takes that back, and x delivers
// what came before. It counts anew from the transactions alone who may be delivered what, and who reads what.
import type { JsonObject } from '../../../core/base/json.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import { isSealedRun } from '../../../core/instance/deliveries/owed.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import { asks, definitionOf, num, shows, to } from '../../support/definitions/short-definitions.js';
import { wallet } from '../../support/register/ledger.js';
import { delivered } from './delivering.js';
import { ENDS } from './ending.js';
import { acted, type Model, type Move, open, plain, type Row, timers } from './moves.js';
import { readBy } from './runs.js';
import { createdAt, DAY_MS, founded, HOUR_MS, instanceOf, judged, recordTx, SOON_MS, type State } from './world.js';

/** Each has a record of its name; `s` has no part in anything, and no party lets it act. */
const WALLETS = { x: wallet('x'), y: wallet('y'), d: wallet('d'), s: wallet('s') } as const;
type Name = keyof typeof WALLETS;
const NAMES = Object.keys(WALLETS) as Name[];
const ROLE = 'y';
const ROLE_OF: Readonly<Record<number, Name>> = { 1: 'x', 2: 'y' };
const DELEGATED_MS = DAY_MS;
/** Versions of the record in one path. */
const VERSIONS_MAX = 3;
const THEN = 'then';
const ends = { id: 'silent', after: 'P3D', [THEN]: { nextActionIds: [] } };

/** Two rounds: the answer of y asks x again, or ends. */
const ACTIONS: readonly JsonObject[] = [
  { ...asks({ n: num }), ...shows({ y: ['*'] }), timers: [ends], ...to(2) },
  {
    sender: 'y',
    ...asks({ n: num }),
    ...shows({ x: ['*'] }),
    timers: [ends],
    routes: [
      { id: 'again', nextActionIds: [1], condition: { '<': [{ var: 'in.n' }, 3] } },
      { id: 'end', nextActionIds: [], isDefault: true },
    ],
  },
];
const DEFINITION = definitionOf(ACTIONS, {
  participants: ['x', 'y'].map((id) => ({ id, walletAddress: WALLETS[id as Name].address })),
}) as unknown as Definition;

const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => {
    const branches = instanceOf(state) ? open(state) : [{ actionId: 1, txId: undefined }];
    return branches.flatMap(({ actionId, txId: previous }) => {
      const action = DEFINITION.actions.find(({ id }) => id === actionId) as Action;
      return (actionId === 1 ? (['x'] as const) : (['y', 'd'] as const)).flatMap((name) =>
        [1, 3].flatMap((n): readonly Move[] => {
          const made = acted(state, { action, by: WALLETS[name], payload: { n }, runs: [], previous });
          return made ? [{ ...made, name: `${made.name} by ${name}`, isHonest: name === ROLE_OF[actionId] }] : [];
        }),
      );
    });
  },
  delegate: (state) => {
    const isOver = ENDS.includes(instanceOf(state)?.state ?? '');
    if (isOver || versionsIn(state).length >= VERSIONS_MAX) return [];
    return [['d'], []].map((names) => plain(state, `y lets ${names.join() || 'nobody'} act`, lets(state, names)));
  },
  deliver: (state) =>
    runsIn(state)
      .filter(({ header }) => header.senderWallet === WALLETS.x.address)
      .flatMap((run, i) =>
        (['y', 'd', 's'] as const).map((name): Move => {
          const made = delivered(state, run, { by: WALLETS[name], role: ROLE });
          // A stranger, and a holder to whom each run was sealed.
          const isForbidden = name !== 'd' && ({ isForbidden: true } as const);
          return { ...plain(state, `deliver run ${i} to ${name}`, made), ...isForbidden };
        }),
      ),
  timer: timers,
};

function lets(state: State, names: readonly string[]): Transaction {
  const last = versionsIn(state).at(-1) ?? (state.world.records.y as Transaction);
  const { version } = last.payload as unknown as ParticipantRecord;
  const until = new Date(state.register.timestampMs + DELEGATED_MS).toISOString();
  const delegations = names.map((name) => ({ to: name, from: createdAt(state), until }));
  return recordTx('y', WALLETS.y, { previous: last.txId, version: version + 1, delegations });
}

function transactionsIn({ dockets }: Pick<State, 'dockets'>) {
  return dockets.flatMap(({ transactions, timestampMs: atMs }) => transactions.map((tx) => ({ tx, atMs })));
}

/** Versions of the record of y since the register was founded, in ledger order. */
function versionsIn(state: Pick<State, 'dockets'>): readonly Transaction[] {
  return transactionsIn(state).flatMap(({ tx }) => (kindOf(tx.header).kind === 'participant' ? [tx] : []));
}

function runsIn(state: State): readonly Transaction[] {
  return state.moves.filter(isSealedRun);
}

interface Gift {
  readonly to: string;
  readonly run: string;
}

function giftOf({ header }: Transaction): Gift | undefined {
  if (moveTypeOf(header) !== 'Delivery') return undefined;
  return { to: header.recipients?.[0] ?? '', run: header.previousTransactionId ?? '' };
}

/** Whether y lets a wallet act at a time, by the newest version of its record. */
function isLet(record: ParticipantRecord | undefined, address: string, atMs: number): boolean {
  const one = record?.delegations?.find((delegation) => WALLETS[delegation.to as Name]?.address === address);
  return one !== undefined && Date.parse(one.from) <= atMs && atMs <= Date.parse(one.until);
}

function isNamed(state: State, { to, run }: Gift): boolean {
  return runsIn(state).some((tx) => tx.txId === run && tx.header.recipients?.includes(to));
}

const PROPERTIES: Model['properties'] = {
  'a delivery goes to a deputy that counts then, once, of a run that was not sealed to it': (state) => {
    let record: ParticipantRecord | undefined;
    const given = new Set<string>();
    for (const { tx, atMs } of transactionsIn(state)) {
      if (kindOf(tx.header).kind === 'participant') record = tx.payload as unknown as ParticipantRecord;
      const gift = giftOf(tx);
      if (!gift) continue;
      if (!isLet(record, gift.to, atMs)) return `${gift.to} is delivered ${gift.run}, and y does not let it act`;
      if (isNamed(state, gift)) return `${gift.run} was sealed to ${gift.to}`;
      if (given.has(`${gift.to} ${gift.run}`)) return `${gift.to} is delivered ${gift.run} twice`;
      given.add(`${gift.to} ${gift.run}`);
    }
    return undefined;
  },

  'a deputy that counts is delivered each run that it misses': (state) => {
    if (instanceOf(state)?.state !== 'Active') return undefined;
    const record = versionsIn(state).at(-1)?.payload as unknown as ParticipantRecord | undefined;
    const docketMs = state.register.timestampMs + SOON_MS;
    const to = WALLETS.d.address;
    if (!isLet(record, to, docketMs)) return undefined;
    const given = transactionsIn(state).flatMap(({ tx }) => giftOf(tx) ?? []);
    for (const run of runsIn(state)) {
      const gift = { to, run: run.txId };
      const isMissing = run.header.senderWallet === WALLETS.x.address && !isNamed(state, gift);
      if (!isMissing || given.some((one) => one.to === to && one.run === run.txId)) continue;
      const verdict = judged(state, delivered(state, run, { by: WALLETS.d, role: ROLE }), docketMs);
      if (verdict !== 'ok') return `${run.txId} is not delivered to d: ${verdict}`;
    }
    return undefined;
  },

  'who was given a run reads what was committed, and no other reads it': (state) => {
    const given = transactionsIn(state).flatMap(({ tx }) => giftOf(tx) ?? []);
    for (const name of NAMES) {
      const to = WALLETS[name].address;
      const read = readBy(state, WALLETS[name]);
      for (const { txId, header } of runsIn(state)) {
        const gift = { to, run: txId };
        const isGiven = isNamed(state, gift) || given.some((one) => one.to === to && one.run === txId);
        const found = read.find((one) => one.txId === txId);
        const expected = isGiven || header.senderWallet === to ? state.truth.data.get(txId) : {};
        if (JSON.stringify(found?.data ?? {}) !== JSON.stringify(expected))
          return `${name} reads ${JSON.stringify(found?.data)} of ${txId} in place of ${JSON.stringify(expected)}`;
        if (found?.verdicts.some(({ verdict }) => verdict === 'violated')) return `${name} takes ${txId} for wrong`;
      }
    }
    return undefined;
  },
};

export const DEPUTIES_READING: Model = {
  name: 'deputies-reading',
  start: founded({ definition: DEFINITION, parties: WALLETS, liar: WALLETS.d }),
  moves: MOVES,
  properties: PROPERTIES,
  // None, within a delegation, past it, past a timer.
  waitsMs: [0, 2 * HOUR_MS, 26 * HOUR_MS, 3 * DAY_MS + HOUR_MS],
};

// Moves in the worlds of disputes. Honest parties build on what the product lets them build on, and object to what it
// proves to them. They deliver what they are asked for, and say the truth as a resolver; the liar does all that it can.
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Action } from '../../../core/blueprint/definition/types.js';
import { keptRuns } from '../../../core/blueprint/disputes/disputes.js';
import type { About } from '../../../core/disputes/proof.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { challengeOf } from '../../../core/moves/challenge/challenges.js';
import { refusedBuilding } from '../../../core/reading/cells/findings.js';
import type { Wallet } from '../../support/register/ledger.js';
import { delivered } from './delivering.js';
import { DAY, FALSE_LAPSE, FRIEND, LIAR, WALLETS } from './dispute.js';
import { acted, type Move, moved, open, plain, type Row, ready, timers } from './moves.js';
import { inForce, objectionBy, objectionText, privately, proven, readBy, shown } from './runs.js';
import { holderOf, instanceOf, moveOf, type State } from './world.js';

const OUTCOMES = ['keep', 'redo', 'end'] as const;

export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => acts(state, false),
  lie: (state) => acts(state, true),
  reject: (state) =>
    ready(state).flatMap((branch) => {
      const by = branch.actionId === 3 ? holderOf(state, 'z') : undefined;
      const payload = { type: 'rejection', reason: `because of ${branch.txId.slice(0, 8)}` };
      return by ? [plain(state, 'reject 3', moved(state, 'Rejection', branch, { by, payload }))] : [];
    }),
  timer: timers,
  object: (state) => inForce(state).flatMap((run) => objections(state, run)),
  'object in private': (state) => inForce(state).flatMap((run) => privateOnes(state, run)),
  resolve: (state) => (instanceOf(state)?.dispute ? resolutions(state) : []),
  cancel: (state) => {
    const [first] = state.moves;
    if (!first) return [];
    const { consent, by = [] } = state.world.definition.cancellation ?? {};
    const asked: readonly (readonly [Wallet, readonly string[]])[] = [
      [WALLETS.x, ['opener']],
      [WALLETS.z, ['z']],
      ...(consent
        ? ([
            [WALLETS.x, ['opener', 'x']],
            [WALLETS.x, ['x']],
            [LIAR, ['y']],
          ] as const)
        : []),
    ];
    return asked.map(([wallet, roles]) => {
      const payload = { type: 'cancellation', reason: 'no more' };
      const of = { action: 1, by: wallet, previous: first.txId, payload, metadata: { roles: [...roles] } };
      const asks = roles.some((role) => by.includes(role));
      const move = plain(state, `cancel as ${roles.join(' and ')}`, moveOf(state, 'Cancellation', of));
      return { ...move, isHonest: wallet !== LIAR && (asks || consent !== undefined) };
    });
  },
  handover: (state) =>
    ['y', 'r'].flatMap((role): readonly Move[] => {
      const [last] = open(state);
      if (!last || holderOf(state, role) !== LIAR) return [];
      const payload = { type: 'handover', v: 1, role, from: LIAR.address, to: FRIEND.address };
      const of = { action: last.actionId, previous: last.txId, payload, by: LIAR, with: [FRIEND] };
      return [plain(state, `hand ${role} over`, moveOf(state, 'Handover', of))];
    }),
  challenge: (state) =>
    inForce(state).flatMap((run) => {
      const isOfLiar = run.header.senderWallet === LIAR.address;
      const [by, role] = isOfLiar ? [WALLETS.z, 'z'] : [LIAR, 'y'];
      const payload = { type: 'challenge', v: 1, role };
      const of = { action: Number(run.header.actionId), by, previous: run.txId, payload };
      return [plain(state, `challenge ${run.header.actionId}`, moveOf(state, 'Challenge', of))];
    }),
  deliver: (state) =>
    asked(state).map(({ run, to }) => ({
      ...plain(state, `deliver ${run.header.actionId}`, delivered(state, run, to)),
      isHonest: run.header.senderWallet !== LIAR.address,
    })),
};

/** Runs that are challenged, and were not delivered. */
export function asked(
  state: State,
): readonly { readonly run: Transaction; readonly to: { readonly by: Wallet; readonly role: string } }[] {
  return state.moves.flatMap((run) =>
    [
      { by: WALLETS.z, role: 'z' },
      { by: LIAR, role: 'y' },
    ].flatMap((to) => {
      const row = challengeOf(state.view, run.txId, { wallet: to.by.address, role: to.role });
      return row && row.answeredBy === undefined ? [{ run, to }] : [];
    }),
  );
}

/** The false statement of the liar, as an objection names it. */
export function aboutOf({ truth }: State, run: Transaction): About {
  const at = truth.data.get(run.txId)?.double === 1000 ? '/calculations/double' : '/due/3.lapse';
  return { ground: 'calculation', at };
}

const INPUTS: Readonly<Record<number, JsonObject>> = { 1: { price: 5 }, 2: { day: DAY, q: 3 }, 3: { r: 4 } };
const LIES = [
  { name: 'double', data: { double: 1000 } },
  { name: 'due', due: { '3.lapse': FALSE_LAPSE } },
];

function acts(state: State, isLie: boolean): readonly Move[] {
  const instance = instanceOf(state);
  const branches: readonly (readonly [action: number, previous?: string])[] = instance
    ? ready(state).map(({ actionId, txId }) => [actionId, txId] as const)
    : [[1]];
  return branches.flatMap(([id, previous]) => {
    const action = state.world.definition.actions.find((one) => one.id === id) as Action;
    const doers = [
      { by: instance ? holderOf(state, action.sender) : WALLETS.x },
      ...(id === 3 ? [{ by: WALLETS.x, as: 'x' }] : []),
    ];
    return doers.flatMap(({ by, ...stated }): readonly Move[] => {
      if (!by || (isLie && (by !== LIAR || id !== 2))) return [];
      const runs = instance ? readBy(state, by) : [];
      // An honest party builds on nothing suspect, but on what all agreed to keep.
      const building = {
        definition: state.world.definition,
        action,
        role: String(stated.as ?? action.sender),
        runs,
        accepted: instance ? keptRuns(instance) : [],
      };
      if (by !== LIAR && refusedBuilding(building)) return [];
      const seen = runs
        .filter((run) => run.isInForce)
        .map(({ txId, action: of, data }) => ({ txId, action: of, data }));
      const doing = { action, by, payload: INPUTS[id] as JsonObject, runs: seen, previous, ...stated };
      const made = isLie ? LIES.map((lie) => acted(state, { ...doing, lie })) : [acted(state, doing)];
      return made.flatMap((move) => move ?? []);
    });
  });
}

/** Of who reads a lie; against a run that is true each tries, and is refused. */
function objections(state: State, run: Transaction): readonly Move[] {
  const { header, txId } = run;
  if (state.truth.lies.has(txId)) {
    const text = proven(state, run, aboutOf(state, run));
    return text
      ? [{ ...plain(state, `object to ${header.actionId}`, objectionBy(state, run, WALLETS.z, text)), isHonest: true }]
      : [];
  }
  const late = asked(state).find((one) => one.run.txId === txId && one.to.by === WALLETS.z);
  const undelivered = late && challengeOf(state.view, txId, { wallet: WALLETS.z.address, role: 'z' });
  const silence = undelivered
    ? [
        {
          ...plain(
            state,
            `object to the silence about ${header.actionId}`,
            objectionBy(state, run, WALLETS.z, objectionText({ ground: 'undelivered', at: undelivered.txId }, [])),
          ),
          isHonest: true,
        },
      ]
    : [];
  const by = header.senderWallet === LIAR.address ? WALLETS.z : LIAR;
  return [
    ...silence,
    ...falseText(state, run).map((text) =>
      forbidden(plain(state, `object falsely to ${header.actionId}`, objectionBy(state, run, by, text))),
    ),
  ];
}

/** Shows all that the calculation of a true run reads. */
function falseText(state: State, run: Transaction): readonly Json[] {
  const id = Number(run.header.actionId);
  if (id === 1 || !state.truth.data.has(run.txId)) return [];
  const at = `/calculations/${id === 2 ? 'double' : 'sum'}`;
  const own = shown(state, run, id === 2 ? ['/double', '/q'] : ['/r', '/sum']);
  const read = id === 3 ? inForce(state).filter((one) => one !== run) : [];
  const operands = read.flatMap((one) => shown(state, one, [one.header.actionId === '1' ? '/price' : '/double']));
  return [objectionText({ ground: 'calculation', at }, [...own, ...operands])];
}

/** The liar may object to what is true as well: the resolver alone reads it. */
function privateOnes(state: State, run: Transaction): readonly Move[] {
  const isLie = state.truth.lies.has(run.txId);
  const isOfLiar = run.header.senderWallet === LIAR.address;
  if (isOfLiar && !isLie) return [];
  const text = isLie
    ? proven(state, run, aboutOf(state, run))
    : (falseText(state, run)[0] ?? objectionText({ ground: 'schema', at: '/price' }, shown(state, run, ['/price'])));
  if (text === undefined || !state.truth.data.has(run.txId)) return [];
  const [by, role] = isLie ? [WALLETS.z, 'z'] : [LIAR, 'y'];
  const move = plain(
    state,
    `object in private to ${run.header.actionId}`,
    privately(state, run, by, { role, payload: text }),
  );
  const isJudged = holderOf(state, 'r') === WALLETS.r;
  // The friend may have been given the role of the resolver before anything was wrong: then it judges.
  const hasFriend = holderOf(state, 'r') === FRIEND;
  return [isJudged || hasFriend ? move : forbidden(move)];
}

function resolutions(state: State): readonly Move[] {
  const { dispute } = instanceOf(state) ?? {};
  if (!dispute) return [];
  const said = (by: Wallet, role: string, more: JsonObject): Transaction => {
    const payload = { type: 'resolution', v: 1, role, ...more };
    return moveOf(state, 'Resolution', { action: dispute.action, by, previous: dispute.objection, payload });
  };
  if (dispute.unproven) {
    const run = state.view.transaction(dispute.unproven.run) as Transaction;
    const is = state.truth.lies.has(run.txId);
    const found = is ? { proven: true, ...aboutOf(state, run) } : { proven: false };
    const judge = {
      ...plain(state, `resolve: ${is ? '' : 'not '}proven`, said(WALLETS.r, 'r', found as JsonObject)),
      isHonest: true,
    };
    const others = [
      said(WALLETS.z, 'z', { proven: true, ...aboutOf(state, run) } as JsonObject),
      said(LIAR, 'y', { proven: false }),
    ];
    return [judge, ...others.map((tx) => forbidden(plain(state, 'resolve: judged by a party', tx)))];
  }
  return OUTCOMES.flatMap((outcome) => {
    const words = (['x', 'z', 'r'] as const).map((role) => ({
      ...plain(state, `resolve: ${role} wants ${outcome}`, said(WALLETS[role], role, { outcome })),
      isHonest: outcome === 'end',
    }));
    const friendly = ['y', 'r'].flatMap((role) =>
      wasOfLiar(state, role) ? [said(LIAR, role, { outcome }), said(FRIEND, role, { outcome })] : [],
    );
    const strange = [said(WALLETS.x, 'z', { outcome }), ...friendly];
    return [...words, ...strange.map((tx) => forbidden(plain(state, `resolve: ${outcome} for the accused`, tx)))];
  });
}

/** The liar held the role when its run was sealed, or the objection to it: from the moves alone. */
function wasOfLiar(state: State, role: string): boolean {
  const { dispute, faults = [] } = instanceOf(state) ?? {};
  const fault = faults.find(({ objectionTxId }) => objectionTxId === dispute?.objection);
  const { participants } = state.world.definition;
  if (participants.find(({ id }) => id === role)?.walletAddress !== LIAR.address) return false;
  const at = state.moves.findIndex(({ txId }) => txId === fault?.txId);
  const given = state.moves.findIndex(
    ({ header, payload }) => header.metadata?.type === 'Handover' && (payload as JsonObject).role === role,
  );
  return given < 0 || given > at;
}

function forbidden(move: Move): Move {
  return { ...move, isForbidden: true };
}

// The small world of the model of instances: a definition with three roles, a loop and a join, a register that holds it, and states of that register which can be
// gone on from in several ways. What is sealed is judged and folded by the product; nothing here decides anything.
import { concat } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { RULES_LATEST } from '../../../core/base/version.js';
import type { FlowInstance } from '../../../core/blueprint/instance.js';
import { planOf } from '../../../core/blueprint/plan.js';
import type { RunRow } from '../../../core/blueprint/run-rows.js';
import type { Definition } from '../../../core/blueprint/types.js';
import { readEnvelope2 } from '../../../core/cells/envelope.js';
import { groupsFor } from '../../../core/cells/expected.js';
import { expectedOf } from '../../../core/cells/expecting.js';
import { layoutOf } from '../../../core/cells/layout.js';
import { type OpenedCells, openCells } from '../../../core/cells/open.js';
import { contentOf, sealCells } from '../../../core/cells/seal.js';
import { encapsulationPair } from '../../../core/crypto/ml-kem.js';
import { selectTransactions } from '../../../core/register/state.js';
import type { RegisterState, StateView } from '../../../core/register/types.js';
import { cannotReceiveIn } from '../../../core/transaction/able.js';
import { heldAtStart, heldNow } from '../../../core/transaction/holders.js';
import { instanceAt } from '../../../core/transaction/kinds/action.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/transaction/kinds/participant.js';
import type { Transaction } from '../../../core/transaction/types.js';
import { asks, definitionOf, read, shows, to } from '../../support/language-2.js';
import {
  AT,
  actDraft,
  Ledger,
  publish,
  REGISTER_ID,
  signed,
  value,
  type Wallet,
  wallet,
} from '../../support/ledger.js';
import { recordOf } from '../../support/people.js';

export const INSTANCE = 'inst-1';
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** What the definition says of disputes, and how long the second action may take. */
export const TERMS = { windowMs: 2 * DAY_MS, redoMs: 2 * HOUR_MS, timerMs: DAY_MS } as const;
export const WALLETS = { x: wallet('x'), y: wallet('y'), z: wallet('z'), w: wallet('w') } as const;
export type Name = keyof typeof WALLETS;
/** The party that states what is false, whatever role it has. */
export const LIAR: Name = 'y';

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

const NO_KEY = encapsulationPair(concat(sha256('d'), sha256('z')));

export interface Truth {
  /** What was committed, by TxId of the run; the decision is none of it. */
  readonly data: ReadonlyMap<string, JsonObject>;
  /** Runs with a false result, by TxId. */
  readonly lies: ReadonlySet<string>;
}

/** A register as far as an instance goes. */
export interface State {
  readonly register: RegisterState;
  readonly view: StateView;
  readonly rows: ReadonlyMap<string, JsonObject>;
  /** Moves in ledger order. */
  readonly moves: readonly Transaction[];
  readonly truth: Truth;
}

const base = founded();
export const PIN = base.pin;

function founded() {
  const ledger = new Ledger(undefined, RULES_LATEST);
  for (const [id, one] of Object.entries(WALLETS)) {
    const place = { registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION };
    const record = {
      ...place,
      senderWallet: one.address,
      createdAt: AT,
      payload: recordOf(id, [one]) as unknown as Json,
    };
    ledger.seal(signed(record, [one]));
  }
  const publication = publish(DEFINITION as unknown as JsonObject);
  ledger.seal(publication);
  return { state: ledger.state, view: ledger.view, pin: publication.txId };
}

export const START: State = {
  register: base.state,
  view: base.view,
  rows: new Map(),
  moves: [],
  truth: { data: new Map(), lies: new Set() },
};

export function instanceOf({ view }: Pick<State, 'view'>): FlowInstance | undefined {
  const found = instanceAt(view, INSTANCE);
  return found?.language === 2 ? found : undefined;
}

export interface Sealing {
  readonly state: State;
  /** Codes of what was refused, by place. */
  readonly refused: readonly (string | undefined)[];
}

/** A docket with these transactions at a time, as a proposer makes it. */
export function sealed(
  state: State,
  transactions: readonly Transaction[],
  timestampMs: number,
  truth = state.truth,
): Sealing {
  const { register, view } = state;
  const {
    effect,
    transactions: taken,
    refused,
  } = selectTransactions({
    ...{ state: register, view, transactions, timestampMs },
    signaturesOk: () => true,
  });
  const rows = new Map(state.rows);
  for (const { key, value: row } of effect.changes)
    if (row) rows.set(key, row);
    else rows.delete(key);
  const height = register.height + 1;
  const known = new Map(taken.map((tx) => [tx.txId, tx]));
  const next: StateView = {
    state: (key) => (rows.has(key) ? rows.get(key) : base.view.state(key)),
    transaction: (txId) => known.get(txId) ?? view.transaction(txId),
    sealedAt: (txId) => {
      const index = taken.findIndex((tx) => tx.txId === txId);
      return index < 0 ? view.sealedAt(txId) : { height, index };
    },
    docketAt: view.docketAt,
  };
  return {
    state: {
      register: { ...register, height, timestampMs },
      view: next,
      rows,
      moves: [...state.moves, ...taken],
      truth,
    },
    refused: transactions.map((tx) => refused.find((one) => one.tx === tx)?.verdict.issues[0]?.code),
  };
}

export interface Act {
  readonly action: number;
  readonly by: Wallet;
  readonly data: JsonObject;
  readonly next: readonly number[];
  readonly previous: string | undefined;
}

/** A run as a node seals it, whatever the definition would give. */
export function runOf(state: State, { action, by, data, next, previous }: Act): Transaction {
  const planned = planOf(DEFINITION).actions.get(String(action));
  if (!planned) throw new Error(`no action ${action}`);
  const place = { ...header(action, previous), registerId: REGISTER_ID, senderWallet: by.address };
  const before = previous === undefined ? undefined : instanceOf(state);
  const now = before ? heldNow(state.view, INSTANCE) : heldAtStart(state.view, DEFINITION);
  const groups = groupsFor({
    ...{
      definition: DEFINITION,
      planned,
      type: 'Action',
      sender: by.address,
      cannotReceive: cannotReceiveIn(state.view),
    },
    opener: now.opener ?? before?.opener ?? by.address,
    held: now.roles,
    taken: before?.participants ?? {},
  }).map(({ wallets, classes }) => ({
    classes,
    recipients: wallets.map((address) => {
      const { algorithm, publicKey } = walletAt(address);
      return { walletAddress: address, algorithm, publicKey };
    }),
  }));
  const content = value(contentOf(layoutOf(DEFINITION, planned.action), data, []));
  const entropy = sha256(`${action} ${previous} ${by.address} ${JSON.stringify(data)} ${createdAt(state)}`);
  const payload = JSON.parse(
    JSON.stringify(value(sealCells({ run: place, ...content, groups, files: [], entropy }))),
  ) as JsonObject;
  const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
  const routing = { completedActionId: action, next: [...next], blueprintDefinitionTxId: PIN };
  const metadata = { type: 'Action', contentEncoding: 'encrypted', routing } as JsonObject;
  const draft = { ...header(action, previous), recipients, payload, metadata, createdAt: createdAt(state) };
  return signed(actDraft(draft, by), [by]);
}

export function moveOf(
  state: State,
  type: string,
  of: {
    readonly action: number;
    readonly by: Wallet;
    readonly previous: string;
    readonly payload: Json;
    readonly with?: readonly Wallet[];
  },
): Transaction {
  const { action, by, previous, payload, with: others = [] } = of;
  const draft = { ...header(action, previous), payload, metadata: { type }, createdAt: createdAt(state) };
  return signed(actDraft(draft, by), [by, ...others]);
}

function header(action: number, previous: string | undefined) {
  return {
    ...{ actionId: String(action), instanceId: INSTANCE, publicationTxId: PIN },
    ...(previous !== undefined && { previousTransactionId: previous }),
  };
}

/** Of the newest docket: what is made in one state is the same transaction in either order. */
function createdAt({ register }: State): string {
  return new Date(register.timestampMs).toISOString();
}

export function walletAt(address: string): Wallet {
  const found = Object.values(WALLETS).find((one) => one.address === address);
  if (!found) throw new Error(`no wallet ${address}`);
  return found;
}

export function nameAt(address: string): Name | undefined {
  return (Object.keys(WALLETS) as Name[]).find((name) => WALLETS[name].address === address);
}

/** What a wallet opens of a run, and undefined where it is not given it. */
export function openedBy(run: Transaction, by: Wallet, row: RunRow | undefined): OpenedCells | undefined {
  const envelope = value(readEnvelope2(run.payload));
  const expected = expectedOf(DEFINITION, run, { wallet: by.address, taken: {}, row });
  if (!expected) return undefined;
  const opener = { walletAddress: by.address, keys: { ...by, encapsulation: NO_KEY }, carrying: () => undefined };
  const found = openCells(envelope, opener, expected);
  return found === 'nothing' || 'undelivered' in found ? undefined : found;
}

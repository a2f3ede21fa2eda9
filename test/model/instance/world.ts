// Small worlds of the models of instances: a definition, its parties, a register that holds both, and states of that
// register which can be gone on from in several ways. Sealed transactions are judged and folded by the product; nothing
// here decides anything.
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { selectTransactions } from '../../../core/chain/state.js';
import { holderNow, holdersNow } from '../../../core/instance/people/holders.js';
import { instanceAt } from '../../../core/instance/rows.js';
import { kindOf } from '../../../core/kinds/index.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/kinds/participant.js';
import type { RegisterState, StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Delegation } from '../../../core/register/people/delegations.js';
import { validate } from '../../../core/validate/validate.js';
import { AT, actDraft, Ledger, publish, REGISTER_ID, signed, type Wallet } from '../../support/register/ledger.js';
import { INSTANCE, recordOf } from '../../support/register/people.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** From one docket to the next where no party waits. */
export const SOON_MS = 1000;

/** The things that stay the same in all states of a model. */
export interface World {
  readonly definition: Definition;
  readonly pin: string;
  /** By short names. */
  readonly parties: Readonly<Record<string, Wallet>>;
  /** The party that states what is false, whatever role it has. */
  readonly liar: Wallet;
  /** The register before the instance is opened. */
  readonly register: RegisterState;
  readonly founded: StateView;
  /** Newest records of participants there, by id. */
  readonly records: Readonly<Record<string, Transaction>>;
}

export interface Truth {
  /** The data that was committed, by TxId of the run; the decision is none of it. */
  readonly data: ReadonlyMap<string, JsonObject>;
  /** Runs with something false, by TxId. */
  readonly lies: ReadonlySet<string>;
}

export interface SealedAt {
  readonly timestampMs: number;
  readonly transactions: readonly Transaction[];
}

/** A register as far as an instance goes. */
export interface State {
  readonly world: World;
  readonly register: RegisterState;
  readonly view: StateView;
  /** Rows that differ from those of the founded register. */
  readonly rows: ReadonlyMap<string, JsonObject>;
  /** All dockets since then. */
  readonly dockets: readonly SealedAt[];
  /** Moves of the instance in ledger order. */
  readonly moves: readonly Transaction[];
  readonly truth: Truth;
}

export interface Founding {
  readonly definition: Definition;
  readonly parties: Readonly<Record<string, Wallet>>;
  readonly liar: Wallet;
  /** Wallets of each record; those of `parties` with their names as ids, unless stated. */
  readonly records?: Readonly<Record<string, Wallet>>;
  /** More members of records, by id. */
  readonly members?: Readonly<Record<string, JsonObject>>;
  /** Acts of governance before all else. */
  readonly acts?: readonly Transaction[];
  /** The time of the newest docket before the instance; that of the register unless stated. */
  readonly atMs?: number;
}

/** A register with the parties' records and the definition; no instance of it is open. */
export function founded({ definition, parties, liar, acts = [], atMs, ...of }: Founding): State {
  const { records: people = parties, members = {} } = of;
  const ledger = new Ledger();
  for (const act of acts) ledger.seal(act);
  const recordFor = ([id, by]: readonly [string, Wallet]) => [id, recordTx(id, by, { members: members[id] })] as const;
  const records = Object.fromEntries(Object.entries(people).map(recordFor));
  for (const record of Object.values(records)) ledger.seal(record);
  const publication = publish(definition as unknown as JsonObject);
  ledger.seal(publication);
  const { state, view } = ledger;
  const register = { ...state, ...(atMs !== undefined && { timestampMs: atMs }) };
  return emptyOf({ definition, pin: publication.txId, parties, liar, register, founded: view, records });
}

/** No instance is open. */
export function emptyOf(world: World): State {
  const { register, founded: view } = world;
  const truth = { data: new Map(), lies: new Set<string>() };
  return { world, register, view, rows: new Map(), dockets: [], moves: [], truth };
}

interface Version {
  readonly previous?: string;
  readonly status?: 'Revoked';
  readonly delegations?: readonly Delegation[];
  /** 1 for a new record, and 2 unless stated. */
  readonly version?: number;
  readonly members?: JsonObject | undefined;
}

/** A version of a record of one wallet. */
export function recordTx(id: string, by: Wallet, more: Version = {}): Transaction {
  const { previous, status, delegations, members, version = previous === undefined ? 1 : 2 } = more;
  return signed(
    {
      ...{ registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION },
      ...{ senderWallet: by.address, createdAt: AT },
      ...(previous !== undefined && { previousTransactionId: previous }),
      payload: {
        ...recordOf(id, [by], { ...{ version, ...(status && { status }), ...(delegations && { delegations }) } }),
        ...members,
      } as unknown as Json,
    },
    [by],
  );
}

export function instanceOf({ view }: Pick<State, 'view'>): Instance | undefined {
  const found = instanceAt(view, INSTANCE);
  return found?.language === 2 ? found : undefined;
}

export interface Sealing {
  readonly state: State;
  /** Codes of what was refused, by place. */
  readonly refused: readonly (string | undefined)[];
}

/**
 * A docket with these transactions at a time, as a proposer makes it; `isKnown` where it judged each of them before.
 */
export function sealed(
  state: State,
  transactions: readonly Transaction[],
  timestampMs: number,
  { truth = state.truth, isKnown = false }: { readonly truth?: Truth; readonly isKnown?: boolean } = {},
): Sealing {
  const { register, view } = state;
  const selected = selectTransactions({
    ...{ state: register, view, transactions, timestampMs },
    signaturesOk: () => true,
    ...(isKnown && { knownTransaction: (tx: Transaction) => tx }),
  });
  const { effect, transactions: taken, refused } = selected;
  const isOfInstance = (tx: Transaction) => kindOf(tx.header).kind === 'action';
  return {
    state: {
      ...after(state, taken, timestampMs, effect.changes),
      moves: [...state.moves, ...taken.filter(isOfInstance)],
      truth,
    },
    refused: transactions.map((tx) => refused.find((one) => one.tx === tx)?.verdict.issues[0]?.code),
  };
}

/** The same register with one docket more. */
export function after(
  state: State,
  taken: readonly Transaction[],
  timestampMs: number,
  changes: readonly { readonly key: string; readonly value: JsonObject | null }[],
): State {
  const { register, view, world } = state;
  const rows = new Map(state.rows);
  for (const { key, value: row } of changes)
    if (row) rows.set(key, row);
    else rows.delete(key);
  const height = register.height + 1;
  const known = new Map(taken.map((tx) => [tx.txId, tx]));
  const next: StateView = {
    state: (key) => (rows.has(key) ? rows.get(key) : world.founded.state(key)),
    transaction: (txId) => known.get(txId) ?? view.transaction(txId),
    sealOf: (txId) => {
      const index = taken.findIndex((tx) => tx.txId === txId);
      return index < 0 ? view.sealOf(txId) : { height, index, timestampMs };
    },
    docketAt: view.docketAt,
  };
  const dockets = [...state.dockets, { timestampMs, transactions: taken }];
  return { ...state, register: { ...register, height, timestampMs }, view: next, rows, dockets };
}

/** `ok`, or the codes. */
export function judged({ register, view }: State, tx: Transaction, docketMs: number): string {
  const verdict = validate(tx, { state: register, view, signaturesOk: true, docketMs });
  return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
}

export interface Moving {
  readonly action: number;
  readonly by: Wallet;
  /** Undefined where it opens the instance. */
  readonly previous?: string | undefined;
  readonly payload: Json;
  readonly with?: readonly Wallet[];
  /** Its metadata beside its type. */
  readonly metadata?: object;
}

export function moveOf(state: State, type: string, of: Moving): Transaction {
  const { action, by, previous, payload, with: others = [], metadata = {} } = of;
  const said = { type, ...metadata } as JsonObject;
  const draft = { ...headerOf(state, action, previous), payload, metadata: said, createdAt: createdAt(state) };
  return signed(actDraft(draft, by), [by, ...others]);
}

export function headerOf({ world }: State, action: number, previous: string | undefined) {
  return {
    ...{ actionId: String(action), instanceId: INSTANCE, publicationTxId: world.pin },
    ...(previous !== undefined && { previousTransactionId: previous }),
  };
}

/** Of the newest docket: what is made in one state is the same transaction in either order. */
export function createdAt({ register }: State): string {
  return new Date(register.timestampMs).toISOString();
}

export function walletAt({ world }: State, address: string): Wallet {
  const found = Object.values(world.parties).find((one) => one.address === address);
  if (!found) throw new Error(`no wallet ${address}`);
  return found;
}

/** The holder of a role now; undefined where it is vacant or was not taken. */
export function holderOf(state: State, role: string): Wallet | undefined {
  const { view, world } = state;
  const fixed = world.definition.participants.find(({ id }) => id === role) ?? { id: role };
  const address = holderNow(holdersNow(view, INSTANCE), fixed, instanceOf(state)?.participants);
  return address ? walletAt(state, address) : undefined;
}

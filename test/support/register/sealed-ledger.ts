// An instance of language 2 with sealed runs on a register in memory. A run states the values that the test says,
// whatever the definition would give: a patched sender seals it, and the pipeline takes it, as it cannot see it.

import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { seesOf } from '../../../core/blueprint/names/run-reads.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { PlannedAction } from '../../../core/blueprint/plan/planned.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { MoveType } from '../../../core/blueprint/state/move-types.js';
import type { RunRow } from '../../../core/blueprint/state/run-row.js';
import { plainDataRoot } from '../../../core/credentials/gate/bytes.js';
import { gateMember } from '../../../core/credentials/gate/member.js';
import { GATE_MEMBER } from '../../../core/credentials/gate/rule.js';
import { type CellEncryption, contentOf, encryptCells } from '../../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../../core/envelope/cells/envelope.js';
import { expectGroup } from '../../../core/envelope/cells/expecting.js';
import type { KeptGates } from '../../../core/envelope/cells/kept.js';
import { type OpenedCells, openCells } from '../../../core/envelope/cells/open.js';
import { openingOf } from '../../../core/envelope/cells/opening.js';
import { placeOf, type RunPlace } from '../../../core/envelope/cells/root.js';
import type { FileManifest } from '../../../core/envelope/files.js';
import { groupsFor } from '../../../core/envelope/layout/expected.js';
import type { CellGroup } from '../../../core/envelope/layout/groups.js';
import { layoutOf, WHOLE_MOVE } from '../../../core/envelope/layout/layout.js';
import { deliveryToName } from '../../../core/instance/deliveries/known-deliveries.js';
import { receivingNow } from '../../../core/instance/people/readers.js';
import { instanceAt, rowsIn } from '../../../core/instance/rows.js';
import { type Given, withEvidence } from '../../../core/instance/runs/delivered.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { STATE_KEY } from '../../../core/register/state-keys.js';
import { planFor } from '../../../core/transaction/stated-vote.js';
import { isTimer } from '../../../core/transaction/timer.js';
import { validate } from '../../../core/validate/validate.js';
import { good } from '../base/good.js';
import { type Gated, gatedContent } from '../credentials/gated-runs.js';
import { act, actDraft, Ledger, publish, REGISTER_ID, signed, type Wallet } from './ledger.js';
import { RECEIVING } from './people.js';

export interface Sent {
  readonly action: number;
  readonly by: Wallet;
  readonly data: JsonObject;
  /** Where it says that it leads. */
  readonly next: readonly number[];
  /** Undefined where it opens the instance. */
  readonly previous?: string;
  readonly isPlain?: boolean;
  /** The role that stands in for that of the action. */
  readonly as?: string | undefined;
  /** It is a vote, and leads nowhere by itself. */
  readonly vote?: { readonly role: string; readonly vote: string; readonly for?: string };
  /** Due times that it states, for timers that take them from it. */
  readonly due?: JsonObject;
  /** The last delivery to it that it names; what the ledger has unless stated, and null for none. */
  readonly delivered?: string | null;
  /** By how many moves it says that it was calculated; those that are sealed unless stated, and null for nothing. */
  readonly sees?: Json;
  /** The values that a patched sender commits instead, as canonical JSON by the pointer of a cell. */
  readonly commits?: Readonly<Record<string, string>>;
  /** Manifests of the files that it names. */
  readonly files?: readonly FileManifest[];
  /** The gates that it says to have passed. */
  readonly gated?: Gated;
}

export interface Claim {
  readonly run: Transaction;
  readonly by: Wallet;
  readonly ground: string;
  readonly at: string;
  /** Pointers by the TxId of the run; whole openings stand as they are. */
  readonly shown: readonly (readonly [run: Transaction, ...pointers: string[]] | Json)[];
  /** The proof that a receiver shows of a delivery. */
  readonly proof?: object | undefined;
}

interface Resolves {
  readonly objection: Transaction;
  readonly by: Wallet;
  readonly role: string;
  readonly outcome: string;
}

interface Moved {
  readonly action: number;
  readonly by: Wallet;
  readonly previous: string;
  readonly payload: Json;
  readonly n?: number;
  /** Others that sign it. */
  readonly with?: readonly Wallet[];
  /** Its metadata beside its type. */
  readonly metadata?: JsonObject;
}

interface Answered {
  readonly run: Transaction;
  readonly by: Wallet;
  readonly role: string;
  /** Why it is not confirmed; it is, where there is none. */
  readonly reason?: string;
  /** The reason is sealed for these instead of those who have to read it. */
  readonly readers?: readonly Wallet[];
  readonly isPlain?: boolean;
}

export class SealedLedger {
  readonly ledger: Ledger;
  readonly definition: Definition;
  readonly pin: string;
  /** Of the runs that it makes from then on. */
  instanceId = 'inst-1';
  private readonly wallets: readonly Wallet[];
  private made = 0;

  /** `records` are sealed before the definition. */
  constructor(definition: JsonObject, wallets: readonly Wallet[], records: readonly Transaction[] = []) {
    this.ledger = new Ledger();
    for (const one of records) this.ledger.seal(one);
    const publication = publish(definition);
    this.ledger.seal(publication);
    this.pin = publication.txId;
    this.definition = definition as unknown as Definition;
    this.wallets = wallets;
  }

  get instance(): Instance {
    const found = instanceAt(this.ledger.view, this.instanceId);
    if (found?.language !== 2) throw new Error('the instance has begun');
    return found;
  }

  run(sent: Sent): Transaction {
    const { action, by, next, previous, as, isPlain = false, vote, due, gated } = sent;
    const header = this.header(action, previous);
    const routing = { completedActionId: action, next: [...next], blueprintDefinitionTxId: this.pin };
    const { delivered = this.delivered(sent) } = sent;
    const named = { ...(typeof delivered === 'string' && { delivered }), ...(due && { due }), ...this.seen(sent) };
    const gates = gated && { gates: gated.statements };
    const stated = { ...(as !== undefined && { as }), ...named, ...gates };
    const said = (
      vote ? { type: 'Vote', ...vote, ...named, ...gates } : { type: 'Action', routing, ...stated }
    ) as JsonObject;
    if (isPlain) return act({ ...header, payload: plainOf(sent, this.place(sent)), metadata: said }, by);
    const payload = this.sealed(sent);
    const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
    const metadata = { ...said, contentEncoding: 'encrypted' };
    return act({ ...header, recipients, payload, metadata }, by);
  }

  private seen({ action, previous, vote, sees }: Sent): JsonObject {
    if (sees !== undefined) return sees === null ? {} : { sees };
    const metadata = vote && ({ type: 'Vote', ...vote } as JsonObject);
    const planned = planFor(planOf(this.definition), { actionId: String(action), ...(metadata && { metadata }) });
    const before = instanceAt(this.ledger.view, this.instanceId);
    return previous === undefined || !planned ? {} : { ...seesOf(this.definition, planned.action, before) };
  }

  private delivered({ by, previous }: Sent): string | undefined {
    const { view } = this.ledger;
    const instance = instanceAt(view, this.instanceId);
    const of = { instance, instanceId: this.instanceId, rowOf: rowsIn(view), wallet: by.address, follows: previous };
    return previous === undefined ? undefined : deliveryToName(view, of);
  }

  /** Seals the run, which the pipeline has to take. */
  take(sent: Sent): Transaction {
    const tx = this.run(sent);
    this.ledger.seal(tx);
    return tx;
  }

  move(type: string, { action, by, previous, payload, n, with: others = [], metadata: more }: Moved) {
    const metadata = { type, ...more, ...(n !== undefined && { n }) };
    const draft = actDraft({ ...this.header(action, previous), payload, metadata }, by);
    return signed(draft, [by, ...others]);
  }

  /** The run with another payload, signed by its sender again. */
  forged(run: Transaction, by: Wallet, alter: (payload: JsonObject) => JsonObject): Transaction {
    const { actionId, previousTransactionId, recipients = [], metadata } = run.header;
    const header = {
      ...this.header(Number(actionId), previousTransactionId),
      recipients,
      metadata: metadata as JsonObject,
    };
    return act({ ...header, payload: alter(run.payload as JsonObject) }, by);
  }

  /** A Confirmation of the run, or a refusal of it. */
  answer({ run, by, role, reason, readers, isPlain = false }: Answered): Transaction {
    const action = Number(run.header.actionId);
    const answer = { accept: reason === undefined, role };
    const data = { type: 'confirmation', ...(reason !== undefined && { reason }) };
    const header = { ...this.header(action, run.txId), metadata: { answer, type: 'Confirmation' } as JsonObject };
    if (reason === undefined || isPlain) return act({ ...header, payload: data }, by);
    const planned = planOf(this.definition).actions.get(String(action)) as PlannedAction;
    const groups = readers
      ? [{ wallets: readers.map(({ address }) => address).sort(), classes: [0] }]
      : this.groups(planned, by, { type: 'Confirmation', previous: run.txId });
    return this.sealedMove({ run, by, metadata: header.metadata, groups }, data);
  }

  /** One cell for all who read the move. */
  private sealedMove(
    { run, by, metadata, groups }: { run: Transaction; by: Wallet; metadata: JsonObject; groups: readonly CellGroup[] },
    data: JsonObject,
  ): Transaction {
    const action = Number(run.header.actionId);
    const content = contentOf(WHOLE_MOVE, data, []);
    if (isFailure(content)) throw new Error(JSON.stringify(content));
    const payload = this.envelope({ action, by, previous: run.txId }, content, groups);
    const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
    const sealed = { ...metadata, contentEncoding: 'encrypted' };
    return act({ ...this.header(action, run.txId), recipients, payload, metadata: sealed }, by);
  }

  /** An objection that its parties and the resolver read; to others where a patched sender says so. */
  privately({ role, readers, ...claim }: Claim & { role: string; readers?: readonly Wallet[] }): Transaction {
    const { run, by } = claim;
    const planned = planOf(this.definition).actions.get(run.header.actionId) as PlannedAction;
    const groups = readers
      ? [{ wallets: readers.map(({ address }) => address).sort(), classes: [0] }]
      : this.groups(planned, by, { type: 'Objection', previous: run.txId });
    const { payload } = this.objection(claim);
    return this.sealedMove({ run, by, metadata: { type: 'Objection', role }, groups }, payload as JsonObject);
  }

  /** The finding of the resolver on it. */
  found(objection: Transaction, by: Wallet, payload: JsonObject): Transaction {
    const said = { type: 'resolution', v: 1, ...payload };
    const place = { action: Number(objection.header.actionId), by, previous: objection.txId };
    return this.move('Resolution', { ...place, payload: said, n: this.made++ });
  }

  objection({ run, by, ground, at, shown, proof }: Claim): Transaction {
    const openings = shown.map((one) =>
      Array.isArray(one) ? this.show(one[0] as Transaction, one.slice(1) as string[]) : (one as Json),
    );
    const payload = { type: 'objection', v: 1, ground, at, shown: openings, ...(proof && { proof }) } as JsonObject;
    return this.move('Objection', { action: Number(run.header.actionId), by, previous: run.txId, payload });
  }

  /** How the dispute of an objection shall end, in the word of a role. */
  resolution({ objection, by, role, outcome }: Resolves): Transaction {
    const payload = { type: 'resolution', v: 1, outcome, role };
    const place = { action: Number(objection.header.actionId), by, previous: objection.txId };
    // A number of its own: a sender that says the same again would send the same transaction.
    return this.move('Resolution', { ...place, payload, n: this.made++ });
  }

  /** The opening of cells of a run, by the wallet that sent it. */
  show(run: Transaction, pointers: readonly string[]): Json {
    const { layout, opened } = this.opened(run);
    const made = openingOf({ txId: run.txId, run: run.header, layout, opened }, pointers);
    if (isFailure(made)) throw new Error(made.issue.message);
    return JSON.parse(JSON.stringify(made)) as Json;
  }

  /** The contents that a wallet finds in a move. */
  given(tx: Transaction, { address, ...keys }: Wallet, kept?: KeptGates): Given {
    const row = this.ledger.view.state(STATE_KEY.run(tx.txId)) as unknown as RunRow | undefined;
    const reading = { wallet: address, taken: {}, row };
    const expected = expectGroup(this.definition, tx, reading);
    const envelope = readEnvelope(tx.payload);
    if (isFailure(envelope) || !expected) return 'nothing';
    const opener = { walletAddress: address, keys: { ...keys, encapsulation: RECEIVING }, carrying: () => undefined };
    return withEvidence(openCells(envelope, opener, expected), { run: tx, expected }, () => kept);
  }

  /** `ok`, or the codes. */
  judge(tx: Transaction, docketMs?: number): string {
    const { state, view } = this.ledger;
    const verdict = validate(tx, { state, view, signaturesOk: true, ...(docketMs !== undefined && { docketMs }) });
    return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
  }

  private opened(run: Transaction) {
    const planned = planFor(planOf(this.definition), run.header) as PlannedAction;
    const layout = layoutOf(this.definition, planned.action);
    const by = this.wallets.find(({ address }) => address === run.header.senderWallet) as Wallet;
    const envelope = readEnvelope(run.payload);
    const expected = expectGroup(this.definition, run, { wallet: by.address, taken: {}, row: undefined });
    if (isFailure(envelope) || !expected) throw new Error('the run is sealed');
    const keys = { ...by, encapsulation: RECEIVING };
    const opener = { walletAddress: by.address, keys, carrying: () => undefined };
    return { layout, opened: openCells(envelope, opener, expected) as OpenedCells };
  }

  /** As old as what it follows; a timer may be of long ago, and what follows it is of the tip. */
  private madeBehind(previous = ''): { readonly createdAt?: string } {
    const before = this.ledger.view.transaction(previous)?.header;
    if (!before) return {};
    return { createdAt: isTimer(before) ? this.ledger.now : before.createdAt };
  }

  private header(action: number, previous: string | undefined) {
    return {
      actionId: String(action),
      instanceId: this.instanceId,
      publicationTxId: this.pin,
      ...this.madeBehind(previous),
      ...(previous !== undefined && { previousTransactionId: previous }),
    };
  }

  private place({ action, previous, by }: Pick<Sent, 'action' | 'by'> & { readonly previous?: string | undefined }) {
    return { ...this.header(action, previous), registerId: REGISTER_ID, senderWallet: by.address };
  }

  private sealed(sent: Sent): JsonObject {
    const { action, by, data, previous, as, vote, commits = {}, files = [], gated } = sent;
    const { definition } = this;
    const stated = as === undefined ? undefined : ({ as } as JsonObject);
    const metadata = vote ? ({ type: 'Vote', ...vote } as JsonObject) : stated;
    const header = { actionId: String(action), ...(metadata && { metadata }) };
    const planned = planFor(planOf(definition), header) as PlannedAction;
    const layout = layoutOf(definition, planned.action);
    const content = gated
      ? gatedContent({ run: this.place(sent), layout, data, files }, gated)
      : good(contentOf(layout, data, files));
    const classes = content.classes.map((one) => ({
      ...one,
      cells: one.cells.map((cell) => ({ ...cell, value: commits[cell.pointer] ?? cell.value })),
    }));
    const groups = this.groups(planned, by, { type: vote ? 'Vote' : 'Action', previous });
    const references = files.map(({ fileId, total }) => ({ fileId, chunks: Array(total).fill('cd'.repeat(32)) }));
    return this.envelope({ action, by, previous }, { ...content, classes, files: references }, groups);
  }

  private groups(
    planned: PlannedAction,
    by: Wallet,
    { type, previous }: { readonly type: MoveType; readonly previous: string | undefined },
  ): readonly CellGroup[] {
    const { definition } = this;
    const before = previous === undefined ? undefined : this.instance;
    const { view } = this.ledger;
    const now = receivingNow(view, {
      ...{ definition, blueprintId: 'loan', instanceId: before && this.instanceId, before, sender: by.address },
      atMs: this.ledger.state.timestampMs + 1000,
    });
    return groupsFor({ ...now, definition, planned, type });
  }

  private envelope(
    { action, by, previous }: Pick<Sent, 'action' | 'by'> & { readonly previous: string | undefined },
    { files = [], ...content }: Pick<CellEncryption, 'classes'> & Partial<CellEncryption>,
    cellGroups: readonly CellGroup[],
  ): JsonObject {
    const groups = cellGroups.map(({ wallets, classes }) => ({
      classes,
      recipients: wallets.map((address) => {
        const { algorithm, publicKey } = this.wallets.find((one) => one.address === address) as Wallet;
        const receives = algorithm === 'ML-DSA-65' ? { encapsulationKey: RECEIVING.publicKey } : {};
        return { walletAddress: address, algorithm, publicKey, ...receives };
      }),
    }));
    const run = this.place({ action, previous, by });
    const made = encryptCells({ ...content, run, groups, files, entropy: sha256(`entropy ${this.made++}`) });
    if (isFailure(made)) throw new Error(JSON.stringify(made));
    return JSON.parse(JSON.stringify(made)) as JsonObject;
  }
}

/** A payload in the clear, with the evidence of its gates. */
function plainOf({ data, gated }: Sent, run: RunPlace): JsonObject {
  if (!gated) return data;
  const evidence = gated.evidence({ place: placeOf(run), dataRoot: plainDataRoot(data) });
  return { ...data, [GATE_MEMBER]: gateMember(evidence) };
}

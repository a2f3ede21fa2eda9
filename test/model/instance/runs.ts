// Sealed runs of a model: how a node seals them, whatever the definition would give, what a wallet opens of them, and
// the objections that show cells of them.
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { runsInForceAt } from '../../../core/blueprint/instance/run-rows.js';
import { seesOf } from '../../../core/blueprint/names/run-reads.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { PlannedAction } from '../../../core/blueprint/plan/planned.js';
import { type About, proofOf } from '../../../core/disputes/proof.js';
import { contentOf, encryptCells } from '../../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../../core/envelope/cells/envelope.js';
import { expectGroup } from '../../../core/envelope/cells/expecting.js';
import { type OpenedCells, openCells } from '../../../core/envelope/cells/open.js';
import { openingOf } from '../../../core/envelope/cells/opening.js';
import { groupsFor } from '../../../core/envelope/layout/expected.js';
import { type Layout, layoutOf, WHOLE_MOVE } from '../../../core/envelope/layout/layout.js';
import { deliveryToName } from '../../../core/instance/deliveries/known-deliveries.js';
import { deliveriesIn, isSealedRun, layoutOfRun } from '../../../core/instance/deliveries/owed.js';
import { receivingNow } from '../../../core/instance/people/readers.js';
import { rowsIn } from '../../../core/instance/rows.js';
import { RunOpener } from '../../../core/instance/runs/delivered.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { type ReadRun, RunFold } from '../../../core/reading/cells/run-fold.js';
import { gateViewOf } from '../../../core/register/trust/gate-view.js';
import { planFor } from '../../../core/transaction/stated-vote.js';
import { good } from '../../support/base/good.js';
import { type Gated, gatedContent } from '../../support/credentials/gated-runs.js';
import { actDraft, REGISTER_ID, signed, type Wallet } from '../../support/register/ledger.js';
import { INSTANCE, RECEIVING } from '../../support/register/people.js';
import { createdAt, headerOf, instanceOf, moveOf, SOON_MS, type State, walletAt } from './world.js';

export interface Act {
  readonly action: number;
  readonly by: Wallet;
  readonly data: JsonObject;
  readonly next: readonly number[];
  readonly previous: string | undefined;
  /** The role that stands in for that of the action, and due times that the run states. */
  readonly stated?: JsonObject;
  /** The moves of the instance by which it was calculated; those of now unless stated. */
  readonly sees?: number | undefined;
  /** Statements of its gates, and their evidence. */
  readonly gated?: Gated | undefined;
}

/** A run as a node seals it, whatever the definition would give. */
export function runOf(state: State, { action, by, data, next, previous, stated = {}, sees, gated }: Act): Transaction {
  const { definition, pin } = state.world;
  const routing = { completedActionId: action, next: [...next], blueprintDefinitionTxId: pin };
  const of = { instance: instanceOf(state), instanceId: INSTANCE, rowOf: rowsIn(state.view), wallet: by.address };
  const delivered = deliveryToName(state.view, { ...of, follows: previous });
  const named = delivered === undefined ? {} : { delivered };
  const gates = gated && { gates: gated.statements };
  const said = { type: 'Action', routing, ...named, ...gates, ...stated } as JsonObject;
  const planned = planFor(planOf(definition), { actionId: String(action), metadata: said });
  if (!planned) throw new Error(`no action ${action}`);
  const seen = previous === undefined ? {} : seesOf(definition, planned.action, of.instance);
  const metadata = { ...said, ...seen, ...('sees' in seen && sees !== undefined && { sees }) } as JsonObject;
  const layout = layoutOf(definition, planned.action);
  return sealedMove(state, { action, by, previous, metadata, layout, planned, data, gated });
}

/** An objection that its parties and the resolver alone read. */
export function privately(state: State, run: Transaction, by: Wallet, of: { role: string; payload: Json }) {
  const planned = planOf(state.world.definition).actions.get(run.header.actionId) as PlannedAction;
  const metadata = { type: 'Objection', role: of.role };
  const at = { action: Number(run.header.actionId), by, previous: run.txId };
  return sealedMove(state, { ...at, metadata, layout: WHOLE_MOVE, planned, data: of.payload as JsonObject });
}

interface Sealed extends Pick<Act, 'action' | 'by' | 'previous' | 'data' | 'gated'> {
  readonly metadata: JsonObject;
  readonly layout: Layout;
  readonly planned: PlannedAction;
}

function sealedMove(state: State, of: Sealed): Transaction {
  const { action, by, previous, metadata, layout, planned, data, gated } = of;
  const { definition } = state.world;
  const place = { ...headerOf(state, action, previous), registerId: REGISTER_ID, senderWallet: by.address };
  const before = previous === undefined ? undefined : instanceOf(state);
  const now = receivingNow(state.view, {
    ...{ definition, blueprintId: 'loan', instanceId: before && INSTANCE, before, sender: by.address },
    atMs: state.register.timestampMs + SOON_MS,
  });
  const type = metadata.type as 'Action' | 'Objection';
  const groups = groupsFor({ ...now, definition, planned, type });
  const sealing = groups.map(({ wallets, classes }) => ({
    classes,
    recipients: wallets.map((address) => {
      const { algorithm, publicKey } = walletAt(state, address);
      return { walletAddress: address, algorithm, publicKey };
    }),
  }));
  const content = gated
    ? gatedContent({ run: place, layout, data, files: [] }, gated)
    : good(contentOf(layout, data, []));
  const entropy = sha256(`${action} ${previous} ${by.address} ${JSON.stringify([data, metadata])} ${createdAt(state)}`);
  const made = good(encryptCells({ run: place, ...content, groups: sealing, files: [], entropy }));
  const payload = JSON.parse(JSON.stringify(made)) as JsonObject;
  const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
  const said = { ...metadata, contentEncoding: 'encrypted' };
  const draft = { ...headerOf(state, action, previous), recipients, payload, metadata: said };
  return signed(actDraft({ ...draft, createdAt: createdAt(state) }, by), [by]);
}

/** The cells that a wallet opens of a run, and undefined where it is not given it. */
export function openedBy(state: State, run: Transaction, by: Wallet): OpenedCells | undefined {
  const envelope = good(readEnvelope(run.payload));
  const row = rowsIn(state.view)(run.txId);
  const expected = expectGroup(state.world.definition, run, { wallet: by.address, taken: {}, row });
  if (!expected) return undefined;
  const found = openCells(envelope, openerOf(by), expected);
  return found === 'nothing' || 'undelivered' in found ? undefined : found;
}

/** All runs as a wallet reads them, with a verdict about each. */
export function readBy(state: State, by: Wallet): readonly ReadRun[] {
  const { view, world } = state;
  const moves = state.dockets.flatMap(({ transactions, timestampMs }) =>
    transactions.filter((tx) => state.moves.includes(tx)).map((transaction) => ({ transaction, timestampMs })),
  );
  const { definition } = world;
  const reading = {
    ...{ definition, wallet: by.address, moves, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view) },
    transactionOf: view.transaction,
    gateViewAt: (asOf: number) => gateViewOf(view, asOf),
  };
  const fold = new RunFold(reading);
  const opener = new RunOpener(reading);
  for (const [place, { transaction: run }] of moves.entries()) {
    const layout = layoutOfRun(definition, run);
    const asked = { run, expected: fold.expectedGroup(place), layout };
    const isOpened = isSealedRun(run) && layout;
    fold.take(place, isOpened ? opener.open(asked, openerOf(by)) : { given: 'nothing' });
  }
  return fold.runs;
}

function openerOf(by: Wallet) {
  return {
    walletAddress: by.address,
    keys: { ...by, encapsulation: RECEIVING },
    carrying: () => undefined,
  };
}

/** Runs that rules read, in ledger order, those of timers among them. */
export function inForce(state: State): readonly Transaction[] {
  const instance = instanceOf(state);
  if (!instance) return [];
  const actions = state.world.definition.actions.map(({ id }) => id);
  const rows = runsInForceAt(instance, actions, rowsIn(state.view));
  return rows.map(({ txId }) => state.view.transaction(txId) as Transaction);
}

/** The opening of cells of a run, by the wallet that sent it: none of one that is not sealed. */
export function shown(state: State, run: Transaction, pointers: readonly string[]): readonly Json[] {
  const layout = isSealedRun(run) ? layoutOfRun(state.world.definition, run) : undefined;
  const opened = layout && openedBy(state, run, walletAt(state, run.header.senderWallet));
  if (!layout || !opened) return [];
  const made = good(openingOf({ txId: run.txId, run: run.header, layout, opened }, pointers));
  return [JSON.parse(JSON.stringify(made)) as Json];
}

/** The text of an objection, the same for each sender and each way to send it. */
export function objectionText(about: About, openings: readonly Json[]): Json {
  return { type: 'objection', v: 1, ...about, shown: openings } as unknown as Json;
}

export function objectionBy(state: State, run: Transaction, by: Wallet, payload: Json): Transaction {
  const at = { action: Number(run.header.actionId), by, previous: run.txId };
  return moveOf(state, 'Objection', { ...at, payload });
}

/** The objection that the product makes for who reads the run; undefined where it finds none. */
export function proven(state: State, run: Transaction, about: About): Json | undefined {
  const { view, world } = state;
  const [instance, rowOf] = [instanceOf(state), rowsIn(view)];
  const row = rowOf(run.txId);
  if (!instance || !row) return undefined;
  const made = proofOf(
    {
      ...{ definition: world.definition, instance, run, row, rowOf },
      ...{ transactionOf: view.transaction, deliveredTo: deliveriesIn(view) },
      gateViewAt: (asOf) => gateViewOf(view, asOf),
    },
    about,
    (txId, pointers) => shown(state, view.transaction(txId) as Transaction, pointers)[0] as Json,
  );
  return isFailure(made) ? undefined : (JSON.parse(JSON.stringify(made)) as Json);
}

// Instances of language 2 on a register in memory: a definition made from a control flow, and its moves as signed
// transactions. Each route is chosen by the number `r` of the payload, so that every decision is one that the data
// gives.
import type { JsonObject } from '../../../core/base/json.js';
import type { Action, Definition, Route } from '../../../core/blueprint/definition/types.js';
import { decision } from '../../../core/blueprint/plan/routes.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { Net, NetAction } from '../../../core/flow/net.js';
import { instanceAt, instanceIdOf } from '../../../core/instance/rows.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { statedRouting } from '../../../core/transaction/action-metadata.js';
import { validate } from '../../../core/validate/validate.js';
import { act, alice, Ledger, publish } from './ledger.js';

/** A definition with this control flow, in which one open role does everything. */
export function definitionOf(net: Net): JsonObject {
  const actions = [...net.values()].map(({ id, isStart, outcomes, rejection, priors, joins }) => ({
    id,
    sender: 'one',
    ...(isStart && { isStartingAction: true }),
    dataSchemas: [DATA],
    routes: routesOf(outcomes),
    ...(rejection !== undefined && {
      rejectionConfig: rejection === 'end' ? { targetActionId: id, isTerminal: true } : { targetActionId: rejection },
    }),
    ...(priors.length > 0 && { requiredPriorActions: priors }),
    ...(joins && { joins }),
  }));
  const participants = [{ id: 'one' }, { id: 'other' }];
  const definition = { language: 2, title: 'Flow', participants, actions };
  return definition as unknown as JsonObject;
}

/** The way, and a number that makes the payload a new one. */
const DATA = { type: 'object', properties: { r: { type: 'integer' }, n: { type: 'integer' } }, required: ['r', 'n'] };

function routesOf(outcomes: NetAction['outcomes']): readonly Route[] {
  return outcomes.map((nextActionIds, i) => ({
    id: `r${i}`,
    nextActionIds,
    ...(i < outcomes.length - 1 ? { condition: { '==': [{ var: 'in.r' }, i] } } : i > 0 && { isDefault: true }),
  }));
}

export interface FlowStep {
  readonly action: number;
  /** Place of its outcome, or a rejection. */
  readonly by: number | 'rejection';
  /** Undefined where it opens the instance. */
  readonly previous: string | undefined;
}

export class FlowLedger {
  readonly ledger: Ledger;
  readonly pin: string;
  readonly definition: Definition;
  private opening: Transaction | undefined;
  private made = 0;

  constructor(definition: JsonObject) {
    this.ledger = new Ledger();
    const publication = publish(definition);
    this.ledger.seal(publication);
    this.pin = publication.txId;
    this.definition = definition as unknown as Definition;
  }

  get instance(): Instance {
    const found = instanceAt(this.ledger.view, instanceIdOf(this.opening as Transaction));
    if (!found) throw new Error('the instance has begun');
    return found;
  }

  /** A new transaction for the step, which need not be allowed. */
  transaction({ action: id, by, previous }: FlowStep): Transaction {
    const action = this.definition.actions.find((one) => one.id === id) as Action;
    const place =
      previous === undefined || !this.opening
        ? {}
        : { instanceId: instanceIdOf(this.opening), previousTransactionId: previous };
    const common = { actionId: String(id), publicationTxId: this.pin, ...place };
    const n = this.made++;
    if (by === 'rejection') {
      const payload = { type: 'rejection', reason: `because ${n}` };
      return act({ ...common, payload, metadata: { type: 'Rejection' } }, alice);
    }
    const routes = action.routes ?? [];
    const isLast = by === routes.length - 1;
    const reasonCode = !isLast ? 'ConditionMatched' : by === 0 ? 'Unconditional' : 'DefaultRoute';
    const decided = decision(action, routes[by] as Route, { i: by, reasonCode });
    const routing = statedRouting(decided, this.pin) as unknown as JsonObject;
    return act({ ...common, payload: { r: by, n }, metadata: { routing } }, alice);
  }

  /** `ok`, or what is wrong with it. */
  judge(tx: Transaction, view: StateView = this.ledger.view): string {
    const { state } = this.ledger;
    const verdict = validate(tx, { state, view, signaturesOk: true });
    return verdict.ok ? 'ok' : `${verdict.fault} ${verdict.issues.map(({ code }) => code).join(' ')}`;
  }

  seal(tx: Transaction): Transaction {
    this.opening ??= tx;
    this.ledger.seal(tx);
    return tx;
  }

  /** Makes and seals the step. */
  take(step: FlowStep): Transaction {
    return this.seal(this.transaction(step));
  }
}

// The rules of an action as validators can evaluate them, without any key: on its payload where that is
// plain, and on the plain runs in force before it. A rule that reads more is left to those who see it. Times of the
// ledger are decided later, so a rule that reads one is left, too.

import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { OPERAND_BYTES_MAX, ROW_STEPS } from '../../base/limits/ledger/work.js';
import type { Result } from '../../base/result.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { lastInForceAt, type RunInForce, runsInForceAt } from '../../blueprint/instance/run-rows.js';
import type { Facts, Read, RunFacts } from '../../blueprint/logic/facts.js';
import { logicBudget } from '../../blueprint/logic/logic-values.js';
import { gateAt } from '../../blueprint/names/claims.js';
import { type RuleOfDefinition, typesOf } from '../../blueprint/names/definition-types.js';
import { membersOf } from '../../blueprint/names/members.js';
import { evaluateCondition, evaluateRule } from '../../blueprint/operators/evaluate.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import { rowsIn } from '../../instance/rows.js';
import { claimsOfRun, withClaims } from '../../instance/runs/claims.js';
import type { StateView } from '../../model/register.js';
import { isEncrypted } from '../../transaction/action-metadata.js';

export interface Knowing {
  readonly definition: Definition;
  readonly action: Action;
  /** Undefined where it is sealed. */
  readonly payload: Json | undefined;
  /** The instance before the action; null for one that it opens; undefined where runs are not looked at. */
  readonly instance: Instance | null | undefined;
  readonly view: Pick<StateView, 'state' | 'transaction'>;
}

/** The knowledge of validators about the rules of one action. All of them together have the budget of one action. */
export class KnownOperands {
  readonly rules: readonly RuleOfDefinition[];
  private readonly byPlace: ReadonlyMap<string, RuleOfDefinition>;
  private readonly budget = logicBudget();
  private readonly read: ReadRuns;
  private readonly own: Pick<Facts, 'input' | 'calculated'> | undefined;
  private facts: Facts | undefined;

  constructor(of: Knowing) {
    const { definition, action, payload } = of;
    this.byPlace = typesOf(definition).rulesOf(action);
    this.rules = [...this.byPlace.values()];
    this.own = payload === undefined ? undefined : partsOf(action, payload);
    this.read = new ReadRuns(of);
  }

  /** Steps that were taken so far, in those of limits/ledger/work.ts. */
  get steps(): number {
    return this.read.steps + 2 * (logicBudget().steps - this.budget.steps);
  }

  /** The value that a rule gives; undefined where an operand is not known here. */
  valueOf(rule: RuleOfDefinition): Result<Json> | undefined {
    return this.isKnown(rule) ? evaluateRule(rule, this.knownFacts(), this.budget) : undefined;
  }

  /** Whether the condition at a place below the action holds. */
  holds(at: string): Result<boolean | undefined> {
    const rule = this.byPlace.get(at);
    if (!rule || !this.isKnown(rule)) return undefined;
    return evaluateCondition(rule, this.knownFacts(), this.budget);
  }

  private isKnown({ names }: RuleOfDefinition): boolean {
    for (const read of names.values()) if (!this.isReadKnown(read)) return false;
    return true;
  }

  private isReadKnown(read: Read): boolean {
    switch (read.kind) {
      case 'in':
      case 'calc':
        return this.own !== undefined;
      case 'time':
        return false;
      case 'act':
        return this.read.isLastKnown([read.action], read.path);
      case 'turn':
        return this.read.areLastsKnown(read.since) && this.read.isLastKnown([read.action], read.path);
      case 'fact':
        return this.read.isLastKnown(read.actions, read.path);
      case 'runs':
        return this.read.areKnown(read.action, read.path);
      case 'count':
      case 'votes':
        return this.read.areCounted(read.action);
      default:
        // Of the list operator around it, whose list is an operand of its own.
        return true;
    }
  }

  private knownFacts(): Facts {
    const runs = this.read.facts();
    if (this.facts?.runs !== runs) this.facts = { ...(this.own ?? NOTHING_OWN), runs, time: {} };
    return this.facts;
  }
}

const NOTHING_OWN = { input: {}, calculated: {} };

/** True for a rule that reads what runs before stated. */
export function readsRuns({ names }: RuleOfDefinition): boolean {
  return [...names.values()].some(({ kind }) => OF_RUNS.has(kind));
}

const OF_RUNS: ReadonlySet<Read['kind']> = new Set(['act', 'turn', 'runs', 'count', 'votes', 'fact']);

function partsOf(action: Action, payload: Json): Pick<Facts, 'input' | 'calculated'> {
  const { given } = membersOf(action);
  const parts = Object.entries(isObject(payload) ? payload : {});
  return {
    input: Object.fromEntries(parts.filter(([name]) => given.has(name))),
    calculated: Object.fromEntries(parts.filter(([name]) => !given.has(name))),
  };
}

/** Four bytes of a transaction are read in the time of one step. */
const STEP_BYTES = 4;

/** Runs in force as rules ask for them. Each row and each transaction is read once. */
class ReadRuns {
  private readonly of: Knowing;
  private readonly rows = new Map<string, ReturnType<RowOf>>();
  private readonly open = new Map<string, OpenData | undefined>();
  private readonly lasts = new Map<number, RunInForce | undefined>();
  private readonly all = new Map<number, readonly RunInForce[]>();
  private bytes = 0;
  private found: readonly RunFacts[] | undefined;

  constructor(of: Knowing) {
    this.of = of;
  }

  get steps(): number {
    return this.rows.size * ROW_STEPS + Math.ceil(this.bytes / STEP_BYTES);
  }

  /** The last run in force among the actions, if there is one, has in the clear all that is at the path. */
  isLastKnown(actions: readonly number[], path: readonly string[]): boolean {
    if (this.of.instance === undefined) return false;
    const lasts = actions.flatMap((action) => this.lastOf(action) ?? []);
    const last = lasts.sort((a, b) => a.n - b.n).at(-1);
    return last === undefined || this.isKnown(last, path);
  }

  /** From here on the last run in force of each is among the facts, whether it is plain or not. */
  areLastsKnown(actions: readonly number[]): boolean {
    if (this.of.instance === undefined) return false;
    for (const action of actions) this.lastOf(action);
    return true;
  }

  areKnown(action: number, path: readonly string[]): boolean {
    return this.areCounted(action) && (this.all.get(action) ?? []).every((run) => this.isKnown(run, path));
  }

  /** Claims of a gate in the clear are those of an encrypted run too. */
  private isKnown(run: RunInForce, path: readonly string[]): boolean {
    const data = this.dataOf(run);
    return data !== undefined && (data.isPlain || isOfPublicGate(this.actionOf(run), path));
  }

  areCounted(action: number): boolean {
    const { instance } = this.of;
    if (instance === undefined) return false;
    if (!this.all.has(action)) {
      this.all.set(action, instance ? runsInForceAt(instance, [action], this.rowOf) : []);
      this.found = undefined;
    }
    return true;
  }

  /** The runs that were asked for, oldest first. A sealed one is there with nothing of its data. */
  facts(): readonly RunFacts[] {
    if (!this.found) {
      const runs = new Map<string, RunInForce>();
      for (const run of [...this.all.values()].flat()) runs.set(run.txId, run);
      for (const run of this.lasts.values()) if (run) runs.set(run.txId, run);
      this.found = [...runs.values()]
        .sort((a, b) => a.n - b.n)
        .map(({ txId, action, vote }) => ({ txId, action, data: this.open.get(txId)?.data ?? {}, vote }));
    }
    return this.found;
  }

  private lastOf(action: number): RunInForce | undefined {
    const { instance } = this.of;
    if (!this.lasts.has(action)) {
      this.lasts.set(action, instance ? lastInForceAt(instance, action, this.rowOf) : undefined);
      this.found = undefined;
    }
    return this.lasts.get(action);
  }

  private readonly rowOf: RowOf = (txId) => {
    if (!this.rows.has(txId)) this.rows.set(txId, rowsIn(this.of.view)(txId));
    return this.rows.get(txId);
  };

  /** The part of a run in the clear; undefined of those behind the bytes that may be read for one action. */
  private dataOf(run: RunInForce): OpenData | undefined {
    if (!this.open.has(run.txId)) {
      this.open.set(run.txId, this.openDataOf(run));
      this.found = undefined;
    }
    return this.open.get(run.txId);
  }

  private openDataOf(run: RunInForce): OpenData | undefined {
    if (this.bytes >= OPERAND_BYTES_MAX) return undefined;
    const tx = this.of.view.transaction(run.txId);
    const action = this.actionOf(run);
    if (!tx || !action || !isObject(tx.payload)) return undefined;
    this.bytes += tx.bytes.length;
    const isPlain = !isEncrypted(tx.header);
    return { isPlain, data: withClaims(isPlain ? tx.payload : {}, claimsOfRun(action, tx)) };
  }

  private actionOf({ action }: RunInForce): Action | undefined {
    return planOf(this.of.definition).actions.get(String(action))?.action;
  }
}

/** The data of a run in the clear. Of an encrypted one that is what it shows at gates in the clear. */
interface OpenData {
  readonly isPlain: boolean;
  readonly data: JsonObject;
}

function isOfPublicGate(action: Action | undefined, path: readonly string[]): boolean {
  return action !== undefined && gateAt(action, path)?.requirement.evidence === 'public';
}

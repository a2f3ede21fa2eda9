// The gates of a prepared action before they are sealed: what each of them asks, and whether what was shown meets it.
// The judge is that of every reader, on the bytes that are sealed, so that no honest sender is found false later.
import { fromBase64Url } from '../../../core/base/bytes.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { type AskedGate, gatesOf } from '../../../core/credentials/gate/asked.js';
import { type GatedRun, nonceOf } from '../../../core/credentials/gate/bytes.js';
import type { NamedRun } from '../../../core/credentials/gate/consent.js';
import {
  type GateQuestion,
  gateTrustOf,
  gateUseOf,
  type HeldGate,
  judgeGate,
} from '../../../core/credentials/gate/judge.js';
import { gateMember } from '../../../core/credentials/gate/member.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import type { GateStatement } from '../../../core/credentials/gate/statement.js';
import { PresentationRefusal } from '../../../core/credentials/refusal.js';
import { verifierOf } from '../../../core/instance/people/verifiers.js';
import { publishedDefinition } from '../../../core/instance/publications.js';
import type { StateView } from '../../../core/model/register.js';
import { trustRootAt } from '../../../core/register/trust/as-of.js';
import { gateViewOf } from '../../../core/register/trust/gate-view.js';
import type { PreparedAction, ShownAction } from './prepared.js';

/** The register as a gate is judged by it now. */
export interface JudgedNow {
  readonly view: StateView;
  /** Height of the newest docket: the gate is judged as of it. */
  readonly height: number;
  readonly nowMs: number;
}

/** A gate of a prepared action. */
export interface PreparedGate extends AskedGate {
  readonly header: NamedRun;
  readonly run: GatedRun;
  /** The text that a holder signs. */
  readonly nonce: string;
  /** The wallet that verifies it, where its requirement names a role and somebody holds that. */
  readonly verifier: string | undefined;
}

/** All gates of the prepared action, in their order; none where the register has not its definition. */
export function preparedGates(
  view: StateView,
  named: Omit<NamedRun, 'instanceId'>,
  prepared: PreparedAction,
): readonly PreparedGate[] {
  const { blueprintId, actionId } = named;
  const definition = publishedDefinition(view, blueprintId ?? '', prepared.publicationTxId);
  const action = definition && planOf(definition).actions.get(actionId)?.action;
  const run = { place: bytesOf(prepared.place), dataRoot: bytesOf(prepared.dataRoot) };
  const header = { ...named, instanceId: prepared.instanceId };
  const challenge = bytesOf(prepared.challenge);
  return gatesIn(action).map((gate) => ({
    ...{ ...gate, header, run, nonce: nonceOf(run, challenge, gate.id) },
    verifier: verifierIn(view, { definition: definition as Definition, instanceId: prepared.instanceId, gate }),
  }));
}

interface VerifiedAt {
  readonly definition: Definition;
  readonly instanceId: string;
  readonly gate: AskedGate;
}

function verifierIn(view: StateView, { definition, instanceId, gate }: VerifiedAt): string | undefined {
  const { verifiedBy: role } = gate.rule;
  return role === undefined ? undefined : verifierOf(view, { definition, instanceId, role });
}

function gatesIn(action: Action | undefined): readonly AskedGate[] {
  return action === undefined ? [] : gatesOf(action);
}

/** The verdict on what was shown at a gate, by the register as it is now. */
export function judgeShown(gate: PreparedGate, parts: GateParts, now: JudgedNow): HeldGate | PresentationRefusal {
  return judgeGate(parts, questionOf(gate, parts, now));
}

/** Whether a record of the register vouches for the issuer of what was shown. */
export function isOfRecord(gate: PreparedGate, parts: GateParts, now: JudgedNow): boolean {
  return gateTrustOf(parts, questionOf(gate, parts, now))?.evidence.some(({ kind }) => kind === 'register') === true;
}

function questionOf({ rule, run, header, verifier }: PreparedGate, parts: GateParts, now: JudgedNow): GateQuestion {
  const { view, height, nowMs } = now;
  const at = new Date(nowMs).toISOString();
  const statement: GateStatement = { asOf: height, at, id: rule.id, trust: trustRootAt(view, height) };
  const question = { rule, statement, run: { ...run, header }, verifier, view: gateViewOf(view, height) };
  const use = gateUseOf(parts, question);
  return use === undefined ? question : { ...question, statement: { ...statement, use } };
}

/** A gate that holds, with what is stated of it. */
export interface MetGate {
  readonly gate: PreparedGate;
  readonly statement: GateStatement;
  readonly parts: GateParts;
}

/** The statements of an action with the evidence for them. */
export interface MetGates {
  readonly met: readonly MetGate[];
  /** The value of the member `@gate`. */
  readonly evidence: JsonObject;
  /** It stands in the clear. */
  readonly isPublic: boolean;
}

/**
 * All gates judged anew, one of each group of alternatives. GATE_OPEN where one was shown nothing, CREDENTIAL_REFUSED
 * where one does not hold by now.
 */
export function meetGates(gates: readonly PreparedGate[], { shown }: ShownAction, now: JudgedNow): Result<MetGates> {
  const met: MetGate[] = [];
  const issues: Issue[] = [];
  for (const gate of gatesToMeet(gates, (id) => Object.hasOwn(shown, id))) {
    const parts = Object.hasOwn(shown, gate.id) ? shown[gate.id] : undefined;
    if (parts === undefined) {
      issues.push(openGate(gate.id));
      continue;
    }
    const question = questionOf(gate, parts, now);
    const verdict = judgeGate(parts, question);
    if (verdict instanceof PresentationRefusal) issues.push(gateRefused(gate.id, verdict));
    met.push({ gate, statement: question.statement, parts });
  }
  if (issues.length > 0) return fail(issues);
  const evidence = gateMember(new Map(met.map(({ gate, parts }) => [gate.id, parts])));
  return { met, evidence, isPublic: gates[0]?.isPublic === true };
}

/** Each gate that stands alone, and of each group of alternatives the first that was shown, or else its first. */
export function gatesToMeet<T extends AskedGate>(gates: readonly T[], isShown: (id: string) => boolean): readonly T[] {
  return gates.filter((gate) => {
    const { anyOfGroup: group } = gate.requirement;
    if (group === undefined) return true;
    const alternatives = gates.filter(({ requirement }) => requirement.anyOfGroup === group);
    return gate === (alternatives.find(({ id }) => isShown(id)) ?? alternatives[0]);
  });
}

export function openGate(id: string): Issue {
  return issue('GATE_OPEN', `/gates/${id}`, `No credential was shown at the gate ${id}.`);
}

export function gateRefused(id: string, { code, message }: PresentationRefusal): Issue {
  return issue(
    'CREDENTIAL_REFUSED',
    `/gates/${id}`,
    `The credential at the gate ${id} is refused (${code}): ${message}`,
  );
}

function bytesOf(text: string): Uint8Array {
  return fromBase64Url(text) ?? new Uint8Array(0);
}

/** CREDENTIAL_REFUSED for a gate that cannot be verified, because its role is vacant. */
export function unverifiableProblem(
  view: StateView,
  gates: readonly AskedGate[],
  at: { readonly definition: Definition; readonly instanceId: string },
): Issue | undefined {
  const isVacant = (gate: AskedGate) =>
    gate.rule.verifiedBy !== undefined && verifierIn(view, { ...at, gate }) === undefined;
  const gate = gates.find(isVacant);
  if (gate === undefined) return undefined;
  const message = `The gate ${gate.id} is verified by the role ${gate.rule.verifiedBy}, which nobody holds yet.`;
  return issue('CREDENTIAL_REFUSED', `/gates/${gate.id}`, message);
}

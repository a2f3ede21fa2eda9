// Judges a gate for the verifier that its requirement names, before the run is sealed: all that validators and readers
// will ask, by the state that the node of the verifier has itself. The digest that it gives fits one place, one content
// and one statement. It has no clock.
import { issue } from '../../base/issue.js';
import { GATE_AHEAD_MAX_MS } from '../../base/limits/ledger/credentials.js';
import { type Failure, fail, type Result } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { type AskedGate, gatesOf } from '../../credentials/gate/asked.js';
import { type VerifiedRun, verifiedDigest } from '../../credentials/gate/bytes.js';
import { judgeGate } from '../../credentials/gate/judge.js';
import { gateMember } from '../../credentials/gate/member.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import { PresentationRefusal } from '../../credentials/refusal.js';
import { cellText, classOf, placeOf, rootOf } from '../../envelope/cells/root.js';
import { layoutOf } from '../../envelope/layout/layout.js';
import { valuesOf } from '../../envelope/layout/values.js';
import type { StateView } from '../../model/register.js';
import { addressAt } from '../../register/people/participants.js';
import { gateViewOf } from '../../register/trust/gate-view.js';
import { verifierOf } from '../people/verifiers.js';
import { publishedDefinition } from '../publications.js';
import type { AskedVerification } from './asked-verification.js';
import { gateStateProblem } from './gate-state.js';

/** The verifier, with the register as its node has it. */
export interface VerifierHere {
  readonly view: StateView;
  readonly height: number;
  readonly nowMs: number;
  readonly registerId: string;
  /** The address that is asked. */
  readonly wallet: string;
}

/** A gate that holds. */
export interface VerifiedGate {
  /** 32 bytes to sign. */
  readonly digest: Uint8Array;
}

/**
 * CREDENTIAL_REFUSED with what is wrong: of a presentation its ground, and no value of a claim. NODE_UNAVAILABLE for a
 * docket that is not here yet.
 */
export function judgeVerification(asked: AskedVerification, of: VerifierHere): Result<VerifiedGate> {
  const { run, statement } = asked;
  if (statement.asOf > of.height)
    return fail(
      issue('NODE_UNAVAILABLE', '', `The node of the verifier has docket ${of.height}, and not ${statement.asOf}.`),
    );
  const definition =
    run.registerId === of.registerId
      ? publishedDefinition(of.view, run.blueprintId, run.publicationTxId ?? '')
      : undefined;
  const gate = definition && gateIn(definition, asked);
  if (gate === undefined) return refusal('the definition has no such gate, or no verifier of it.');
  const problem = standingProblem(gate, { definition: definition as Definition, asked }, of);
  if (problem !== undefined) return refusal(problem);
  const committed = committedRun(gate, definition as Definition, asked);
  if (committed === undefined)
    return refusal('the run does not commit to what was shown in the way of its definition.');
  const { dataRoot, ...verified } = committed;
  const verdict = judgeGate(asked.parts, {
    ...{ rule: gate.rule, statement, verifier: of.wallet, view: gateViewOf(of.view, statement.asOf) },
    run: { place: verified.place, dataRoot, header: run },
  });
  if (verdict instanceof PresentationRefusal) return refusal(`${verdict.code}. ${verdict.message}`);
  return { digest: verifiedDigest(verified, statement) };
}

/** `why` is a sentence without its beginning. */
function refusal(why: string): Failure {
  return fail(issue('CREDENTIAL_REFUSED', '', `The verifier does not sign: ${why}`));
}

function gateIn(definition: Definition, { run, statement }: AskedVerification): AskedGate | undefined {
  const action = planOf(definition).actions.get(run.actionId)?.action;
  const gate = action && gatesOf(action).find(({ id }) => id === statement.id);
  return gate?.rule.verifiedBy === undefined ? undefined : gate;
}

/** The wallet holds the role under a key that acts, and the statement is of now and of a state of the register. */
function standingProblem(
  gate: AskedGate,
  { definition, asked }: { readonly definition: Definition; readonly asked: AskedVerification },
  { view, height, nowMs, wallet }: VerifierHere,
): string | undefined {
  const { statement, run } = asked;
  const role = gate.rule.verifiedBy as string;
  if (verifierOf(view, { definition, instanceId: run.instanceId, role }) !== wallet)
    return `the wallet does not hold the role ${role}.`;
  if (addressAt(view, wallet)?.status !== 'Active') return 'the wallet has no active record.';
  const atMs = Date.parse(statement.at);
  if (atMs > nowMs + GATE_AHEAD_MAX_MS || atMs < nowMs - gate.rule.proofMaxAgeMs)
    return 'the statement is of another time than now: compare clocks.';
  if ((statement.use === undefined) !== (gate.rule.uses === undefined))
    return 'the statement counts a use where none is counted, or none where it is.';
  const state = gateStateProblem({ rule: gate.rule, statement }, { view, height });
  return state && `${state}.`;
}

/** By the layout of the definition, and no word of who asks: which classes hold data, and that of the gate. */
function committedRun(
  { id, isPublic }: AskedGate,
  definition: Definition,
  { run, parts, committed }: AskedVerification,
): (VerifiedRun & { readonly dataRoot: Uint8Array }) | undefined {
  const place = placeOf(run);
  const member = gateMember(new Map([[id, parts]]));
  if ('dataRoot' in committed) {
    const { dataRoot } = committed;
    return isPublic ? { place, root: dataRoot, dataRoot, open: member[id] } : undefined;
  }
  const action = planOf(definition).actions.get(run.actionId)?.action;
  const layout = action && layoutOf(definition, action);
  if (isPublic || layout === undefined || layout.classes.length !== committed.hashes.length) return undefined;
  const values = valuesOf(layout, { [GATE_MEMBER]: member });
  const hashes = layout.classes.map(({ gate, cells }, at) =>
    gate === id
      ? classOf(
          place,
          committed.seed,
          cells.map((cell) => cellText(cell.pointer, values[cell.at], [])),
        )
      : (committed.hashes[at] as Uint8Array),
  );
  const data = hashes.filter((_, at) => layout.classes[at]?.gate === undefined);
  return { place, root: rootOf(place, hashes), dataRoot: rootOf(place, data) };
}

// The rules of a register as the deep check of a store asks for them: who may have sealed a docket, and what it
// changes. The same functions of core/ that a validator votes by, with every signature verified again; nothing is
// believed because it was stored.
import { type Issue, issue } from '../../core/base/issue.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { genesisState } from '../../core/chain/genesis/docket.js';
import { checkDocket, nextState } from '../../core/chain/state.js';
import { certificateProblems } from '../../core/consensus/certificate.js';
import { verifySeat, verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Docket, RegisterState, SealedDocket, StateChange, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { signatureTasks } from '../../core/validate/parts/signature.js';

interface Folded {
  readonly state: RegisterState;
  readonly changes: readonly StateChange[];
}

/** The state after a docket, or why it may not follow the state before it. */
export function foldDocket(before: RegisterState | undefined, docket: Docket, view: StateView): Result<Folded> {
  if (before === undefined) return genesisState(docket, { verify: verifySync, signaturesOk });
  const checked = checkDocket(docket, before, { view, signaturesOk });
  if (isFailure(checked)) return checked;
  const { effect } = checked;
  return { state: nextState(before, docket, effect), changes: effect.changes };
}

/** The faults of a docket's certificate under the roster that was entitled to decide it. */
export function certificateIssues({ docket, certificate }: SealedDocket, before: RegisterState | undefined): Issue[] {
  const { height } = docket.header;
  const founded = before ?? genesisOf(docket);
  // A docket that is not a genesis is reported by the fold.
  if (founded === undefined) return [];
  if (certificate.kind !== (height === 0 ? 'GENESIS' : 'COMMIT') || certificate.height !== height)
    return [issue('CERTIFICATE_INVALID', '', `The certificate of docket ${height} is not one that seals it.`)];
  const scope = {
    registerId: founded.registerId,
    genesisHash: founded.genesisHash,
    roster: founded.roster,
    policy: founded.policy.consensus,
  };
  const issues = certificateProblems(certificate, scope, verifySeat);
  return issues.map((problem) => ({ ...problem, message: `Docket ${height}: ${problem.message}` }));
}

function genesisOf(docket: Docket): RegisterState | undefined {
  const founded = genesisState(docket, { verify: verifySync, signaturesOk });
  return isFailure(founded) ? undefined : founded.state;
}

function signaturesOk(tx: Transaction): boolean {
  const tasks = signatureTasks(tx);
  return tasks.length > 0 && tasks.every((t) => verifySync(t.algorithm, t.publicKey, t.digest, t.signature));
}

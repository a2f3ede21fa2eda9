// Whether a docket from the disk or from a peer may be sealed again, and whether a certificate may be stored again: the
// rules of core/ with every signature of the certificate verified. Nothing is believed because of who sent it, or
// because it was stored.
import { type Issue, issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import { genesisState } from '../../core/chain/genesis/docket.js';
import { checkDocket, nextState } from '../../core/chain/state.js';
import { certificateProblems } from '../../core/consensus/certificate.js';
import { verifySeat, verifySync } from '../../core/crypto/signing/algorithms.js';
import type {
  Certificate,
  ConsensusMode,
  Docket,
  Hash,
  RegisterState,
  Roster,
  SealedDocket,
  StateChange,
  StateView,
} from '../../core/model/register.js';
import { checkBody } from '../../core/register/docket.js';
import { rosterNamed } from '../../core/register/past-rosters.js';
import { rosterHashOf } from '../../core/register/roster.js';

export interface Resealed {
  readonly state: RegisterState;
  readonly changes: readonly StateChange[];
}

export interface RefusedDocket {
  /**
   * `copy`: no quorum decided what was given, so its sender or the disk is wrong. `branch`: one did, after another
   * docket than the one that is sealed here. `state`: one did, and the rules refuse it on the state here.
   */
  readonly wrong: 'copy' | 'branch' | 'state';
  readonly issues: readonly Issue[];
}

/**
 * The state after a docket that a quorum certified, or why it may not follow `before` (undefined for docket 0, which
 * has to be `genesisHash`). The certificate stands for the signatures of the transactions; roots, rules and the state
 * that the header names are computed again. The roster of `before` has to be the one of its head: what it did not sign
 * says nothing about the rest of the state.
 */
export function judgeSealed(
  { docket, certificate }: SealedDocket,
  given: { readonly before: RegisterState | undefined; readonly genesisHash: Hash; readonly view: StateView },
): Resealed | RefusedDocket {
  const { before, genesisHash, view } = given;
  if (before === undefined) {
    if (docket.hash !== genesisHash)
      return copyWrong([issue('DOCKET_CONFLICT', '/docket/hash', 'Another genesis was founded.')]);
    const founded = genesisOf(docket);
    if (isFailure(founded)) return copyWrong(founded.issues);
    const problems = certificateIssues(certificate, { docket, genesisHash, ...sealers(founded.state) });
    return problems.length > 0 ? copyWrong(problems) : founded;
  }
  const spoilt = checkBody(docket);
  if (spoilt.length > 0) return copyWrong(spoilt);
  const problems = certificateIssues(certificate, { docket, genesisHash, ...sealers(before) });
  if (problems.length > 0) return copyWrong(problems);
  const judged = checkDocket(docket, before, { view, signaturesOk: () => true });
  if (isFailure(judged)) {
    const isNext = docket.header.prevHash === before.hash;
    return { wrong: isNext ? 'state' : 'branch', issues: judged.issues };
  }
  return { state: nextState(before, docket, judged.effect), changes: judged.effect.changes };
}

function copyWrong(issues: readonly Issue[]): RefusedDocket {
  return { wrong: 'copy', issues };
}

export interface Sealers {
  readonly roster: Roster;
  readonly mode: ConsensusMode;
}

/**
 * Everything that keeps a certificate from being the one of this docket under these sealers; empty when nothing does.
 */
export function certificateIssues(
  certificate: Certificate,
  { docket, genesisHash, roster, mode }: Sealers & { readonly docket: Docket; readonly genesisHash: Hash },
): readonly Issue[] {
  const { height, registerId } = docket.header;
  const kind = height === 0 ? 'GENESIS' : 'COMMIT';
  if (certificate.kind !== kind || certificate.height !== height || certificate.docketHash !== docket.hash)
    return [issue('CERTIFICATE_INVALID', '/certificate', 'The certificate is not of this docket.')];
  return certificateProblems(certificate, { registerId, genesisHash, roster, policy: { mode } }, verifySeat);
}

/**
 * The validators that decided a docket, by the roster that its header names: that of now, one that state still
 * remembers, or the first. Undefined when it is not one of them; sealing everything again finds it then.
 */
export function sealersOf(
  rosterHash: Hash,
  from: { readonly state: RegisterState; readonly view: StateView; readonly genesis: Docket | undefined },
): Sealers | undefined {
  const { state, view, genesis } = from;
  if (rosterHashOf(state.roster) === rosterHash) return sealers(state);
  const founded = genesis && genesisOf(genesis);
  if (!founded || isFailure(founded)) return undefined;
  const first = sealers(founded.state);
  const roster = rosterHashOf(first.roster) === rosterHash ? first.roster : rosterNamed(rosterHash, state, view);
  return roster && { roster, mode: roster.mode ?? first.mode };
}

function sealers({ roster, policy }: RegisterState): Sealers {
  return { roster, mode: policy.consensus.mode };
}

/** The attestations of its whole roster cover the signatures of a genesis transaction. */
function genesisOf(docket: Docket): ReturnType<typeof genesisState> {
  return genesisState(docket, { verify: verifySync, signaturesOk: () => true });
}

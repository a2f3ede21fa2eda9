// The evidence against the validators of a register, as a reader sees it, and the operator's choice of a branch after a
// fork. Judgements are in core/.
import type { MisbehaviourReport } from '../../../../actors/ledger-port.js';
import { isFailure } from '../../../../core/base/result.js';
import { evidenceHashOf, type MemberEvidence, offenceOf } from '../../../../core/chain/annex.js';
import { commonHeight, forkHeight } from '../../../../core/mesh/fork.js';
import { ownedRegister, visibleRegister } from '../../../access/registers.js';
import type { ApiCall } from '../../../define.js';
import type { LedgerDeps } from '../deps.js';

export async function misbehaviourOf(call: ApiCall<LedgerDeps>, registerId: string) {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return record;
  const report = await call.deps.ledger.misbehaviour(record.id);
  return isFailure(report) ? report : misbehaviourView(record.id, report);
}

export async function acceptFork(
  call: ApiCall<LedgerDeps>,
  { registerId, docketHash }: { readonly registerId: string; readonly docketHash: string },
) {
  const record = ownedRegister(call, registerId);
  if (isFailure(record)) return record;
  const accepted = await call.deps.ledger.acceptFork(record.id, docketHash);
  return isFailure(accepted) ? accepted : misbehaviourOf(call, record.id);
}

function misbehaviourView(registerId: string, { faulted, pending, fork, claims }: MisbehaviourReport) {
  return {
    registerId,
    sealed: faulted.flatMap(({ validatorId, faults }) => faults.map((fault) => ({ validatorId, ...fault }))),
    pending: pending.map(pendingView),
    ...(claims.length > 0 && { claims: claims.map(claimView) }),
    ...(fork && {
      fork: {
        height: forkHeight(fork.proof),
        ...present('lastCommonDocket', commonHeight(fork.proof)),
        ...present('accepted', fork.accepted ?? null),
        ...present('sealedHere', fork.sealed ? { height: fork.sealed.height, docketHash: fork.sealed.hash } : null),
        culprits: fork.culprits.map(({ voter: validatorId, kind }) => ({ validatorId, kind })),
        proof: { ...fork.proof },
      },
    }),
  };
}

function claimView({ proof, signers }: MisbehaviourReport['claims'][number]) {
  const [a, b] = proof.certificates;
  return {
    height: forkHeight(proof),
    dockets: [a.docketHash, b.docketHash],
    signers: [...signers],
    proof: { ...proof },
  };
}

function pendingView(evidence: MemberEvidence) {
  const { voter: validatorId, kind, height, round } = offenceOf(evidence);
  return { validatorId, kind, height, round, evidenceHash: evidenceHashOf(evidence), evidence: { ...evidence } };
}

function present<K extends string, V>(key: K, value: V | null): { [P in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { [P in K]?: V });
}

// The verifiers of gates: those of this node, which judge for others and sign, and the way to those of other nodes.
// Each judgement leaves an entry in the audit trail of the organisation of the wallet, and nothing of what was shown.
import type { WalletAsker } from '../../actors/wallet-asks/asking.js';
import type { SubjectAnswer } from '../../actors/wallet-asks/ports.js';
import { type GateVerifyingPorts, gateVerifier, type VerifiedFact } from '../../actors/wallet-asks/verifying.js';
import type { GateVerifiers } from '../../actors/workflow/credentials/verified-gates.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Audit } from '../auth/audit.js';
import type { GateMetrics } from '../deps/gates.js';

export interface VerifiersPorts extends Omit<GateVerifyingPorts, 'onJudged'> {
  readonly audit: Pick<Audit, 'recordRepeated'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly metrics: Pick<GateMetrics, 'countGate'> | null;
}

/** By this name the asking node and the answering one know what is asked. */
export const VERIFY_GATE = 'verify-gate';

/** For other nodes, and for this one. */
export function verifierSubject({ audit, commit, metrics, ...ports }: VerifiersPorts): SubjectAnswer {
  return gateVerifier({
    ...ports,
    onJudged: (fact) => {
      metrics?.countGate('verified', fact.problem === undefined ? 'admitted' : 'refused');
      return commit(recordOf(audit, fact));
    },
  });
}

/** For the actions of this node. */
export function verifiersBy(asker: Pick<WalletAsker, 'ask'>): GateVerifiers {
  return { ask: (asked) => asker.ask({ ...asked, subject: VERIFY_GATE }) };
}

/** Without an account: a node asked. */
function recordOf(audit: VerifiersPorts['audit'], { wallet, peerId, registerId, asked, problem }: VerifiedFact) {
  const { run, statement } = asked;
  const { instanceId, actionId, senderWallet: sender } = run;
  return audit.recordRepeated({
    ...{ eventType: 'GateVerified', organisationId: wallet.tenant ?? PLATFORM_ORGANISATION_ID, identityId: '' },
    ...{ address: '', success: problem === undefined },
    details: {
      ...{ registerId, instanceId, actionId, requirement: statement.id, wallet: wallet.address, sender },
      ...(peerId !== undefined && { peerId }),
      ...(problem && { code: problem.code, reason: problem.message }),
    },
  });
}

// Kept evidence that this node gives to the nodes of its readers. Each time leaves an entry in the audit trail of the
// organisation of the wallet that sent the action, and nothing of the evidence.
import { type EvidenceAnswerPorts, evidenceAnswer } from '../../actors/wallet-asks/evidence.js';
import type { SubjectAnswer } from '../../actors/wallet-asks/ports.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Audit } from '../auth/audit.js';

export interface GivingPorts extends Omit<EvidenceAnswerPorts, 'onGiven'> {
  readonly audit: Pick<Audit, 'recordRepeated'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export function evidenceSubject({ audit, commit, ...ports }: GivingPorts): SubjectAnswer {
  return evidenceAnswer({
    ...ports,
    // Without an account: a node asked.
    onGiven: ({ wallet: { address: wallet, tenant }, peerId, ...run }) =>
      commit(
        audit.recordRepeated({
          ...{ eventType: 'GateEvidenceGiven', organisationId: tenant ?? PLATFORM_ORGANISATION_ID, identityId: '' },
          ...{ address: '', success: true },
          details: { ...run, wallet, ...(peerId !== undefined && { peerId }) },
        }),
      ),
  });
}

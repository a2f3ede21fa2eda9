// Kept evidence that leaves this node stands in the audit trail before it is given.
import { expect } from 'chai';
import type { AuditEntry } from '../../../../api/auth/audit.js';
import { evidenceSubject } from '../../../../api/gates/giving.js';
import { toBase64Url, utf8 } from '../../../../core/base/bytes.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { GatedLedger } from '../../../support/credentials/gated-ledger.js';
import { BOBS_KEYS } from '../../../support/node/wallet-nodes.js';
import { alice, bob, REGISTER_ID } from '../../../support/register/ledger.js';

describe('api/gates/giving', () => {
  const ledger = new GatedLedger([{ evidence: 'kept' }]);
  const run = ledger.take();
  const content = { seed: 'AA', cells: [[1]] };
  const text = utf8(JSON.stringify({ txId: run.txId, reader: bob.address, key: toBase64Url(new Uint8Array(32)) }));

  for (const [peerId, tenant, organisationId] of [
    ['p', 'o', 'o'],
    [undefined, undefined, PLATFORM_ORGANISATION_ID],
  ] as const)
    it(`writes an entry to the trail of the organisation of the sender (${peerId})`, async () => {
      const done: (AuditEntry | 'committed')[] = [];
      const answer = evidenceSubject({
        chain: {
          view: () => ledger.at.ledger.view,
          transaction: () => ({ transaction: run }),
          bySender: async () => ({ items: [] }),
        } as never,
        random: { bytes: (length: number) => new Uint8Array(length).fill(5) },
        ...{ kept: { find: () => ({ licence: content }) }, wallets: { find: () => undefined }, keystore: BOBS_KEYS },
        audit: {
          recordRepeated(entry) {
            done.push(entry);
            return [];
          },
        },
        commit: async () => void done.push('committed'),
      });
      const wallet = { address: alice.address, ...(tenant !== undefined && { tenant }) } as never;
      expect(await answer({ registerId: REGISTER_ID, reg: 7, wallet, address: alice.address, peerId, text })).to.be.an(
        'Uint8Array',
      );
      const stated = { registerId: REGISTER_ID, txId: run.txId, reader: bob.address };
      expect(done).to.deep.equal([
        {
          ...{ eventType: 'GateEvidenceGiven', organisationId, identityId: '', address: '', success: true },
          details: { ...stated, wallet: alice.address, ...(peerId !== undefined && { peerId }) },
        },
        'committed',
      ]);
    });
});

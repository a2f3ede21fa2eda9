// Evidence of an Issuance and of a change of its status: offline a reader sees which credential of which run was
// committed to, by whom, and what became of it.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { credentialSaidIn } from '../../../../../core/chain/evidence/credential.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { issueOf } from '../../../../support/base/results.js';
import { called } from '../../../../support/program/command.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import { issuingLedger, ROOT } from '../../../../support/register/issuing.js';
import { bob } from '../../../../support/register/ledger.js';

describe('evidence of an Issuance', () => {
  const { at, two, issue, change, sealed } = issuingLedger();
  const issuance = sealed(issue());
  const receipt = sealed(issue({ config: 'receipt', copies: 1, validUntil: '2030-01-01T00:00:00.000Z' }));
  const anew = sealed(issue({ replaces: issuance.txId }));
  const revoked = sealed(change(anew, 'revoked'));
  const { hash, height } = at.ledger.state;
  const documentAt = (back: number) => evidenceIn(at.ledger, { height: height - back });
  const found = (back: number) =>
    verifyEvidence(documentAt(back), verifySync, { head: { hash, height } }) as EvidenceProof;
  const said = { by: bob.address, instanceId: 'inst-1', actionId: '2' };
  const statedBy = ({ payload }: Transaction) => {
    const { type: _, v: __, ...stated } = payload as JsonObject;
    return stated;
  };

  it('says which credential of which run was committed to', () => {
    const issued = { type: 'Issuance', ...said, about: two.txId };
    expect(found(3).credential).to.deep.equal({ ...issued, ...statedBy(issuance) });
    expect(found(2).credential).to.deep.equal({ ...issued, ...statedBy(receipt) });
    expect(found(1).credential).to.deep.equal({ ...issued, ...statedBy(anew) });
    expect(found(3).facts.join()).to.include(
      `issued the credential permit of transaction ${two.txId}: 2 copies under the root ${ROOT}`,
    );
    expect(found(2).facts.join()).to.include(': 1 copy under');
    expect(found(4).credential).to.equal(undefined);
  });

  it('says what its status is from then on', () => {
    expect(found(0).credential).to.deep.equal({
      type: 'CredentialStatus',
      ...said,
      about: anew.txId,
      to: 'revoked',
    });
    expect(found(0).facts.join()).to.include(`the credential of Issuance ${anew.txId} is revoked from then on`);
  });

  it('is shown by the command', async () => {
    const shown = async (back: number) =>
      (await called(['verify', '--head', `${hash}@${height}`], {}, { stdin: JSON.stringify(documentAt(back)) })).out;
    const issued = await shown(1);
    expect(issued).to.match(new RegExp(`issued by +${bob.address}`));
    expect(issued).to.match(new RegExp(`in place of +${issuance.txId}`));
    expect(await shown(0)).to.match(/status +revoked/);
    expect(await shown(4)).to.not.match(/issued by|status by/);
  });

  it('is none where no register takes it', () => {
    const as = (tx: Transaction, payload: JsonObject) => credentialSaidIn({ ...tx, payload } as Transaction);
    for (const wrong of [as(issuance, { type: 'issuance', v: 1 }), as(revoked, { type: 'credential-status', v: 1 })])
      expect(issueOf(wrong)).to.include({ code: 'VAL_SCHEMA_004' });
  });
});

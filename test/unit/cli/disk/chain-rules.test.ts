// The rules of the deep check are those of the ledger: the fold gives its states, and a certificate or a signature that
// is not one is found.
import { expect } from 'chai';
import { certificateIssues, foldDocket } from '../../../../cli/disk/chain-rules.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { good } from '../../../support/base/good.js';
import { issueOf } from '../../../support/base/results.js';
import { act, alice, Ledger, publish } from '../../../support/register/ledger.js';
import { ledgerSteps } from '../../../support/register/ledger-steps.js';

const publication = publish();
const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
const steps = ledgerSteps([[publication], [start]]);
const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);

describe('cli/disk/chain-rules', () => {
  it('folds a register to the state that its headers name', () => {
    expect(steps.map(({ after }) => after.height)).to.deep.equal([0, 1, 2]);
    for (const { sealed, after } of steps) expect(after.stateHash).to.equal(sealed.docket.header.stateHash);
    expect(steps[2]!.after.txCount).to.equal(3);
  });

  it('finds nothing wrong with the certificates of a sound register', () => {
    for (const { sealed, before } of steps) expect(certificateIssues(sealed, before)).to.deep.equal([]);
  });

  it('refuses a certificate that is forged, of another kind or of another height', () => {
    const { sealed, before } = steps[2]!;
    const { certificate } = sealed;
    const other = steps[1]!.sealed.certificate;
    const changed: readonly Partial<SealedDocket['certificate']>[] = [
      { signatures: other.signatures },
      { signatures: [] },
      { kind: 'PREPARE' },
      { height: 1 },
      { rosterHash: '0'.repeat(64) },
    ];
    for (const change of changed) {
      const found = certificateIssues({ ...sealed, certificate: { ...certificate, ...change } }, before);
      expect(codes(found), Object.keys(change)[0]).to.deep.equal(['CERTIFICATE_INVALID']);
    }
    const genesis = steps[0]!.sealed;
    const foreign = { ...genesis, certificate: { ...genesis.certificate, signatures: other.signatures } };
    expect(codes(certificateIssues(foreign, undefined))).to.deep.equal(['CERTIFICATE_INVALID']);
  });

  it('verifies every signature again', () => {
    const ledger = new Ledger();
    ledger.seal(publication);
    const [signature] = start.signatures;
    const forged = { ...start, signatures: [{ ...signature!, signatureValue: toBase64(new Uint8Array(64)) }] };
    // The header of the forged docket fits its body; only the signature is wrong.
    const docket = ledger.docket([forged]);
    expect(codes([issueOf(foldDocket(ledger.state, docket, ledger.view)) as { code: string }])).to.deep.equal([
      'VAL_SIG_002',
    ]);
    expect(good(foldDocket(ledger.state, ledger.docket([start]), ledger.view)).state.height).to.equal(2);
  });
});

// The states of a credential of a wallet: which there are, and what each lets happen.
import { expect } from 'chai';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import {
  canPresent,
  KEPT_STATES,
  type KeptCredential,
  type KeptState,
  shownState,
  withState,
} from '../../../../../core/credentials/holding/kept.js';
import { good } from '../../../../support/base/good.js';

const END = 1000;
const kept = (state: KeptState, more: Partial<KeptCredential> = {}): KeptCredential => ({
  ...{ id: 'id', wallet: 'qr1wallet', format: 'dc+sd-jwt', credentialType: 'urn:x', issuer: 'https://i.example' },
  ...{ verdict: 'AuthenticUntrusted', state, copies: 1, uses: 0, isBound: true, receivedAtMs: 1, changedAtMs: 1 },
  ...{ change: 1, validUntilMs: END, sealed: '' },
  ...more,
});

const refusal = (result: Result<unknown>) => (isFailure(result) ? result.issue.code : 'none');

describe('core/credentials/holding/kept', () => {
  it('shows an active one as expired from its end on, and each other as it is', () => {
    expect([shownState(kept('Active'), END - 1), shownState(kept('Active'), END)]).to.deep.equal(['Active', 'Expired']);
    const { validUntilMs: _, ...endless } = kept('Active');
    expect(shownState(endless, Number.MAX_SAFE_INTEGER)).to.equal('Active');
    for (const state of KEPT_STATES) if (state !== 'Active') expect(shownState(kept(state), END)).to.equal(state);
  });

  it('presents what is active, in its time, and bound to the wallet', () => {
    expect(canPresent(kept('Active'), END - 1)).to.equal(true);
    expect(canPresent(kept('Active'), END)).to.equal(false);
    expect(canPresent(kept('Active', { isBound: false }), END - 1)).to.equal(false);
    for (const state of KEPT_STATES)
      if (state !== 'Active') expect(canPresent(kept(state), END - 1), state).to.equal(false);
  });

  it('changes from each state to each other, but for a revoked one', () => {
    for (const before of KEPT_STATES)
      for (const after of KEPT_STATES) {
        const credential = kept(before);
        const changed = withState(credential, after, 5);
        if (before === after) expect(changed, 'the same one').to.equal(credential);
        else if (before === 'Revoked') expect(refusal(changed)).to.equal('CREDENTIAL_REVOKED');
        else expect(good(changed)).to.include({ state: after, changedAtMs: 5 });
      }
  });
});

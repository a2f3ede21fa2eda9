// Wallets and their grants: key types, what a status allows, rights, contexts, and the signing rate.

import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { containsPath, covers, type Grant } from '../../../../core/wallet/grants.js';
import { admitSigning, recentSignings } from '../../../../core/wallet/signing-rate.js';
import {
  ALGORITHM_SPELLINGS,
  changeWallet,
  deleteWallet,
  keyTypeOf,
  useProblem,
  type Wallet,
  type WalletStatus,
  walletAlgorithm,
} from '../../../../core/wallet/wallet.js';

const wallet: Wallet = {
  id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a001',
  address: 'qr1example',
  name: 'Old',
  description: 'Old words',
  algorithm: 'ED25519',
  publicKey: '',
  owner: { kind: 'person', id: 'alice' },
  status: 'Active',
  tags: { a: '1' },
  createdAt: 5,
  updatedAt: 5,
};

describe('wallet algorithms', () => {
  it('are known by every documented spelling', () => {
    const meant = Object.fromEntries(ALGORITHM_SPELLINGS.map((text) => [text, walletAlgorithm(text, '')]));
    expect(meant).to.deep.equal({
      ED25519: 'ED25519',
      NISTP256: 'NISTP256',
      'NIST-P256': 'NISTP256',
      RSA: 'RSA-4096',
      RSA4096: 'RSA-4096',
      'RSA-4096': 'RSA-4096',
      'ML-DSA-65': 'ML-DSA-65',
    });
  });

  it('are nothing else, inherited names included', () => {
    for (const text of ['', 'ed25519', 'RSA-2048', 'toString', '__proto__', 'ED25519+ML-DSA-65']) {
      const found = walletAlgorithm(text, '/keyType');
      expect(isFailure(found) && [found.issue.code, found.issue.path], text).to.deep.equal([
        'ALGORITHM_UNSUPPORTED',
        '/keyType',
      ]);
    }
  });

  it('show RSA-4096 as the key type RSA', () => {
    expect([keyTypeOf('RSA-4096'), keyTypeOf('NISTP256')]).to.deep.equal(['RSA', 'NISTP256']);
  });
});

describe('the status of a wallet', () => {
  it('decides what its key may do', () => {
    const code = (status: WalletStatus, use: 'sign' | 'encrypt' | 'decrypt') =>
      useProblem({ ...wallet, status }, use)?.code ?? 'ok';
    const table = (['Active', 'Archived', 'Locked', 'Deleted'] as const).map((status) => [
      status,
      code(status, 'sign'),
      code(status, 'encrypt'),
      code(status, 'decrypt'),
    ]);
    expect(table).to.deep.equal([
      ['Active', 'ok', 'ok', 'ok'],
      ['Archived', 'WALLET_LOCKED', 'WALLET_LOCKED', 'ok'],
      ['Locked', 'WALLET_LOCKED', 'WALLET_LOCKED', 'WALLET_LOCKED'],
      ['Deleted', 'WALLET_NOT_FOUND', 'WALLET_NOT_FOUND', 'WALLET_NOT_FOUND'],
    ]);
  });

  it('changes with the named members only', () => {
    expect(changeWallet(wallet, { name: 'New' }, 9)).to.deep.equal({ ...wallet, name: 'New', updatedAt: 9 });
    expect(changeWallet(wallet, { tags: {}, description: '', status: 'Locked' }, 9)).to.deep.equal({
      ...wallet,
      tags: {},
      description: '',
      status: 'Locked',
      updatedAt: 9,
    });
    expect(deleteWallet(wallet, 9)).to.deep.equal({ ...wallet, status: 'Deleted', updatedAt: 9 });
  });
});

describe('a grant', () => {
  const grant: Grant = {
    id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a002',
    walletId: wallet.id,
    subject: 'bob',
    accessRight: 'ReadWrite',
    grantedBy: 'alice',
    grantedAt: 0,
    allowedDerivationContexts: ['quorate:register-attestation', "m/44'/0'/0'/0/7"],
  };

  it('covers its right and the weaker ones', () => {
    expect((['ReadOnly', 'ReadWrite', 'Owner'] as const).map((right) => covers(grant, right, 1))).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect(covers({ ...grant, expiresAt: 1 }, 'ReadOnly', 1)).to.equal(false);
    expect(covers(undefined, 'ReadOnly', 1)).to.equal(false);
  });

  it('contains the paths that its contexts mean', () => {
    const paths = ["m/44'/0'/0'/0/100", "m/44'/0'/0'/0/7", "m/44'/0'/0'/0/0", 'quorate:register-attestation'];
    expect(paths.map((path) => containsPath(grant, path))).to.deep.equal([true, true, false, false]);
  });
});

describe('the rate of system signatures', () => {
  const rate = { max: 3, windowMs: 100 };
  it('slides', () => {
    let times: readonly number[] = [];
    for (const now of [0, 10, 20]) times = admitSigning(times, now, rate)!;
    expect(times).to.deep.equal([0, 10, 20]);
    expect(admitSigning(times, 99, rate)).to.equal(undefined);
    expect(admitSigning(times, 100, rate)).to.deep.equal([10, 20, 100]);
  });

  it('is not freed by a clock that was set back', () => {
    expect(admitSigning([500, 501, 502], 1, rate)).to.equal(undefined);
    expect(recentSignings([500], 1, rate)).to.deep.equal([500]);
  });
});

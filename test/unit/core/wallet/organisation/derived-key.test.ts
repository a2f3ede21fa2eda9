// Derived keys of an organisation: their paths, and their state machine.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import { resolvePath } from '../../../../../core/crypto/derivation/hd.js';
import {
  activeKeyFor,
  type DerivedKey,
  derivedPath,
  endedKey,
  KEY_USAGES,
  WALLET_STATUS,
} from '../../../../../core/wallet/organisation/derived-key.js';
import { useProblem, type Wallet } from '../../../../../core/wallet/wallet.js';

const KEY: DerivedKey = {
  ...{ id: 'k', organisationId: 'org', userId: 'uma', departmentId: 'sales', usage: 'Identity' },
  ...{ custodyMode: 'Custodial', walletAddress: 'qr1', publicKey: '', derivationPath: '', place: 3, generation: 0 },
  ...{ status: 'Active', createdAt: 'then' },
};

describe('core/wallet/organisation/derived-key', () => {
  it('stands at a path of its use, organisation, department, place and generation', () => {
    expect(derivedPath(KEY)).to.match(/^m\/8400'\/\d+'\/\d+'\/3'\/0\/0$/);
    expect(resolvePath(derivedPath(KEY))).to.equal(derivedPath(KEY));
    const paths = new Set([
      ...KEY_USAGES.map((usage) => derivedPath({ ...KEY, usage })),
      derivedPath({ ...KEY, departmentId: 'law' }),
      derivedPath({ ...KEY, organisationId: 'other' }),
      derivedPath({ ...KEY, place: 4 }),
      derivedPath({ ...KEY, generation: 1 }),
    ]);
    expect(paths.size).to.equal(KEY_USAGES.length + 4);
    for (const departmentId of ['', 'x'.repeat(64), '\u{1F697}'])
      expect(resolvePath(derivedPath({ ...KEY, departmentId }))).to.be.a('string');
  });

  it('is rotated or revoked once, and stays so', () => {
    const codeOf = (key: DerivedKey, to: 'Rotated' | 'Revoked') => {
      const ended = endedKey(key, to, 'now');
      return isFailure(ended) ? ended.issue.code : ended;
    };
    const rotated: DerivedKey = { ...KEY, status: 'Rotated' };
    const revoked: DerivedKey = { ...KEY, status: 'Revoked', revokedAt: 'now' };
    expect(codeOf(KEY, 'Rotated')).to.deep.equal(rotated);
    expect(codeOf(KEY, 'Revoked')).to.deep.equal(revoked);
    expect(codeOf(revoked, 'Revoked')).to.equal(revoked);
    expect(codeOf(revoked, 'Rotated')).to.equal('DERIVED_KEY_INACTIVE');
    for (const to of ['Rotated', 'Revoked'] as const) expect(codeOf(rotated, to)).to.equal('DERIVED_KEY_INACTIVE');
  });

  it('leaves its wallet to decrypt when it is rotated, and to do nothing when it is revoked', () => {
    const can = (status: DerivedKey['status']) =>
      (['sign', 'encrypt', 'decrypt'] as const).filter(
        (use) => useProblem({ status: WALLET_STATUS[status] } as Wallet, use) === undefined,
      );
    expect(can('Active')).to.deep.equal(['sign', 'encrypt', 'decrypt']);
    expect(can('Rotated')).to.deep.equal(['decrypt']);
    expect(can('Revoked')).to.deep.equal([]);
  });

  it('is one of a member for a department and usage', () => {
    expect(activeKeyFor([KEY], KEY)).to.equal(KEY);
    for (const change of [{ userId: 'ada' }, { departmentId: 'law' }, { usage: 'Signing' } as const])
      expect(activeKeyFor([KEY], { ...KEY, ...change })).to.equal(undefined);
    expect(activeKeyFor([{ ...KEY, status: 'Rotated' }], KEY)).to.equal(undefined);
  });
});

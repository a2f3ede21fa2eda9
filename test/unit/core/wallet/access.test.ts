// The rights to see, manage, share and use a wallet, role by role.
import { expect } from 'chai';
import {
  canManage,
  canSee,
  grantingProblem,
  isOwner,
  keyVerdict,
  manageProblem,
  mayWrite,
  type WalletStanding,
} from '../../../../core/wallet/access.js';
import type { AccessRight, Grant, GrantRequest } from '../../../../core/wallet/grants.js';
import type { Wallet, WalletOwner } from '../../../../core/wallet/wallet.js';

const NOW = 1_000_000;
const ATTESTATION = 'quorate:register-attestation';
const ATTESTATION_PATH = "m/44'/0'/0'/0/100";
const DEFAULT_PATH = "m/44'/0'/0'/0/0";

function aWallet(owner: WalletOwner): Wallet {
  return {
    id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a001',
    address: 'qr1example',
    name: 'Wallet',
    description: '',
    algorithm: 'ED25519',
    publicKey: '',
    owner,
    tenant: 'org-1',
    status: 'Active',
    tags: {},
    createdAt: 0,
    updatedAt: 0,
  };
}

function aGrant(change: Partial<Grant> = {}): Grant {
  return {
    id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a002',
    walletId: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a001',
    subject: 'bob',
    accessRight: 'ReadWrite',
    grantedBy: 'alice',
    grantedAt: 0,
    allowedDerivationContexts: [ATTESTATION],
    ...change,
  };
}

const PERSONAL = aWallet({ kind: 'person', id: 'alice' });
const ORGANISATION = aWallet({ kind: 'organisation', id: 'org-1' });
const SYSTEM = aWallet({ kind: 'system', id: 'node' });

function bob(
  change: Partial<WalletStanding> & { orgId?: string | undefined; roles?: readonly string[] } = {},
): WalletStanding {
  const { orgId = 'org-1', roles = ['Administrator'], ...rest } = change;
  return { wallet: ORGANISATION, grant: aGrant(), now: NOW, actor: { id: 'bob', orgId, roles }, ...rest };
}

describe('the right to use a key', () => {
  // Every combination of the four conditions of the specification, for a personal and an organisation's wallet: 2 * 7 *
  // 3 * 4 * 4 * 2 = 1344 rows.
  const grants: readonly (readonly [string, Grant | undefined, boolean])[] = [
    ['none', undefined, false],
    ['ReadOnly', aGrant({ accessRight: 'ReadOnly' }), false],
    ['ReadWrite', aGrant(), true],
    ['ReadWrite until now', aGrant({ expiresAt: NOW }), false],
    ['ReadWrite until the next millisecond', aGrant({ expiresAt: NOW + 1 }), true],
    ['ReadWrite, revoked', aGrant({ revokedAt: NOW - 1 }), false],
    ['ReadWrite, unscoped', aGrant({ allowedDerivationContexts: [] }), false],
  ];
  const organisations = ['org-1', 'org-2', ''] as const;
  const roleSets = [['Administrator'], ['SystemAdmin'], ['User', 'Designer', 'Auditor'], []] as const;
  const paths: readonly (readonly [string, boolean])[] = [
    [ATTESTATION_PATH, true],
    [DEFAULT_PATH, false],
    ["m/44'/0'/0'/0/101", false],
    ['m', false],
  ];

  it('is a delegate\u2019s only when all four conditions hold', () => {
    let allowed = 0;
    let rows = 0;
    for (const wallet of [PERSONAL, ORGANISATION])
      for (const [name, grant, grantHolds] of grants)
        for (const orgId of organisations)
          for (const roles of roleSets)
            for (const [path, pathHolds] of paths)
              for (const hybrid of [false, true]) {
                const actor = { id: 'bob', orgId: orgId === '' ? undefined : orgId, roles };
                const verdict = keyVerdict({ wallet, grant, now: NOW, actor }, path, hybrid);
                const expected =
                  grantHolds && orgId === 'org-1' && roles[0] === 'Administrator' && pathHolds && !hybrid;
                expect(verdict.allowed, `${wallet.owner.kind} ${name} ${orgId} ${roles} ${path} ${hybrid}`).to.equal(
                  expected,
                );
                if (verdict.allowed) expect(verdict.as).to.equal('delegate');
                rows += 1;
                allowed += verdict.allowed ? 1 : 0;
              }
    expect([rows, allowed]).to.deep.equal([1344, 4]);
  });

  it('names the condition that failed', () => {
    const reason = (standing: WalletStanding, path = ATTESTATION_PATH, hybrid = false) => {
      const verdict = keyVerdict(standing, path, hybrid);
      return verdict.allowed ? 'allowed' : verdict.reason;
    };
    expect(reason(bob())).to.equal('allowed');
    expect(reason(bob({ grant: undefined }))).to.equal('no-active-readwrite-grant');
    expect(reason(bob({ orgId: 'org-2' }))).to.equal('not-in-owning-organisation');
    expect(reason(bob({ roles: ['User'] }))).to.equal('not-administrator');
    expect(reason(bob(), DEFAULT_PATH)).to.equal('path-outside-grant');
    expect(reason(bob(), ATTESTATION_PATH, true)).to.equal('hybrid-not-delegable');
    expect(reason(bob({ wallet: SYSTEM }))).to.equal('no-wallet');
  });

  it('is the owner\u2019s for every path, in hybrid mode too, whatever the token says of organisations', () => {
    const actor = { id: 'alice', orgId: 'org-9', roles: [] };
    const verdict = keyVerdict({ wallet: PERSONAL, grant: undefined, now: NOW, actor }, DEFAULT_PATH, true);
    expect(verdict).to.deep.equal({ allowed: true, as: 'owner' });
  });

  it('comes with an active Owner grant on a personal wallet, and ends with it', () => {
    const owner = (grant: Grant) => isOwner(bob({ wallet: PERSONAL, grant, roles: [] }));
    expect(owner(aGrant({ accessRight: 'Owner' }))).to.equal(true);
    expect(owner(aGrant({ accessRight: 'Owner', expiresAt: NOW }))).to.equal(false);
    expect(owner(aGrant({ accessRight: 'Owner', revokedAt: 1 }))).to.equal(false);
    expect(isOwner(bob({ grant: aGrant({ accessRight: 'Owner' }) })), 'an organisation has no co-owner').to.equal(
      false,
    );
  });

  it('is not the organisation\u2019s merely because an id of a person equals its id', () => {
    const actor = { id: 'org-1', orgId: 'org-2', roles: ['Administrator'] };
    expect(
      keyVerdict({ wallet: ORGANISATION, grant: undefined, now: NOW, actor }, DEFAULT_PATH, false).allowed,
    ).to.equal(false);
  });
});

describe('seeing and managing a wallet', () => {
  const stranger = bob({ grant: undefined, roles: ['User'] });
  const cases: readonly (readonly [string, WalletStanding, boolean, boolean])[] = [
    ['owner', { wallet: PERSONAL, grant: undefined, now: NOW, actor: { id: 'alice', roles: [] } }, true, true],
    ['administrator of the owning organisation', bob({ grant: undefined }), true, true],
    ['administrator of another organisation', bob({ grant: undefined, orgId: 'org-2' }), false, false],
    ['administrator of the tenant of a personal wallet', bob({ grant: undefined, wallet: PERSONAL }), false, false],
    ['holder of a ReadOnly grant', bob({ roles: [], grant: aGrant({ accessRight: 'ReadOnly' }) }), true, false],
    ['holder of an ended grant', bob({ roles: [], grant: aGrant({ expiresAt: NOW }) }), false, false],
    ['stranger', stranger, false, false],
    ['anyone before the system wallet', bob({ wallet: SYSTEM }), false, false],
    [
      'owner of a deleted wallet',
      { ...bob({ wallet: { ...PERSONAL, status: 'Deleted' } }), actor: { id: 'alice', roles: [] } },
      false,
      false,
    ],
  ];
  for (const [name, standing, sees, manages] of cases)
    it(`${name}: ${sees ? 'sees' : 'does not see'}, ${manages ? 'manages' : 'does not manage'}`, () => {
      expect(canSee(standing)).to.equal(sees);
      expect(canManage(standing)).to.equal(manages);
      const code = manageProblem(standing)?.code;
      expect(code).to.equal(manages ? undefined : sees ? 'WALLET_ACCESS_DENIED' : 'WALLET_NOT_FOUND');
    });
});

describe('the right to grant', () => {
  const alice: WalletStanding = { wallet: PERSONAL, grant: undefined, now: NOW, actor: { id: 'alice', roles: [] } };
  const administrator = bob({ grant: undefined });
  const ask = (change: Partial<GrantRequest> = {}): GrantRequest => ({
    subject: 'carol',
    accessRight: 'ReadWrite',
    allowedDerivationContexts: [ATTESTATION],
    ...change,
  });
  const rights: readonly AccessRight[] = ['ReadOnly', 'ReadWrite', 'Owner'];
  const scopes: readonly (readonly string[])[] = [[], [ATTESTATION]];

  it('gives an owner every right with and without a scope', () => {
    for (const accessRight of rights)
      for (const allowedDerivationContexts of scopes)
        expect(grantingProblem(alice, ask({ accessRight, allowedDerivationContexts }))).to.equal(undefined);
  });

  it('gives an Administrator of the owning organisation scoped grants below Owner', () => {
    const codes = rights.flatMap((accessRight) =>
      scopes.map(
        (allowedDerivationContexts) =>
          grantingProblem(administrator, ask({ accessRight, allowedDerivationContexts }))?.code,
      ),
    );
    expect(codes).to.deep.equal([
      'GRANT_INVALID',
      undefined,
      'GRANT_INVALID',
      undefined,
      'WALLET_ACCESS_DENIED',
      'WALLET_ACCESS_DENIED',
    ]);
  });

  it('is no other user\u2019s', () => {
    expect(grantingProblem(bob({ grant: undefined, roles: ['User'] }), ask())?.code).to.equal('WALLET_NOT_FOUND');
    expect(grantingProblem(bob({ wallet: PERSONAL }), ask())?.code).to.equal('WALLET_ACCESS_DENIED');
  });

  it('refuses a grant to the owner, a past expiry, and contexts that are no path or stand twice', () => {
    const at = (change: Partial<GrantRequest>) => {
      const problem = grantingProblem(alice, ask(change));
      return [problem?.code, problem?.path];
    };
    expect(at({ subject: 'alice' })).to.deep.equal(['GRANT_INVALID', '/subject']);
    expect(at({ expiresAt: NOW })).to.deep.equal(['GRANT_INVALID', '/expiresAt']);
    expect(at({ expiresAt: NOW + 1 })).to.deep.equal([undefined, undefined]);
    expect(at({ allowedDerivationContexts: [ATTESTATION, 'quorate:nothing'] })).to.deep.equal([
      'GRANT_INVALID',
      '/allowedDerivationContexts/1',
    ]);
    expect(at({ allowedDerivationContexts: [DEFAULT_PATH, DEFAULT_PATH] })).to.deep.equal([
      'GRANT_INVALID',
      '/allowedDerivationContexts',
    ]);
    const many = Array.from({ length: 21 }, (_, i) => `m/${i}`);
    expect(at({ allowedDerivationContexts: many })).to.deep.equal(['GRANT_INVALID', '/allowedDerivationContexts']);
  });
});

describe('a caller that speaks for the member of one organisation', () => {
  const bound = (boundTo: string | undefined) => bob({ actor: { id: 'bob', orgId: 'org-1', roles: [], boundTo } });
  const owning = (boundTo: string | undefined) => ({
    ...bound(boundTo),
    wallet: aWallet({ kind: 'person', id: 'bob' }),
  });

  it('uses, writes for and sees the wallets of that organisation alone', () => {
    for (const standing of [bound, owning]) {
      expect([mayWrite(standing('org-1')), canSee(standing('org-1'))]).to.deep.equal([true, true]);
      expect([mayWrite(standing(undefined)), canSee(standing(undefined))]).to.deep.equal([true, true]);
      expect([mayWrite(standing('org-2')), canSee(standing('org-2'))]).to.deep.equal([false, false]);
    }
    expect(keyVerdict(owning('org-1'), DEFAULT_PATH, false).allowed).to.equal(true);
    expect(keyVerdict(owning('org-2'), DEFAULT_PATH, false).allowed).to.equal(false);
  });
});

// Service principals: client ids, scopes, the state machine, and which changes end tokens.
import { expect } from 'chai';
import { SERVICE_SCOPES_MAX } from '../../../../../core/base/limits/node/accounts.js';
import { isFailure } from '../../../../../core/base/result.js';
import {
  afterAct,
  clientIdProblem,
  endsTokens,
  grantedScopes,
  type Principal,
  type PrincipalAct,
  SCOPES,
  scopesProblem,
} from '../../../../../core/tenant/services/principal.js';
import { issuesOf } from '../../../../support/base/results.js';

const ACTIVE: Principal = {
  ...{ id: 'id', clientId: 'inbox', serviceName: 'Inbox', scopes: ['a', 'b'], status: 'Active' },
  ...{ secretHash: 'ab'.repeat(32), secretSetAt: 'then', createdAt: 'then', createdBy: 'ada' },
};
const changed = (principal: Principal, act: PrincipalAct) => {
  const done = afterAct(principal, act);
  return isFailure(done) ? done.issue.code : done;
};

describe('core/tenant/services/principal', () => {
  it('takes client ids that can stand in a URI and are the id of no user', () => {
    for (const id of ['abc', 'validator-1', 'a-0', `a${'b'.repeat(62)}`])
      expect(clientIdProblem(id), id).to.equal(undefined);
    const bad = ['', 'ab', '1ab', 'Abc', 'a_b', 'a.b', '-ab', 'ab-', 'a b', 'a/b', `a${'b'.repeat(63)}`];
    for (const id of [...bad, 'b3a1c1c0-15d5-4b0e-8a58-0f2a3f1c7d01'])
      expect(clientIdProblem(id), id).to.include({ code: 'CLIENT_ID_INVALID', path: '/clientId' });
  });

  it('takes the scopes that there are, each once, and says which for another one', () => {
    expect(scopesProblem([])).to.equal(undefined);
    expect(scopesProblem(Object.values(SCOPES))).to.equal(undefined);
    for (const scope of ['', 'a b', 'x'.repeat(65), 'dockets:read', 'toString', SCOPES.inbox])
      expect(scopesProblem([SCOPES.inbox, scope]), scope).to.include({ code: 'SCOPE_INVALID', path: '/scopes/1' });
    const typo = scopesProblem(['docket:write'])?.message;
    expect(typo).to.contain('Did you mean dockets:write?');
    for (const scope of Object.values(SCOPES)) expect(typo).to.contain(`${scope} `);
    const many = Array.from({ length: SERVICE_SCOPES_MAX + 1 }, (_, i) => `s${i}`);
    expect(scopesProblem(many)).to.include({ code: 'SCOPE_INVALID', path: '/scopes' });
  });

  it('grants the scopes that were asked for, of those that it has', () => {
    expect(issuesOf(grantedScopes(ACTIVE, undefined))).to.deep.equal(['a', 'b']);
    expect(issuesOf(grantedScopes(ACTIVE, ' b  b '))).to.deep.equal(['b']);
    expect(issuesOf(grantedScopes(ACTIVE, ''))).to.deep.equal([]);
    const more = grantedScopes(ACTIVE, 'a c');
    expect(isFailure(more) && more.issue.code).to.equal('SCOPE_INVALID');
  });

  it('goes from Active to Suspended and back, and from both to Revoked for good', () => {
    const suspended: Principal = { ...ACTIVE, status: 'Suspended' };
    const { secretHash: _h, secretSetAt: _a, ...bare } = ACTIVE;
    const revoked: Principal = { ...bare, status: 'Revoked' };
    for (const from of [ACTIVE, suspended]) {
      expect(changed(from, { kind: 'suspend' })).to.deep.equal(suspended);
      expect(changed(from, { kind: 'reactivate' })).to.deep.equal(ACTIVE);
      expect(changed(from, { kind: 'revoke' })).to.deep.equal(revoked);
    }
    expect(changed(revoked, { kind: 'revoke' })).to.deep.equal(revoked);
    const acts: PrincipalAct[] = [
      ...(['suspend', 'reactivate'] as const).map((kind) => ({ kind })),
      { kind: 'scopes', scopes: [] },
      { kind: 'secret', secretHash: 'x', at: 'now' },
    ];
    for (const act of acts) expect(changed(revoked, act), act.kind).to.equal('SERVICE_PRINCIPAL_REVOKED');
  });

  it('ends tokens where something is taken away', () => {
    const ends = (act: PrincipalAct, from = ACTIVE) => {
      const done = afterAct(from, act);
      return !isFailure(done) && endsTokens(from, done);
    };
    expect(ends({ kind: 'suspend' })).to.equal(true);
    expect(ends({ kind: 'revoke' })).to.equal(true);
    expect(ends({ kind: 'secret', secretHash: 'cd'.repeat(32), at: 'now' })).to.equal(true);
    expect(ends({ kind: 'scopes', scopes: ['a', 'c', 'd'] })).to.equal(true);
    expect(ends({ kind: 'scopes', scopes: ['c', 'b', 'a'] })).to.equal(false);
    expect(ends({ kind: 'reactivate' }, { ...ACTIVE, status: 'Suspended' })).to.equal(false);
  });
});

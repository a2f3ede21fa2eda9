// The claims of users: roles and the right to publish for members of organisations, neither for citizens.
import { expect } from 'chai';
import { userClaims } from '../../../../core/tenant/claims.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import { PUBLIC_ORGANISATION_ID, type Role } from '../../../../core/tenant/roles.js';
import type { Membership } from '../../../../core/tenant/user.js';

const AT = { installation: 'test', jti: 'j', nowMs: 1_000_500, lifetimeMs: 60_000 };

function claimsOf(roles: readonly Role[], organisationId = '0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f001', tier?: 'consumer') {
  const membership = {
    id: 'm',
    platformUserId: 'p',
    email: 'd@x.example',
    displayName: 'D',
    roles,
  } as unknown as Membership;
  return userClaims(AT, {
    membership,
    organisation: { id: organisationId, name: 'X' } as Organisation,
    sessionId: 's',
    signIn: { method: 'otp', signedInAtMs: 999_999, tier },
  });
}

describe('core/tenant/claims', () => {
  it('say who it is, for how long, and with which roles', () => {
    expect(claimsOf(['User'])).to.deep.include({
      iss: 'urn:quorate:test',
      aud: 'test:platform',
      sub: 'm',
      token_type: 'user',
      roles: ['User'],
      iat: 1000,
      exp: 1060,
      auth_method: 'otp',
      auth_time: 999,
    });
  });

  it('let designers publish, and no others by this claim', () => {
    expect(claimsOf(['User', 'Designer']).can_publish_blueprint).to.equal(true);
    for (const roles of [['User'], ['Auditor'], ['Administrator']] as const)
      expect(claimsOf(roles)).to.not.have.property('can_publish_blueprint');
  });

  it('give citizens neither roles nor rights', () => {
    const citizen = claimsOf(['Designer'], PUBLIC_ORGANISATION_ID);
    expect(citizen.aud).to.equal('test:consumer');
    expect(citizen).to.not.have.any.keys('roles', 'can_publish_blueprint');
  });

  it('give a session of the consumer tier neither, in whatever organisation', () => {
    const member = claimsOf(['Designer', 'Administrator'], undefined, 'consumer');
    expect(member.aud).to.equal('test:consumer');
    expect(member).to.not.have.any.keys('roles', 'can_publish_blueprint');
  });
});

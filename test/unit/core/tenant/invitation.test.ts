// The life of an invitation: its states, its bounds, and who stands behind it.

import { expect } from 'chai';
import {
  INVITATION_ATTEMPTS_MAX,
  INVITATIONS_KEPT_MAX,
  INVITATIONS_PENDING_MAX,
} from '../../../../core/base/limits/node/accounts.js';
import { isFailure } from '../../../../core/base/result.js';
import {
  afterRefusal,
  closedIssue,
  couldInvite,
  type Invitation,
  isPending,
  withInvitation,
  withState,
} from '../../../../core/tenant/invitation.js';
import { PLATFORM_ORGANISATION_ID, type Role } from '../../../../core/tenant/roles.js';
import type { Membership } from '../../../../core/tenant/user.js';

const ORG = '3b0d6a2e-7a54-4f0c-9d3a-5f4c1f5d2a01';
const NOW = 1000;

function one(id: string, changes: Partial<Invitation> = {}): Invitation {
  return {
    ...{ id, organisationId: ORG, email: `${id}@x`, displayName: id, roles: ['User'], codeHash: `hash of ${id}` },
    ...{ status: 'Pending', invitedBy: { organisationId: ORG, membershipId: 'm' }, createdAt: '', attempts: 0 },
    ...{ expiresAtMs: NOW + 1, ...changes },
  };
}

const many = (count: number, changes: Partial<Invitation> = {}) =>
  Array.from({ length: count }, (_, i) => one(`${changes.status ?? 'open'}${i}`, changes));
const ids = (list: ReturnType<typeof withInvitation>) => (isFailure(list) ? list.issue.code : list.map(({ id }) => id));

describe('core/tenant/invitation', () => {
  it('can be answered while it is pending and not expired, and says why not', () => {
    const code = (changes: Partial<Invitation>) => closedIssue(one('a', changes), NOW)?.code;
    expect(code({})).to.equal(undefined);
    expect(code({ expiresAtMs: NOW })).to.equal('INVITATION_EXPIRED');
    expect(code({ status: 'Revoked' })).to.equal('INVITATION_REVOKED');
    expect(code({ status: 'Accepted', expiresAtMs: NOW })).to.equal('INVITATION_USED');
    expect(code({ status: 'Declined' })).to.equal('INVITATION_USED');
  });

  it('takes the place of a pending one to the same address, and of no other', () => {
    const others = [one('b'), one('c', { email: 'a@x', status: 'Declined' })];
    const list = withInvitation([one('a'), ...others], one('d', { email: 'a@x' }), NOW);
    expect(isFailure(list) || list.map(({ id, status }) => [id, status])).to.deep.equal([
      ['a', 'Revoked'],
      ['b', 'Pending'],
      ['c', 'Declined'],
      ['d', 'Pending'],
    ]);
  });

  it('is refused where too many are pending; the expired do not count', () => {
    expect(ids(withInvitation(many(INVITATIONS_PENDING_MAX), one('a'), NOW))).to.equal('INVITATIONS_FULL');
    expect(ids(withInvitation(many(INVITATIONS_PENDING_MAX), one('a', { email: 'open7@x' }), NOW))).to.include('a');
    expect(ids(withInvitation(many(INVITATIONS_PENDING_MAX, { expiresAtMs: NOW }), one('a'), NOW))).to.include('a');
  });

  it('pushes out the oldest of those that are over, and none that is pending', () => {
    const over = many(INVITATIONS_KEPT_MAX, { status: 'Declined' });
    const list = ids(withInvitation([one('a'), ...over], one('b'), NOW));
    expect(list).to.have.length(INVITATIONS_KEPT_MAX);
    expect(list).to.include.members(['a', 'Declined2', `Declined${INVITATIONS_KEPT_MAX - 1}`, 'b']);
    expect(list).to.not.include.members(['Declined1']);
  });

  it('is revoked by refused acceptances, and changes alone', () => {
    let state = one('a');
    for (let i = 1; i < INVITATION_ATTEMPTS_MAX; i++) state = afterRefusal(state);
    expect(isPending(state, NOW)).to.equal(true);
    expect(afterRefusal(state)).to.include({ status: 'Revoked', attempts: INVITATION_ATTEMPTS_MAX });
    expect(withState([one('a'), one('b')], state)).to.deep.equal([state, one('b')]);
  });

  it('stands while its inviter could send it', () => {
    const by = (roles: readonly Role[], organisationId = ORG): Membership => ({
      ...{ id: 'm', organisationId, platformUserId: 'u', email: 'm@x', displayName: 'M', roles },
      ...{ status: 'Active', createdAt: '' },
    });
    expect(couldInvite(by(['Administrator']), one('a'))).to.equal(true);
    expect(couldInvite(by(['Designer']), one('a'))).to.equal(false);
    expect(couldInvite(by(['Administrator'], 'another'), one('a'))).to.equal(false);
    expect(couldInvite(by(['Administrator'], PLATFORM_ORGANISATION_ID), one('a'))).to.equal(false);
    expect(couldInvite(by(['SystemAdmin'], PLATFORM_ORGANISATION_ID), one('a'))).to.equal(true);
    const powerful = one('a', { organisationId: PLATFORM_ORGANISATION_ID, roles: ['SystemAdmin'] });
    expect(couldInvite(by(['Administrator'], PLATFORM_ORGANISATION_ID), powerful)).to.equal(false);
  });
});

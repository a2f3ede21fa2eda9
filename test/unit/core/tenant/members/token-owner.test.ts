// Whose tokens a store takes: each row that has to be there, taken away alone.
import { expect } from 'chai';
import { isForeign, type OwnerRows, ownerProblem } from '../../../../../core/tenant/members/token-owner.js';
import type { Principal } from '../../../../../core/tenant/services/principal.js';
import type { Membership } from '../../../../../core/tenant/user.js';

const PERSON = { kind: 'user', subject: 'member', platformUserId: 'person', organisationId: 'here' } as const;
const SERVICE = { ...PERSON, kind: 'service', subject: 'client', platformUserId: '', organisationId: '' } as const;
const ACTING = { ...PERSON, kind: 'service', subject: 'client', actsFor: 'member' } as const;

function rows({
  member = {},
  hasUser = true,
  service = 'Active',
}: {
  readonly member?: Partial<Membership> | undefined;
  readonly hasUser?: boolean;
  readonly service?: Principal['status'] | undefined;
} = {}): OwnerRows {
  const found = { platformUserId: 'person', status: 'Active', ...member } as Membership;
  return {
    tenants: {
      membership: (organisationId, id) =>
        organisationId === 'here' && id === 'member' && member.id !== 'none' ? found : undefined,
      user: (id) => (hasUser && id === 'person' ? { id } : undefined),
    },
    services: {
      ofClient: (id) => (id === 'client' && service !== 'Revoked' ? { status: service } : undefined),
    },
  };
}

describe('core/tenant/members/token-owner', () => {
  const code = (...asked: Parameters<typeof ownerProblem>) => ownerProblem(...asked)?.code;

  it('takes a member, a service, and a service that acts for a member', () => {
    for (const owner of [PERSON, SERVICE, ACTING]) expect(code(owner, rows())).to.equal(undefined);
  });

  it('refuses who is not here as foreign: no membership, that of another person, none in this organisation, no account', () => {
    const foreign = [
      ownerProblem(PERSON, rows({ member: { id: 'none' } })),
      ownerProblem(PERSON, rows({ member: { platformUserId: 'another' } })),
      ownerProblem({ ...PERSON, organisationId: 'elsewhere' }, rows()),
      ownerProblem(PERSON, rows({ hasUser: false })),
      ownerProblem({ ...SERVICE, subject: 'nobody' }, rows()),
      ownerProblem(ACTING, rows({ member: { id: 'none' } })),
    ];
    for (const [i, problem] of foreign.entries()) {
      expect(problem?.code, `${i}`).to.equal('TOKEN_INVALID');
      expect(problem && isForeign(problem), `${i}`).to.equal(true);
    }
  });

  it('refuses who is suspended, and does not call that foreign', () => {
    const suspended = [
      ownerProblem(PERSON, rows({ member: { status: 'Suspended' } })),
      ownerProblem(SERVICE, rows({ service: 'Suspended' })),
      ownerProblem(ACTING, rows({ service: 'Suspended' })),
      ownerProblem(ACTING, rows({ member: { status: 'Suspended' } })),
    ];
    for (const [i, problem] of suspended.entries()) {
      expect(problem?.code, `${i}`).to.equal('TOKEN_REVOKED');
      expect(problem && isForeign(problem), `${i}`).to.equal(false);
    }
  });
});

// Places for live connections: what organisations leave to each other, and the platform administrator, who finds one
// although all are taken.
import { expect } from 'chai';
import { ANONYMOUS, type Caller } from '../../../../api/auth/caller.js';
import { Places } from '../../../../api/hubs/places.js';
import { HUB_CONNECTIONS_MAX, HUB_CONNECTIONS_SUBJECT_MAX } from '../../../../core/base/limits/node/hubs.js';
import { HUB_CONNECTIONS_RESERVED } from '../../../../core/base/limits/node/sharing.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';

const address = '127.0.0.1';
let users = 0;

function of(
  organisationId: string,
  subject = `user ${users++}`,
): { readonly caller: Caller; readonly address: string } {
  return { caller: { ...ANONYMOUS, kind: 'user', tier: 'platform', subject, organisationId }, address };
}

/** Takes places, one a user, until it is refused; gives how many. */
function fill(places: Places, organisationId: string): number {
  for (let taken = 0; ; taken++) {
    const visitor = of(organisationId);
    if (places.problem(visitor) !== undefined) return taken;
    places.take({}, visitor);
  }
}

describe('api/hubs/places', () => {
  it('leaves the half to others, and to those who come after several as much as each of them has', () => {
    const places = new Places();
    expect(fill(places, 'a')).to.equal(HUB_CONNECTIONS_MAX / 2);
    expect(fill(places, 'b')).to.equal(HUB_CONNECTIONS_MAX / 4);
    expect(fill(places, 'c')).to.equal(HUB_CONNECTIONS_MAX / 8);
    expect(places.problem(of('a'))).to.deep.equal({
      code: 'RATE_LIMITED',
      path: '',
      message:
        'Your organisation has 5000 live connections and 1250 of 10000 are free; it gets another one while more are free than it has.',
      retryAfterSeconds: 10,
    });
    expect(places.problem(of('d'))).to.equal(undefined);
  });

  it('gives back what is left, once', () => {
    const places = new Places();
    const first = {};
    places.take(first, of('a'));
    fill(places, 'a');
    places.leave(first);
    places.leave(first);
    expect(fill(places, 'a')).to.equal(1);
  });

  it('lets a platform administrator in although all places are taken, so many times', () => {
    const places = new Places(100);
    for (let i = 0; i < 100; i++) places.take({}, of(`organisation ${i}`));
    expect(places.problem(of('another'))).to.include({ code: 'NODE_UNAVAILABLE', retryAfterSeconds: 10 });
    const admin = (subject: string) => {
      const { caller } = of(PLATFORM_ORGANISATION_ID, subject);
      return { caller: { ...caller, roles: ['SystemAdmin' as const] }, address };
    };
    for (let i = 0; i < HUB_CONNECTIONS_RESERVED; i++) {
      expect(places.problem(admin('one'))).to.equal(undefined);
      places.take({}, admin('one'));
    }
    expect(HUB_CONNECTIONS_SUBJECT_MAX).to.equal(HUB_CONNECTIONS_RESERVED);
    expect(places.problem(admin('one'))?.code).to.equal('RATE_LIMITED');
    expect(places.problem(admin('two'))?.code).to.equal('NODE_UNAVAILABLE');
  });
});

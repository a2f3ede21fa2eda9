// Invitations on the command line: where codes and passwords come from, and what is shown of them.
import { expect } from 'chai';
import { called, problem, whole } from '../../../../support/program/command.js';

const ORG = '00000000-0000-0000-0000-000000000001';
const CODE = 'inv_q83vEjRWeJq83u8SNFZ4mjRWeJq83u8S';
const ONE = { email: 'b@x', displayName: 'Ben', roles: ['Auditor'], id: 'i9', status: 'Pending', expiresAt: 'later' };
const MEMBER = { ...ONE, id: 'u9', organizationId: ORG, status: 'Active' };
const OFFER = { ...ONE, organizationName: 'Acme', invitedBy: 'Ada' };
const ANSWERS = {
  'GET /api/auth/me': { organizationId: ORG },
  [`POST /api/organizations/${ORG}/users`]: whole(201, { ...ONE, made: 'invitation', code: CODE }),
  [`GET /api/organizations/${ORG}/invitations`]: { invitations: [ONE], totalCount: 1 },
  [`POST /api/organizations/${ORG}/invitations/i9/revoke`]: whole(204),
  'POST /api/invitations/read': OFFER,
  'POST /api/invitations/accept': MEMBER,
  'POST /api/invitations/register': whole(201, MEMBER),
  'POST /api/invitations/decline': whole(204),
};

describe('cli/commands/people/invitation', () => {
  it('sends one and shows its code, without any password', async () => {
    const { bodies, out, err } = await called(['user', 'invite', 'b@x', '--name', 'Ben', '--role', 'Auditor'], ANSWERS);
    expect(bodies).to.deep.equal([{ email: 'b@x', displayName: 'Ben', roles: ['Auditor'] }]);
    expect(out).to.match(new RegExp(`^code +${CODE}$`, 'm'));
    expect(err).to.contain('quorate invitation accept').and.not.contain(CODE);
  });

  it('makes a user with a first password that is asked for or piped in, and says so', async () => {
    const answers = { ...ANSWERS, [`POST /api/organizations/${ORG}/users`]: whole(201, { ...MEMBER, made: 'user' }) };
    const made = await called(['user', 'invite', 'b@x', '--first-password'], answers, { stdin: 'nine paper boats\n' });
    expect(made.bodies).to.deep.equal([{ email: 'b@x', displayName: 'b@x', roles: [], password: 'nine paper boats' }]);
    expect(made.out)
      .to.match(/^status +Active$/m)
      .and.not.contain('code');
    expect(made.err).to.contain('changes the password first').and.not.contain('paper');
    const asked = await called(['user', 'invite', 'b@x', '--first-password'], ANSWERS, {
      answers: ['nine paper boats'],
    });
    expect(asked.bodies).to.deep.equal(made.bodies);
    expect(asked.out, 'the address has an account').to.match(new RegExp(`^code +${CODE}$`, 'm'));
    expect((await called(['user', 'invite', 'b@x', '--first-password'], answers)).exit).to.equal(2);
  });

  it('lists and revokes those of the organisation', async () => {
    expect((await called(['invitation', 'list'], ANSWERS)).out).to.match(/^b@x +Auditor +Pending +later +i9$/m);
    expect((await called(['invitation', 'revoke', 'i9'], ANSWERS)).out).to.contain('i9 is revoked');
  });

  it('shows an offer and declines it, by a code that is not on the command line', async () => {
    const shown = await called(['invitation', 'show'], ANSWERS, { stdin: `${CODE}\n` });
    expect(shown.out).to.match(/^organisation +Acme$/m);
    expect(shown.bodies).to.deep.equal([{ code: CODE }]);
    const declined = await called(['invitation', 'decline'], ANSWERS, { answers: [CODE] });
    expect([declined.exit, declined.bodies]).to.deep.equal([0, [{ code: CODE }]]);
    expect((await called(['invitation', 'show'], ANSWERS)).exit).to.equal(2);
  });

  it('accepts with the account that is logged in', async () => {
    const { bodies, err, requests } = await called(['invitation', 'accept'], ANSWERS, { answers: [CODE] });
    expect(bodies).to.deep.equal([{ code: CODE }]);
    expect(err).to.contain(`quorate org use ${ORG}`);
    expect(requests.map(({ headers }) => headers.get('authorization'))).to.deep.equal(['Bearer token']);
    expect((await called(['invitation', 'accept', '--name', 'Ben'], ANSWERS)).exit).to.equal(2);
    const refusal = problem(403, 'INVITATION_NOT_YOURS', 'The invitation is for another address.');
    const refused = await called(
      ['invitation', 'accept'],
      { 'POST /api/invitations/accept': refusal },
      { answers: [CODE] },
    );
    expect([refused.exit, refused.err.includes('INVITATION_NOT_YOURS')]).to.deep.equal([1, true]);
  });

  it('makes an account, with a password asked for twice or piped in, and sends no token along', async () => {
    const asked = await called(['invitation', 'accept', '--new', '--name', 'Ben Own'], ANSWERS, {
      answers: [CODE, 'my own one', 'my own one'],
    });
    expect(asked.bodies).to.deep.equal([{ code: CODE, password: 'my own one', displayName: 'Ben Own' }]);
    expect(asked.out + asked.err)
      .to.not.contain('my own one')
      .and.not.contain(CODE);
    expect(asked.err).to.contain('quorate login --url http://node:1 --email b@x');
    expect(asked.requests.map(({ headers }) => headers.get('authorization'))).to.deep.equal([null]);
    const stdin = `${CODE}\nmy own one\n`;
    const piped = await called(['invitation', 'accept', '--new', '--url', 'http://node:1'], ANSWERS, { stdin });
    expect(piped.bodies).to.deep.equal([{ code: CODE, password: 'my own one' }]);
    const differ = await called(['invitation', 'accept', '--new'], ANSWERS, {
      answers: [CODE, 'one', 'two', 'a', 'b', 'c', ''],
    });
    expect([differ.exit, differ.requests.length]).to.deep.equal([1, 0]);
    expect((await called(['invitation', 'accept', '--new'], ANSWERS, { stdin: CODE })).exit).to.equal(2);
    expect((await called(['invitation', 'accept', '--new', '--url', 'ftp://x'], ANSWERS)).exit).to.equal(2);
  });
});

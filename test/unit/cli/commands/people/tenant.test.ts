// The own account, organisations and users: where passwords come from, and what becomes of a login.
import { expect } from 'chai';
import { changeProfiles, profilesFile, readProfiles } from '../../../../../cli/remote/profile.js';
import { folderOfEach } from '../../../../support/base/folders.js';
import { called, problem, whole } from '../../../../support/program/command.js';
import type { Request } from '../../../../support/program/terminal.js';

const ORG = '00000000-0000-0000-0000-000000000001';
const OTHER = '00000000-0000-0000-0000-00000000000b';
const ME = {
  platformUserId: 'u1',
  email: 'a@x',
  displayName: 'A',
  organizationId: ORG,
  organizationName: 'Acme',
  roles: ['Administrator'],
};
const USER = { id: 'u9', email: 'b@x', emailVerified: true, displayName: 'Ben', roles: ['Auditor'], status: 'Active' };

describe('cli/commands/people/tenant', () => {
  const folder = folderOfEach();
  let env: Record<string, string>;
  beforeEach(() => {
    env = { XDG_CONFIG_HOME: folder };
  });
  const login = () =>
    changeProfiles(profilesFile(env), () => ({
      current: 'default',
      profiles: {
        default: { url: 'http://node:1', email: 'a@x', accessToken: 'old', refreshToken: 'r', expiresAtMs: 9e12 },
      },
    }));

  it('says who the caller is', async () => {
    const { out } = await called(['whoami'], { 'GET /api/auth/me': ME });
    expect(out)
      .to.match(/^e-mail +a@x$/m)
      .and.match(/^platform user +u1$/m);
  });

  it('changes the password, from questions or two lines, and forgets the dead login', async () => {
    const answers = { 'POST /api/auth/password/change': whole(204) };
    await login();
    const asked = await called(['password'], answers, { env, answers: ['old one', 'new one', 'new one'] });
    expect(asked.bodies).to.deep.equal([{ currentPassword: 'old one', newPassword: 'new one' }]);
    // Where the node is, and who logs in there: the login that said it is gone.
    expect(asked.out).to.match(/Next: quorate login --url http:\S+ --email \S+@\S+$/m);
    expect(asked.out + asked.err).to.not.contain(' one');
    expect(readProfiles(profilesFile(env)).profiles).to.deep.equal({});
    const piped = await called(['password', '--password-stdin'], answers, { env, stdin: '\uFEFFold one\nnew one\n' });
    expect(piped.bodies).to.deep.equal(asked.bodies);
    const differ = await called(['password'], answers, {
      env,
      answers: ['old one', 'new one', 'new two', '3', '4', '5', '6'],
    });
    const again = await called(['password'], answers, {
      env,
      answers: ['old one', 'new one', 'no', 'new one', 'new one'],
    });
    expect([again.exit, again.err.includes('The two passwords differ.')]).to.deep.equal([0, true]);
    expect([differ.exit, differ.requests.length]).to.deep.equal([1, 0]);
    expect((await called(['password', '--password-stdin'], answers, { env, stdin: 'only' })).exit).to.equal(2);
  });

  it('keeps the login when the node refuses the new password', async () => {
    await login();
    const answers = { 'POST /api/auth/password/change': problem(422, 'PASSWORD_WEAK', 'Too easy.') };
    const { exit } = await called(['password'], answers, { env, answers: ['a', 'b', 'b'] });
    expect([exit, Object.keys(readProfiles(profilesFile(env)).profiles)]).to.deep.equal([1, ['default']]);
  });

  it('acts for another organisation with the token of it', async () => {
    await login();
    const session = { accessToken: 'new', refreshToken: 'r2', tokenType: 'Bearer', expiresIn: 3600 };
    const answers = { 'POST /api/auth/switch-org': session };
    const { exit, out } = await called(['org', 'use', ORG], answers, { env: { ...env, QUORATE_TOKEN: '' } });
    expect(exit).to.equal(0);
    expect(out).to.not.contain('new');
    expect(readProfiles(profilesFile(env)).profiles.default).to.include({ accessToken: 'new', email: 'a@x' });
    expect((await called(['org', 'use', ORG], answers, { env })).err).to.contain('QUORATE_TOKEN');
  });

  it('creates organisations and lists them', async () => {
    const org = { id: ORG, name: 'Acme', subdomain: 'acme', status: 'Active', userCount: 1, createdAt: 't' };
    const answers = {
      'POST /api/organizations': whole(201, org),
      'GET /api/organizations': { organizations: [org], totalCount: 1 },
      'GET /api/auth/me/organizations': {
        organizations: [
          { organizationId: ORG, name: 'Acme', subdomain: 'acme', status: 'Active', roles: [], isCurrent: true },
          { organizationId: OTHER, name: 'Beta', subdomain: 'beta', status: 'Active', roles: [], isCurrent: false },
        ],
      },
    };
    const { bodies, err } = await called(['org', 'create', 'Acme', '--subdomain', 'acme'], answers);
    expect(bodies).to.deep.equal([{ name: 'Acme', subdomain: 'acme' }]);
    expect(err).to.contain(`quorate org use ${ORG}`);
    const listed = (await called(['org', 'list'], answers)).out;
    expect(listed).to.match(/^Acme +acme +Active +1 /m);
    // A member of it sees no figures of an organisation that it does not act for.
    expect(listed.split('\n').filter((line) => line.startsWith('Beta'))).to.deep.equal([
      `Beta  beta       Active  -      ${OTHER}`,
    ]);
    expect(listed.match(/acme/g)).to.have.length(1);
  });

  it('proves who the person is where the sessions in an organisation were ended, and acts for it then', async () => {
    await login();
    const renewed = { accessToken: 'renewed', refreshToken: 'r1', expiresIn: 3600, tokenType: 'Bearer' };
    const answers = {
      'POST /api/auth/switch-org': ({ headers }: Request) =>
        headers.get('authorization') === 'Bearer renewed'
          ? { ...renewed, accessToken: 'switched', refreshToken: 'r2' }
          : problem(401, 'SIGN_IN_NOT_RECENT', 'Prove once more who you are: POST /api/auth/step-up.'),
      'POST /api/auth/step-up': renewed,
    };
    const words = ['org', 'use', OTHER];
    const nobody = await called(words, answers, { env: { ...env, QUORATE_TOKEN: '' } });
    expect(nobody.exit).to.not.equal(0);
    expect(nobody.err).to.contain('step-up');
    const { exit, err } = await called(words, answers, { env: { ...env, QUORATE_TOKEN: '' }, answers: ['pass word'] });
    expect([exit, err]).to.deep.equal([0, '']);
    const kept = readProfiles(profilesFile(env)).profiles['default'];
    expect(kept).to.include({ email: 'a@x', accessToken: 'switched', refreshToken: 'r2' });
  });

  it('shows what an organisation has and may have, and lets the platform say so', async () => {
    const usage = {
      registers: { used: 1, limit: 200 },
      users: { used: 2, limit: 5000 },
      wallets: { used: 3 },
      bytes: { used: 4, limit: 5 },
    };
    const org = { id: ORG, name: 'Acme', subdomain: 'acme', status: 'Active', userCount: 1, createdAt: 't', usage };
    const answers = {
      'GET /api/auth/me': ME,
      [`GET /api/organizations/${ORG}`]: org,
      [`PUT /api/platform/organizations/${ORG}/quotas`]: usage,
    };
    const { out } = await called(['org', 'show'], answers);
    expect(out)
      .to.match(/^name +Acme$/m)
      .and.match(/^registers +1 +200$/m)
      .and.match(/^wallets +3 +no bound$/m);
    const given = await called(['org', 'quota', ORG, '--wallets', '0', '--bytes', '5'], answers);
    expect(given.bodies).to.deep.equal([{ wallets: 0, bytes: 5 }]);
    expect(given.out).to.match(/^bytes +4 +5$/m);
    expect((await called(['org', 'quota', ORG, '--wallets', '-1'], answers)).exit).to.equal(2);
  });

  it("lists the users of the caller's organisation and unlocks them", async () => {
    const users = `/api/organizations/${ORG}/users`;
    const answers = {
      'GET /api/auth/me': ME,
      [`GET ${users}`]: { users: [USER], totalCount: 1 },
      [`POST ${users}/${ORG}/unlock`]: whole(204),
    };
    expect((await called(['user', 'list'], answers)).out).to.match(/^b@x +yes +Ben +Auditor +Active +u9$/m);
    expect((await called(['user', 'unlock', ORG], answers)).exit).to.equal(0);
  });
});

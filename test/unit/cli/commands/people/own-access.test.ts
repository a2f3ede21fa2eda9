// Sessions and passkeys of the own account at the command line.
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const session = (id: string, isCurrent: boolean) => ({
  ...{ id, isCurrent, organizationName: 'Acme', method: 'passkey', address: '192.0.2.7', program: null },
  ...{ signedInAt: 't' },
});
const SESSIONS = {
  sessions: [session('one', true), session('two', false), { ...session('three', false), method: 'pwd' }],
};
const PASSKEY = { id: 'key-1', displayName: 'laptop', createdAt: 't', lastUsedAt: null, isBackedUp: true };

describe('cli/commands/people/own-access', () => {
  it('lists sessions and says which is this one', async () => {
    const { out } = await called(['session', 'list'], { 'GET /api/auth/sessions': SESSIONS });
    expect(out)
      .to.match(/^one +t +passkey +192\.0\.2\.7 +- +Acme +this one$/m)
      .and.match(/^two .*Acme *$/m)
      .and.match(/^three +t +password /m);
  });

  it('ends one session, all others, or all', async () => {
    const answers = {
      'GET /api/auth/sessions': SESSIONS,
      'DELETE /api/auth/sessions?which=all': whole(204),
      'DELETE /api/auth/sessions?which=others': whole(204),
      'DELETE /api/auth/sessions/two': whole(204),
    };
    const ended = async (...words: string[]) => {
      const { exit, requests } = await called(['session', 'revoke', ...words], answers);
      const gone = requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('/').at(-1));
      return [exit, ...gone];
    };
    expect(await ended('two')).to.deep.equal([0, 'two']);
    expect(await ended('--others')).to.deep.equal([0, 'sessions?which=others']);
    expect(await ended('--all')).to.deep.equal([0, 'sessions?which=all']);
    expect(await ended()).to.deep.equal([2]);
    expect(await ended('--all', '--others')).to.deep.equal([2]);
    expect(await ended('two', '--others')).to.deep.equal([2]);
  });

  it('ends a session by the beginning of its id, and says so where there is none or several', async () => {
    const ids = ['abcdefghijklmnopqrstuv', 'abcdefghijklmnopqrstuw', 'xbcdefghijklmnopqrstuv'];
    const answers = {
      'GET /api/auth/sessions': { sessions: ids.map((id) => ({ id })) },
      [`DELETE /api/auth/sessions/${ids[2]}`]: whole(204),
    };
    expect((await called(['session', 'revoke', 'xbc'], answers)).exit).to.equal(0);
    const none = await called(['session', 'revoke', 'nope'], answers);
    expect(none.exit).to.equal(2);
    expect(none.err).to.contain('you have no session "nope"').and.contain('quorate session list');
    const two = await called(['session', 'revoke', 'abc'], answers);
    expect([two.exit, two.requests.length]).to.deep.equal([2, 1]);
    expect(two.err).to.contain('2 sessions of yours begin with "abc"');
  });

  it('lists passkeys, says where one is added, and removes one that is named', async () => {
    const answers = {
      'GET /api/passkey/credentials': { credentials: [PASSKEY], maxCredentials: 10 },
      'DELETE /api/passkey/credentials/key-1': whole(204),
    };
    const { out, err } = await called(['passkey', 'list'], answers);
    expect(out).to.match(/^key-1 +laptop +t +never +yes$/m);
    expect(err).to.contain('http://node:1/enrol');
    const here = { ...answers, 'GET /api/auth/sign-in-options': { passkeyOrigins: ['http://localhost:8080'] } };
    const local = await called(['passkey', 'list'], here, { env: { QUORATE_URL: 'http://127.0.0.1:8080' } });
    expect(local.err, 'where passkeys work').to.contain('http://localhost:8080/enrol');
    expect((await called(['passkey', 'revoke', 'key-1', '--yes'], answers)).exit).to.equal(0);
    const unsure = await called(['passkey', 'revoke', 'key-1'], answers);
    expect([unsure.exit, unsure.requests.length]).to.deep.equal([2, 0]);
  });
});

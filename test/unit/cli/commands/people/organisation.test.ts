// Commands by which an organisation is changed: what they send, and what they refuse to send.
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ORG = '00000000-0000-0000-0000-00000000000a';
const USER = '00000000-0000-0000-0000-00000000000b';
const AT = `/api/organizations/${ORG}`;
const SETTINGS = {
  ...{ orgType: 'Standard', selfRegistrationEnabled: false, allowedEmailDomains: [], auditRetentionMonths: null },
  recentSignInFor: ['signing'],
};
const own = ['--organisation', ORG];

describe('cli/commands/people/organisation', () => {
  it('sends of an update only what is stated, and nothing where nothing is', async () => {
    const answers = { [`PUT ${AT}`]: { name: 'Acme', subdomain: 'acme' } };
    const { bodies } = await called(['org', 'update', '--name', 'Acme', '--tagline', 'We sail.', ...own], answers);
    expect(bodies).to.deep.equal([{ name: 'Acme', branding: { companyTagline: 'We sail.' } }]);
    const named = await called(['org', 'update', '--name', 'Acme', ...own], answers);
    expect(named.bodies).to.deep.equal([{ name: 'Acme' }]);
    const empty = await called(['org', 'update', ...own], answers);
    expect([empty.exit, empty.requests.length]).to.deep.equal([2, 0]);
  });

  it('shows settings, and changes those that are stated', async () => {
    const answers = { [`GET ${AT}/settings`]: SETTINGS, [`PUT ${AT}/settings`]: SETTINGS };
    const shown = await called(['org', 'settings', ...own], answers);
    expect(shown.out)
      .to.match(/^e-mail domains +any$/m)
      .and.match(/^audit months +as the node$/m);
    const set = async (...words: string[]) => (await called(['org', 'settings', ...words, ...own], answers)).bodies;
    expect(await set('--domain', 'a.example', '--domain', 'b.example')).to.deep.equal([
      { allowedEmailDomains: ['a.example', 'b.example'] },
    ]);
    expect(await set('--any-domain', '--audit-months', '0')).to.deep.equal([
      { allowedEmailDomains: [], auditRetentionMonths: null },
    ]);
    const acts = ['--recent-sign-in', 'signing', '--recent-sign-in', 'showing'];
    expect(await set(...acts)).to.deep.equal([{ recentSignInFor: ['signing', 'showing'] }]);
    expect(await set('--any-sign-in')).to.deep.equal([{ recentSignInFor: [] }]);
    expect(shown.out).to.match(/^recent sign-in for +signing$/m);
    expect(await set('--type', 'Public', '--self-registration', 'on')).to.deep.equal([
      { orgType: 'Public', selfRegistrationEnabled: true },
    ]);
    const json = await called(['org', 'settings', '--json', ...own], answers);
    expect(JSON.parse(json.out)).to.deep.equal(SETTINGS);
  });

  it('suspends and brings back', async () => {
    const answers = { [`PUT /api/platform/organizations/${ORG}/status`]: whole(204) };
    for (const [word, status] of [
      ['suspend', 'Suspended'],
      ['reactivate', 'Active'],
    ] as const)
      expect((await called(['org', word, ORG], answers)).bodies).to.deep.equal([{ status }]);
  });

  it('changes and removes members', async () => {
    const answers = {
      [`PUT ${AT}/users/${USER}/role`]: { email: 'b@x', roles: ['Auditor'] },
      [`DELETE ${AT}/users/${USER}`]: whole(204),
    };
    const changed = await called(['user', 'role', USER, 'Auditor', ...own], answers);
    expect([changed.bodies, changed.out]).to.deep.equal([[{ role: 'Auditor' }], 'b@x is Auditor now.\n']);
    expect((await called(['user', 'remove', USER, ...own], answers)).out).to.equal(`Done: remove ${USER}.\n`);
  });

  it('invites by mail', async () => {
    const sent = { id: 'i1', email: 'a@x.example', expiresAt: '2026-11-28T10:00:00.000Z' };
    const answers = { [`POST ${AT}/invitations`]: sent };
    const plain = await called(['invitation', 'send', 'a@x.example', ...own], answers);
    expect(plain.bodies).to.deep.equal([{ email: 'a@x.example', role: 'Member' }]);
    const words = ['--role', 'Auditor', '--days', '3', '--name', 'Ada'];
    expect((await called(['invitation', 'send', 'a@x.example', ...words, ...own], answers)).bodies).to.deep.equal([
      { email: 'a@x.example', role: 'Auditor', displayName: 'Ada', expiryDays: 3 },
    ]);
  });
});

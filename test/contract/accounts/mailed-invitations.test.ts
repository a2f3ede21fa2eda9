// Invitations by mail: the code goes to the owner of the address alone, and works once, until it expires.
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { issue } from '../../../core/base/issue.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { sendTo } from '../world/caller.js';
import { mailsOf } from '../world/mails.js';
import { ADMIN } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';

const INVITATIONS = `/api/organizations/${EXAMPLE.organisationId}/invitations`;
const DAY = 86_400_000;
const PASSWORD = 'nine paper boats drift';

describe('an invitation by mail', () => {
  const world = worldOfEach();
  let admin: string;
  let mails: readonly Mail[];
  beforeEach(async () => {
    admin = await world.token('administrator');
    mails = mailsOf(world);
  });

  const post = (url: string, body: object, token?: string) => sendTo(world, 'POST', url, { token, body });
  const send = (email: string, more: object = {}) => post(INVITATIONS, { email, role: 'Designer', ...more }, admin);
  const codeIn = (mail: Mail | undefined): string => /#(inv_[\w-]{32})$/m.exec(mail?.text ?? '')?.[1] ?? '';

  it('answers and writes alike for addresses with an account and without, and never shows the code', async () => {
    const shapes = [];
    for (const email of [ADMIN.email, 'nobody@x.example']) {
      const { status, text, json } = await send(email);
      const { id, email: shown, displayName, ...rest } = json;
      expect([shown, displayName, id.length]).to.deep.equal([email, email, 36]);
      const mail = mails.at(-1) as Mail;
      const code = codeIn(mail);
      expect(code).to.not.equal('');
      expect(text).to.not.contain(code.slice(4));
      shapes.push([status, rest, mail.subject, mail.text.replaceAll(code, 'CODE').replaceAll(email, 'EMAIL')]);
    }
    expect(shapes[0]).to.deep.equal(shapes[1]);
    expect(shapes[0]?.[1]).to.deep.include({
      assignedRole: 'Designer',
      through: 'server',
      status: 'Pending',
      invitedBy: EXAMPLE.administratorId,
    });
  });

  it('makes one member of two who come with its code at once', async () => {
    await send('dora@x.example', { displayName: 'Dora' });
    const body = { code: codeIn(mails[0]), password: PASSWORD };
    const both = await Promise.all([post('/api/invitations/register', body), post('/api/invitations/register', body)]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    expect(both.find(({ status }) => status === 201)?.json).to.deep.include({
      displayName: 'Dora',
      roles: ['Designer'],
    });
    expect(world.deps.tenants.userOfEmail('dora@x.example')?.emailVerifiedAt).to.be.a('string');
    expect(world.deps.tenants.organisation(EXAMPLE.organisationId)?.userCount).to.equal(3);
  });

  it('ends after the days that were said', async () => {
    const { json } = await send('dora@x.example', { expiryDays: 2 });
    expect(Date.parse(json.expiresAt) - Date.parse(json.createdAt)).to.equal(2 * DAY);
    for (const expiryDays of [0, 32, 1.5]) expect((await send('eve@x.example', { expiryDays })).status).to.equal(400);
    world.setClock(2 * DAY);
    const late = await post('/api/invitations/read', { code: codeIn(mails[0]) });
    expect([late.status, late.json.code]).to.deep.equal([410, 'INVITATION_EXPIRED']);
  });

  it('is refused where it cannot be sent, and leaves nothing open', async () => {
    const wrong = await send('dora@x.example', { role: 'SystemAdmin' });
    expect([wrong.status, wrong.json.code, wrong.json.path]).to.deep.equal([400, 'ROLE_INVALID', '/role']);
    const odd = await send('a,b@x.example');
    expect([odd.json.code, odd.json.path]).to.deep.equal(['MAIL_REFUSED', '/email']);
    Object.assign(world.deps.mailer, { post: () => issue('MAIL_QUEUE_FULL', '', 'Too many mails wait.') });
    expect((await send('dora@x.example')).json.code).to.equal('MAIL_QUEUE_FULL');
    expect(world.deps.invitations.of(EXAMPLE.organisationId).map(({ status }) => status)).to.deep.equal(['Revoked']);
    const user = await post(INVITATIONS, { email: 'x@x.example', role: 'User' }, await world.token('user'));
    expect([user.status, user.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    expect(mails).to.deep.equal([]);
  });

  it('goes to one address three times an hour from one organisation, and twelve times from all', async () => {
    for (let i = 0; i < 3; i++) expect((await send('dora@x.example')).status).to.equal(201);
    const [before] = world.deps.invitations.of(EXAMPLE.organisationId).slice(-1);
    const fourth = await send('Dora@x.example');
    expect([fourth.status, fourth.json.code, fourth.json.path]).to.deep.equal([429, 'VERIFICATION_LIMIT', '/email']);
    expect(Number(fourth.headers['retry-after'])).to.be.within(3500, 3600);
    expect(world.deps.invitations.of(EXAMPLE.organisationId).at(-1), 'the last one stays good').to.deep.equal(before);
    expect((await send('eve@x.example')).status).to.equal(201);
    for (let i = 0; i < 9; i++) world.deps.mailRates.invitation.seconds('dora@x.example', `organisation ${i}`);
    const root = await world.token('systemAdmin');
    const platform = INVITATIONS.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID);
    const full = await post(platform, { email: 'dora@x.example', role: 'Member' }, root);
    expect(full.json.code).to.equal('VERIFICATION_LIMIT');
    const foreign = await post(platform, { email: 'dora@x.example', role: 'Member' }, admin);
    expect(foreign.json.code, 'nothing of another organisation').to.equal('ORGANISATION_NOT_FOUND');
    world.advance(DAY / 24);
    admin = await world.token('administrator');
    expect((await send('dora@x.example')).status).to.equal(201);
  });

  it('goes to one address no more often where the inviter asks many times at once', async () => {
    const { commit } = world.deps;
    // As a disk does: another request comes before the write is durable.
    Object.assign(world.deps, { commit: (ops: readonly KvOp[]) => commit(ops).then(() => setTimeout(20)) });
    const all = await Promise.all(Array.from({ length: 8 }, () => send('dora@x.example')));
    expect(all.map(({ status }) => status).sort()).to.deep.equal([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(mails).to.have.length(3);
  });

  it('is not answered by an account that an organisation made, whose address that organisation stated', async () => {
    const { tenants } = world.deps;
    const user = tenants.user(EXAMPLE.userPlatformId);
    if (!user) throw new Error('no user');
    await world.deps.commit(tenants.putUser({ ...user, email: 'dora@x.example', managedBy: EXAMPLE.organisationId }));
    const url = INVITATIONS.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID);
    await post(url, { email: 'dora@x.example', role: 'Member' }, await world.token('systemAdmin'));
    const answer = await post('/api/invitations/accept', { code: codeIn(mails[0]) }, await world.token('user'));
    expect([answer.status, answer.json.code]).to.deep.equal([403, 'INVITATION_NOT_YOURS']);
  });

  it('names organisation and inviter on one line, whatever they are called', async () => {
    const { tenants } = world.deps;
    const organisation = tenants.organisation(EXAMPLE.organisationId);
    if (!organisation) throw new Error('no organisation');
    const name = 'Evil"\r\nBcc: all@x.example\u2028http://evil.example/';
    await world.deps.commit(tenants.putOrganisation({ ...organisation, name }));
    await send('dora@x.example');
    expect(mails[0]?.subject).to.equal('Invitation into "Evil Bcc: all@x.example http://evil.example/"');
    expect(mails[0]?.text.split('\n')[0]).to.contain('Evil Bcc: all@x.example');
  });

  it('has a page whose policy names its own script and style and nothing else', async () => {
    const page = await world.app.inject({ url: '/invitation' });
    expect([page.statusCode, page.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    for (const tag of ['script', 'style']) {
      const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page.body)?.[1] ?? '';
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).to.contain(`${tag}-src 'sha256-${hash}'`);
    }
    expect(policy).to.contain("default-src 'none'").and.to.contain("frame-ancestors 'none'");
    expect(page.headers['cache-control']).to.equal('no-store');
    expect(page.body).to.not.match(/innerHTML|eval\(|https?:/);
  });
});

// Every secret of identity at every place that takes one: it opens its own and no other. The table is made of both
// lists, so that a new secret or a new place is tried with all that there are.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import { sendTo } from '../world/caller.js';
import { mailsOf } from '../world/mails.js';
import { seedExample } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { loginTokenOf, USER, withRegistration, withTotp } from './fixtures.js';
import { VERIFIER } from './programs.js';

const NEW = 'four copper kettles sing';
const CARA = { orgSubdomain: 'public', email: 'cara@citizens.example', displayName: 'Cara', password: NEW };
const USERS = `/api/organizations/${EXAMPLE.organisationId}`;

const DEVICE = { label: 'Telephone', platform: 'web' };

type Secrets = Readonly<Record<string, string>>;
type Answer = readonly [isOpen: boolean, shown: string];

describe('a secret of identity', () => {
  const world = worldOfEach();
  let mails: readonly Mail[];
  let bearer: string;
  beforeEach(async () => {
    mails = mailsOf(world);
    await withRegistration(world);
    bearer = await world.token('user');
  });

  const post = (url: string, body: object, token?: string) => sendTo(world, 'POST', url, { token, body });
  const linked = (kind: string) =>
    /[#=]([\w-]{20,})$/m.exec(mails.findLast((mail) => mail.kind === kind)?.text ?? '')?.[1];

  async function secrets(): Promise<Secrets> {
    const session = await world.session('user');
    const admin = await world.token('administrator');
    await post('/api/auth/register', CARA);
    await post('/api/auth/password/forgot', { email: EXAMPLE.userEmail });
    await post(`${USERS}/invitations`, { email: 'dora@x.example', role: 'Member' }, admin);
    await post('/api/auth/pairing-resumption-email', {}, session.accessToken);
    const shown = await post(`${USERS}/users`, { email: 'eve@x.example', displayName: 'E', roles: ['Member'] }, admin);
    const grant = { program: 'quorate', codeChallenge: challengeOf(VERIFIER) };
    const enrol = await post('/api/auth/enrol-session', {}, session.accessToken);
    const device = await post('/api/auth/device-code', { program: 'quorate' });
    const allowed = { userCode: device.json.userCode, isAllowed: true };
    await post('/api/auth/device-code/answer', allowed, (await world.session('user')).accessToken);
    const made = {
      access: session.accessToken,
      refresh: session.refreshToken,
      consumer: await world.token('citizen'),
      service: await world.token('service'),
      login: loginTokenOf(world),
      verification: linked('verify-email'),
      reset: linked('reset-password') ?? linked('password-reset'),
      mailedInvitation: linked('invitation'),
      pairing: linked('pairing'),
      shownInvitation: shown.json.code,
      program: (await post('/api/auth/program/grant', grant, (await world.session('user')).accessToken)).json.code,
      enrol: enrol.json.sessionToken,
      device: device.json.deviceCode,
      userCode: device.json.userCode,
      shortCode: (await post('/api/auth/enrol-session/short-code', {}, bearer)).json.code,
      clientSecret: EXAMPLE.clientSecret,
    };
    for (const [name, secret] of Object.entries(made)) expect(secret, name).to.be.a('string');
    return made as Secrets;
  }

  const opens = async (sent: Promise<{ readonly status: number; readonly text: string }>): Promise<Answer> => {
    const { status, text } = await sent;
    return [status < 400, `${status} ${text.slice(0, 120)}`];
  };

  /** Each place, with the secrets that open it. */
  const places: Readonly<
    Record<string, { readonly own: readonly string[]; readonly at: (secret: string) => Promise<Answer> }>
  > = {
    'the account': {
      own: ['access', 'consumer', 'service'],
      at: (token) => opens(sendTo(world, 'GET', '/api/auth/me', { token })),
    },
    'a refresh': { own: ['refresh'], at: (refreshToken) => opens(post('/api/auth/token/refresh', { refreshToken })) },
    'the second factor': {
      own: ['login'],
      at: async (loginToken) => {
        const { status, json } = await post('/api/auth/verify-2fa', { loginToken, code: '000000' });
        return [json.code !== 'LOGIN_TOKEN_INVALID' && status !== 400, `${status} ${json.code}`];
      },
    },
    'an address': {
      own: ['verification'],
      at: (token) => opens(post('/api/auth/verify-email', { token, password: NEW })),
    },
    'a new password': {
      own: ['reset'],
      at: (token) => opens(post('/api/auth/password/reset', { token, newPassword: 'six tin whistles hum' })),
    },
    'an offer': {
      own: ['mailedInvitation', 'shownInvitation'],
      at: (code) => opens(post('/api/invitations/read', { code })),
    },
    'a program': {
      own: ['program'],
      at: (code) => opens(post('/api/auth/program/token', { code, codeVerifier: VERIFIER })),
    },
    'a program elsewhere': {
      own: ['device'],
      at: async (deviceCode) => {
        const { status, text } = await post('/api/auth/device-code/token', { deviceCode });
        return [status === 200, `${status} ${text.slice(0, 80)}`];
      },
    },
    'a device': {
      own: ['enrol'],
      at: (sessionToken) => opens(post('/api/auth/enrol-session/redeem', { sessionToken, device: DEVICE })),
    },
    'a device by digits': {
      own: ['shortCode'],
      at: (code) => opens(post('/api/auth/enrol-session/redeem-short-code', { code })),
    },
    'the login after a mail': {
      own: ['pairing'],
      at: async (token) => {
        const url = `/api/auth/pairing-resumption/redeem?token=${encodeURIComponent(token)}`;
        const { headers } = await sendTo(world, 'GET', url);
        return [String(headers.location).endsWith('reason=pairing-resumption'), String(headers.location)];
      },
    },
    'an introspection': {
      own: ['access', 'refresh', 'consumer', 'service', 'enrol'],
      at: async (token) => {
        const { json } = await post('/api/auth/token/introspect', { token }, await world.token('service'));
        return [json.active === true, JSON.stringify(json).slice(0, 80)];
      },
    },
  };

  it('opens no place that takes another one', async () => {
    await withTotp(world, 'switched on');
    const made = await secrets();
    for (const [name, { own, at }] of Object.entries(places))
      for (const [secret, text] of Object.entries(made)) {
        if (own.includes(secret)) continue;
        const [isOpen, shown] = await at(text);
        expect(isOpen, `${secret} opens ${name}: ${shown}`).to.equal(false);
      }
    // Their own, after all of that: who only looks comes first, and a new password, which ends the sessions, last.
    const last = ({ own }: { readonly own: readonly string[] }) =>
      own.includes('reset') ? 2 : Number(own.length === 1);
    for (const [name, { own, at }] of Object.entries(places).sort(([, x], [, y]) => last(x) - last(y)))
      for (const secret of own) {
        const [isOpen, shown] = await at(made[secret] as string);
        expect(isOpen, `${secret} opens ${name}: ${shown}`).to.equal(true);
      }
  });

  it('that works once is spent by its use', async () => {
    await seedExample(world.deps);
    await withTotp(world, 'none');
    const made = await secrets();
    for (const [name, { own, at }] of Object.entries(places)) {
      const secret = own[0] as string;
      if (own.length > 1 || secret === 'refresh' || secret === 'login') continue;
      await at(made[secret] as string);
      const [isOpen, shown] = await at(made[secret] as string);
      expect(isOpen, `${name}: ${shown}`).to.equal(false);
    }
    expect(world.deps.tenants.user(USER)?.memberships).to.have.length(1);
  });
});

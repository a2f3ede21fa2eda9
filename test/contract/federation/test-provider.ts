// An identity provider of the tests, which answers in the place of what leaves the node: one that keeps OpenID
// Connect to the letter, and lies where a test tells it to.
import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { issue } from '../../../core/base/issue.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { Outgoing, OutgoingAnswer, OutgoingCall } from '../../../core/outgoing/ports.js';

/** Somebody with an account at the provider. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
  /** Claims of a directory. */
  readonly tid?: string;
  readonly xms_edov?: boolean;
}

export interface Lies {
  readonly isDown?: boolean;
  readonly issuer?: string;
  readonly audience?: string;
  readonly nonce?: string | null;
  /** Seconds of life of an ID token; negative is over. */
  readonly lifetime?: number;
  /** When an ID token says that it was issued; long ago where absent. */
  readonly issuedAtS?: number;
  /** Signs with another key than the one it tells of. */
  readonly otherKey?: boolean;
  /** Signs with nothing, or with the secret of the client. */
  readonly algorithm?: 'none' | 'HS256';
  readonly withoutIdToken?: boolean;
  /** The subject of the userinfo endpoint. */
  readonly otherSubject?: boolean;
  /** The address is told by the userinfo endpoint alone. */
  readonly thinToken?: boolean;
  readonly document?: Readonly<Record<string, unknown>>;
}

interface Grant {
  readonly person: Person;
  readonly asked: URLSearchParams;
}

interface Keys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

const CLIENT = { id: 'quorate', secret: 'q83vEjRWeJq83u8SNFZ4mg' };

export class TestProvider implements Outgoing {
  lies: Lies = {};
  /** Requests that it answered, and those that it did not. */
  readonly requests: OutgoingCall[] = [];
  private readonly grants = new Map<string, Grant>();
  private readonly tokens = new Map<string, Person>();

  private constructor(
    readonly issuer: string,
    private readonly keys: Keys,
    private readonly others: Keys,
  ) {}

  static async open(issuer = 'https://idp.northwind.example'): Promise<TestProvider> {
    return new TestProvider(issuer, await generateKeyPair('ES256'), await generateKeyPair('ES256'));
  }

  /** The parameters that the browser brings back after the person signed in at the address. */
  signIn(authorizationUrl: string, person: Person): { readonly code: string; readonly state: string } {
    const asked = new URL(authorizationUrl).searchParams;
    const code = randomUUID();
    this.grants.set(code, { person, asked });
    return { code, state: asked.get('state') ?? '' };
  }

  async request(call: OutgoingCall): Promise<Result<OutgoingAnswer>> {
    this.requests.push(call);
    const { origin, pathname } = new URL(call.url);
    if (this.lies.isDown || ![this.issuer, 'https://api.github.com'].includes(origin))
      return fail(issue('OUTGOING_FAILED', '', 'The host did not answer in time.'));
    const path = pathname.replace(/^\/(api\/v3|common\/v2\.0)(?=\/)/, '');
    if (path === '/.well-known/openid-configuration') return json(call, { ...this.document(), ...this.lies.document });
    if (path === '/jwks') return json(call, { keys: [{ ...(await exportJWK(this.keys.publicKey)), alg: 'ES256' }] });
    if (path === '/token' || path === '/login/oauth/access_token') return this.token(call);
    const person = this.tokens.get(String(call.headers?.authorization).split(' ')[1] ?? '');
    if (person === undefined) return json(call, { error: 'invalid_token' }, 401);
    const { sub, ...rest } = person;
    if (path === '/userinfo') return json(call, { ...rest, sub: this.lies.otherSubject ? 'somebody else' : sub });
    if (path === '/user') return json(call, { id: Number(sub), login: 'octo', name: person.name ?? null });
    if (path === '/user/emails')
      return json(call, [
        { email: 'other@x.example', primary: false, verified: true },
        { email: person.email, primary: true, verified: person.email_verified ?? true },
      ]);
    return json(call, {}, 404);
  }

  private document() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      scopes_supported: ['openid', 'email', 'profile'],
      id_token_signing_alg_values_supported: ['ES256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    };
  }

  private async token(call: OutgoingCall): Promise<OutgoingAnswer> {
    const form = new URLSearchParams(String(call.body));
    if (!isClient(call, form)) return json(call, { error: 'invalid_client' }, 401);
    if (form.get('grant_type') === 'client_credentials') return json(call, { error: 'unauthorized_client' }, 400);
    const grant = this.grants.get(form.get('code') ?? '');
    this.grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const { asked } = grant ?? { asked: new URLSearchParams() };
    if (
      grant === undefined ||
      asked.get('code_challenge_method') !== 'S256' ||
      asked.get('code_challenge') !== challenge ||
      asked.get('redirect_uri') !== form.get('redirect_uri')
    )
      return json(call, { error: 'invalid_grant' }, 400);
    const access = randomUUID();
    this.tokens.set(access, grant.person);
    const isOidc = asked.get('scope')?.includes('openid') === true && !this.lies.withoutIdToken;
    const answer = { access_token: access, token_type: 'bearer', expires_in: 60 };
    return json(call, isOidc ? { ...answer, id_token: await this.idToken(grant) } : answer);
  }

  private async idToken({ person, asked }: Grant): Promise<string> {
    const { lies, issuer } = this;
    const { sub, ...rest } = person;
    const claims: JWTPayload = { ...(lies.thinToken ? {} : rest) };
    const nonce = lies.nonce === undefined ? asked.get('nonce') : lies.nonce;
    if (nonce !== null) claims.nonce = nonce;
    const nowS = Math.floor(Date.now() / 1000);
    const token = new SignJWT(claims)
      .setSubject(sub)
      .setIssuer(lies.issuer ?? issuer)
      .setAudience(lies.audience ?? CLIENT.id)
      .setIssuedAt(lies.issuedAtS ?? 0)
      .setExpirationTime(nowS + (lies.lifetime ?? 300));
    if (lies.algorithm === 'none')
      return unsigned(await token.setProtectedHeader({ alg: 'ES256' }).sign(this.keys.privateKey));
    if (lies.algorithm === 'HS256')
      return token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT.secret));
    const { privateKey } = lies.otherKey ? this.others : this.keys;
    return token.setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  }
}

function isClient({ headers = {} }: OutgoingCall, form: URLSearchParams): boolean {
  const { authorization } = headers;
  if (authorization === undefined)
    return form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
  return authorization === `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
}

function unsigned(token: string): string {
  const payload = token.split('.')[1];
  return `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${payload}.`;
}

function json({ url }: OutgoingCall, value: unknown, status = 200): OutgoingAnswer {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json' }, body, url, address: '192.0.2.1' };
}

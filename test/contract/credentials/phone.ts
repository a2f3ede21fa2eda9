// A wallet as its makers would write one: it knows the standards and node:crypto, and shares no code with the node.
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { World } from '../world/world.js';

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url');

interface Keys {
  readonly privateKey: KeyObject;
  readonly jwk: Record<string, unknown>;
}

export function aKey(curve = 'P-256'): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }) } };
}

/** A JWT under the key, with what a test changes of its header and payload; an `alg` of its own is not signed for. */
export function jwtOf({ privateKey }: Keys, header: object, payload: object): string {
  const input = `${text(header)}.${text(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly json: Record<string, unknown> & { readonly error?: string };
}

export interface Changes {
  readonly header?: object;
  readonly payload?: object;
  readonly key?: Keys;
}

/** At the issuer of a base path: `/credentials/northwind`, or nothing for the one at the root. */
export class Phone {
  readonly url: string;
  private readonly dpopKey = aKey();

  constructor(
    private readonly world: World,
    private readonly base = '/credentials/northwind',
  ) {
    this.url = `http://localhost:8080${base}`;
  }

  async post(path: string, payload: string | object, headers: Record<string, string> = {}): Promise<Told> {
    const isForm = typeof payload === 'string';
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const answer = await this.world.app.inject({
      ...{ method: 'POST', url: this.base + path, payload },
      headers: { 'content-type': type, ...headers },
    });
    const json = answer.body === '' ? {} : answer.json();
    return { status: answer.statusCode, headers: answer.headers as Told['headers'], json };
  }

  async get(path: string): Promise<Told> {
    const answer = await this.world.app.inject({ method: 'GET', url: path });
    return { status: answer.statusCode, headers: answer.headers as Told['headers'], json: answer.json() };
  }

  async nonces(): Promise<{ readonly proof: string; readonly dpop: string }> {
    const answer = await this.world.app.inject({ method: 'POST', url: `${this.base}/nonce` });
    return { proof: answer.json().c_nonce, dpop: String(answer.headers['dpop-nonce']) };
  }

  token(
    code: string,
    { txCode, ...headers }: { readonly txCode?: string; readonly dpop?: string } = {},
  ): Promise<Told> {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
      'pre-authorized_code': code,
      ...(txCode !== undefined && { tx_code: txCode }),
    });
    return this.post('/token', form.toString(), headers as Record<string, string>);
  }

  /** The proof of a key for a copy. */
  proof(nonce: string, { header, payload, key = aKey() }: Changes = {}): string {
    const head = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: key.jwk, ...header };
    return jwtOf(key, head, { aud: this.url, iat: this.now(), nonce, ...payload });
  }

  dpop(path: string, nonce: string, { header, payload, key = this.dpopKey }: Changes = {}): string {
    const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk, ...header };
    const own = { jti: randomUUID(), htm: 'POST', htu: this.url + path, iat: this.now(), nonce };
    return jwtOf(key, head, { ...own, ...payload });
  }

  credential(token: string, body: object, headers: Record<string, string> = {}): Promise<Told> {
    return this.post('/credential', body, { authorization: `Bearer ${token}`, ...headers });
  }

  static ath(token: string): string {
    return hashOf(token);
  }

  private now(): number {
    return Math.floor(this.world.deps.clock.now() / 1000);
  }
}

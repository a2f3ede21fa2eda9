// An issuer of its own code, as its makers would write it: what it was asked, and what a test changes of its answers.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { CompactEncrypt, compactDecrypt, importJWK, type JWK } from 'jose';
import type { OutgoingCall } from '../../../../core/outgoing/ports.js';
import { aKey, jwtOf } from '../phone.js';
import type { HostAnswer } from '../remote-hosts.js';

export const ISSUER = 'https://issuer.example/tenant';
export const VCT = 'urn:example:pass:1';
const GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
export const OFFER = {
  credential_issuer: ISSUER,
  credential_configuration_ids: ['pass'],
  grants: { [GRANT]: { 'pre-authorized_code': 'the-code' } },
};
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
export const payloadOf = (jwt: string, part = 1) =>
  JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString());

export class OtherIssuer {
  readonly key = aKey();
  readonly asked: string[] = [];
  readonly events: string[] = [];
  readonly forms: Record<string, string>[] = [];
  proofs: string[] = [];
  /** That the token is bound to. */
  tokenKey: object | undefined;
  metadata: object = {};
  /** What was pushed, and what a test changes of the answer. */
  pushed: Readonly<Record<string, string>> = {};
  push: object = {};
  configuration: object = {};
  server: object = {};
  credential: object = {};
  payload: object = {};
  token: object = { token_type: 'Bearer' };
  dpop: 'none' | 'nonce' = 'none';
  boundTo: readonly object[] | undefined;
  /** Its answer where it has the credential later; none: it gives the credential. */
  later: HostAnswer | undefined;
  /** Whether the first request is deferred. */
  defers = false;
  /** What it demands to be encrypted; its key stands in the metadata then. */
  encryption: { readonly answers: boolean; readonly metadata?: object } | undefined;
  /** The requests that were encrypted, and a change of how an answer is. */
  readonly opened: Record<string, unknown>[] = [];
  seal: { readonly key?: JWK; readonly isClear?: boolean } = {};
  private readonly encrypting = aKey();
  /** Whether it refuses a client without an attestation, or one without its challenge in the proof. */
  client: { readonly isAttested?: boolean; readonly challenge?: string } = {};
  /** The attestations that came, each with its proof. */
  readonly attested: { readonly attestation: string; readonly proof: string }[] = [];
  /** The proofs of a request, by their type. */
  shown: Readonly<Record<string, readonly string[]>> = {};
  /** Tokens that it takes; the first is that of the code. */
  tokens = ['the-token'];

  constructor(private readonly nowS: () => number) {}

  readonly answer = (asked: OutgoingCall): Promise<HostAnswer> | HostAnswer => {
    const { pathname } = new URL(asked.url);
    this.asked.push(`${asked.method ?? 'GET'} ${pathname}`);
    const row = this.rows()[pathname];
    return row === undefined ? { status: 404, text: '' } : row(asked);
  };

  private rows(): Readonly<Record<string, (asked: OutgoingCall) => Promise<HostAnswer> | HostAnswer>> {
    const at = (path: string) => `${ISSUER}${path}`;
    return {
      '/.well-known/openid-credential-issuer/tenant': () => ({
        json: {
          ...{ credential_issuer: ISSUER, credential_endpoint: at('/credential'), nonce_endpoint: at('/nonce') },
          ...{ notification_endpoint: at('/notification'), deferred_credential_endpoint: at('/deferred') },
          batch_credential_issuance: { batch_size: 2 },
          display: [{ name: 'Example' }],
          credential_configurations_supported: { pass: { format: 'dc+sd-jwt', vct: VCT, ...this.configuration } },
          ...this.encryptionMetadata(),
          ...this.metadata,
        },
      }),
      '/.well-known/oauth-authorization-server/tenant': () => ({
        json: {
          ...{ issuer: ISSUER, token_endpoint: at('/token'), authorization_endpoint: at('/authorize') },
          ...{ pushed_authorization_request_endpoint: at('/par'), code_challenge_methods_supported: ['S256'] },
          authorization_response_iss_parameter_supported: true,
          ...(this.dpop !== 'none' && { dpop_signing_alg_values_supported: ['ES256'] }),
          ...this.server,
        },
      }),
      '/.well-known/jwt-vc-issuer/tenant': () => ({
        json: {
          issuer: ISSUER,
          jwks: {
            keys: [
              { ...this.key.jwk, kid: 'k1' },
              { ...aKey().jwk, kid: 'k2' },
            ],
          },
        },
      }),
      '/tenant/token': ({ headers = {}, body }) => {
        const refusal = this.refuseClient(headers);
        if (refusal !== undefined) return refusal;
        this.forms.push(Object.fromEntries(new URLSearchParams(String(body))));
        const nonce = headers.dpop === undefined ? undefined : payloadOf(headers.dpop).nonce;
        if (this.dpop === 'nonce' && nonce !== 'n1')
          return { status: 400, headers: { 'dpop-nonce': 'n1' }, json: { error: 'use_dpop_nonce' } };
        return { json: { access_token: this.tokens[0], expires_in: 60, ...this.token } };
      },
      '/tenant/par': ({ headers = {}, body }) => {
        const refusal = this.refuseClient(headers);
        if (refusal !== undefined) return refusal;
        this.pushed = Object.fromEntries(new URLSearchParams(String(body)));
        return { status: 201, json: { request_uri: 'urn:pushed:1', expires_in: 90, ...this.push } };
      },
      '/tenant/nonce': () => ({ json: { c_nonce: 'c1' } }),
      '/tenant/credential': (asked) => this.exchange(asked, (request) => this.issue(request, 'credential')),
      '/tenant/deferred': (asked) =>
        this.exchange(asked, (request) => {
          const { transaction_id: id, ...rest } = JSON.parse(String(request.body));
          expect([id, Object.keys(rest)]).to.deep.equal([
            'transaction-1',
            this.encryption?.answers ? ['credential_response_encryption'] : [],
          ]);
          return this.later ?? this.issue(request, 'deferred');
        }),
      '/tenant/notification': ({ body = '' }) => {
        this.events.push(JSON.parse(String(body)).event);
        return { status: 204, text: '' };
      },
    };
  }

  private refuseClient(headers: Readonly<Record<string, string>>): HostAnswer | undefined {
    const { 'oauth-client-attestation': attestation, 'oauth-client-attestation-pop': proof } = headers;
    if (attestation !== undefined && proof !== undefined) this.attested.push({ attestation, proof });
    else if (this.client.isAttested) return { status: 401, json: { error: 'invalid_client' } };
    const { challenge } = this.client;
    if (challenge === undefined || (proof !== undefined && payloadOf(proof).challenge === challenge)) return undefined;
    return {
      status: 400,
      headers: { 'oauth-client-attestation-challenge': challenge },
      json: { error: 'use_attestation_challenge' },
    };
  }

  private encryptionMetadata(): object {
    if (this.encryption === undefined) return {};
    const key = { ...this.encrypting.jwk, kid: 'e1', alg: 'ECDH-ES', use: 'enc' };
    const by = { enc_values_supported: ['A128CBC-HS256', 'A256GCM'], encryption_required: true };
    return {
      credential_request_encryption: { jwks: { keys: [key] }, ...by },
      ...(this.encryption.answers && {
        credential_response_encryption: { alg_values_supported: ['ECDH-ES'], ...by },
      }),
      ...this.encryption.metadata,
    };
  }

  /** In the clear, or encrypted where it demands that: a library opens the request, and writes the answer. */
  private async exchange(asked: OutgoingCall, answer: (asked: OutgoingCall) => HostAnswer): Promise<HostAnswer> {
    if (this.encryption === undefined) return answer(asked);
    expect(asked.headers?.['content-type']).to.equal('application/jwt');
    const own = this.encrypting.privateKey;
    const { plaintext, protectedHeader } = await compactDecrypt(String(asked.body), own);
    expect(protectedHeader).to.include({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'e1' });
    const body = new TextDecoder().decode(plaintext);
    this.opened.push(JSON.parse(body));
    const given = answer({ ...asked, body });
    const { credential_response_encryption: wanted } = JSON.parse(body);
    const isGood = (given.status ?? 200) < 300;
    if (wanted === undefined || !isGood || this.seal.isClear) return given;
    const key = this.seal.key ?? wanted.jwk;
    const text = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(given.json)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: wanted.enc, kid: wanted.jwk.kid })
      .encrypt(await importJWK(key, 'ECDH-ES'));
    return {
      ...(given.status !== undefined && { status: given.status }),
      headers: { 'content-type': 'application/jwt' },
      text,
    };
  }

  private issue({ body = '', headers = {} }: OutgoingCall, endpoint: 'credential' | 'deferred'): HostAnswer {
    const { proofs } = JSON.parse(String(body));
    if (endpoint === 'credential') {
      this.proofs = proofs.jwt ?? [];
      this.shown = proofs;
    }
    const [token = ''] = this.tokens;
    const [kind, shown] = (headers.authorization ?? '').split(' ');
    if (shown !== token) return { status: 401, json: { error: 'invalid_token' } };
    if (this.dpop === 'nonce') {
      const proof = payloadOf(headers.dpop ?? '');
      expect([kind, proof.ath, proof.htu]).to.deep.equal(['DPoP', hashOf(token), `${ISSUER}/${endpoint}`]);
      const { jwk } = payloadOf(headers.dpop ?? '', 0);
      this.tokenKey ??= jwk;
      expect(jwk, 'one key of the session').to.deep.equal(this.tokenKey);
      if (proof.nonce !== 'n2')
        return {
          status: 401,
          headers: { 'dpop-nonce': 'n2', 'www-authenticate': 'DPoP error="use_dpop_nonce"' },
          json: {},
        };
    } else expect([kind, headers.dpop]).to.deep.equal(['Bearer', undefined]);
    if (endpoint === 'credential' && this.defers)
      return { status: 202, json: { transaction_id: 'transaction-1', interval: 20 } };
    const keys = this.boundTo ?? this.proofs.map((proof) => payloadOf(proof, 0).jwk);
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', kid: 'k1' };
    const credentials = keys.map((jwk) => {
      const disclosure = Buffer.from(JSON.stringify(['salt', 'name', 'Eve'])).toString('base64url');
      const clear = {
        iss: ISSUER,
        vct: VCT,
        iat: this.nowS(),
        _sd: [hashOf(disclosure)],
        cnf: { jwk },
        ...this.payload,
      };
      return { credential: `${jwtOf(this.key, header, clear)}~${disclosure}~` };
    });
    return { json: { credentials, notification_id: 'id1', ...this.credential } };
  }
}

// A maker of wallets, as one would attest them: its certificate is below a root of its own, and it shares no code with
// the node.
import { randomUUID } from 'node:crypto';
import { certificate, type Party, partyOf, purposes } from '../../../support/certificates/certificates.js';
import type { World } from '../../world/world.js';
import { aKey, type Changes, jwtOf } from '../phone.js';

type Keys = ReturnType<typeof aKey>;
const base64 = (der: Uint8Array) => Buffer.from(der).toString('base64');

export class WalletMaker {
  readonly root: Party;
  readonly rootDer: Uint8Array;
  readonly leaf: Uint8Array;
  /** Of the wallet. */
  readonly instance = aKey();
  private readonly signer: Party;

  constructor(
    private readonly world: World,
    name = 'Wallets',
  ) {
    this.root = partyOf(name);
    this.rootDer = certificate(this.root, this.root, {}, 'authority');
    this.signer = partyOf(`${name} attester`);
    this.leaf = certificate(this.signer, this.root);
  }

  /** Whom the node believes from now on. */
  believed(): this {
    this.world.trust.configured.push(this.rootDer);
    return this;
  }

  /** Its certificate for these uses. */
  leafFor(...uses: readonly string[]): { readonly x5c: readonly string[] } {
    return {
      x5c: [base64(certificate(this.signer, this.root, { extensions: { extendedKeyUsage: purposes(...uses) } }))],
    };
  }

  /** What the maker says of the client. */
  attestation({ payload, ...changes }: Changes = {}): string {
    const own = {
      ...{ iss: 'https://maker.example', sub: 'wallet', exp: this.now() + 3600, cnf: { jwk: this.instance.jwk } },
      ...payload,
    };
    return this.signed('oauth-client-attestation+jwt', { ...changes, payload: own });
  }

  /** What the wallet says at each request. */
  proof({ header, payload, key = this.instance }: Changes = {}): string {
    const head = { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256', ...header };
    const own = {
      iss: 'wallet',
      aud: 'http://localhost:8080/credentials/northwind',
      jti: randomUUID(),
      iat: this.now(),
    };
    return jwtOf(key, head, { ...own, ...payload });
  }

  headers(attestation: Changes = {}, proof: Changes = {}): Record<string, string> {
    return {
      'OAuth-Client-Attestation': this.attestation(attestation),
      'OAuth-Client-Attestation-PoP': this.proof(proof),
    };
  }

  /** What the maker says of keys. */
  keys(keys: readonly Keys[], { payload, ...changes }: Changes = {}): string {
    const own = {
      ...{ iat: this.now(), exp: this.now() + 3600, attested_keys: keys.map(({ jwk }) => jwk) },
      ...{ key_storage: ['iso_18045_high'], user_authentication: ['iso_18045_moderate'], ...payload },
    };
    return this.signed('key-attestation+jwt', { ...changes, payload: own });
  }

  private signed(typ: string, { header, payload = {}, key }: Changes): string {
    const by = key ?? { privateKey: this.signer.privateKey, jwk: {} };
    return jwtOf(by, { typ, alg: 'ES256', x5c: [base64(this.leaf)], ...header }, payload);
  }

  now(): number {
    return Math.floor(this.world.deps.clock.now() / 1000);
  }
}

/** By a certificate that a wallet signed itself. */
export function selfSigned(): Changes {
  const party = partyOf('Nobody');
  const x5c = [base64(certificate(party, party))];
  return { header: { x5c }, key: { privateKey: party.privateKey, jwk: {} } };
}

export const withRoot = ({ leaf, rootDer }: WalletMaker) => ({ x5c: [base64(leaf), base64(rootDer)] });

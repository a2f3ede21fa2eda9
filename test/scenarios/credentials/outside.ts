// An issuer outside the mesh, with other software: SD-JWTs by @meeco/sd-jwt, its status list by node:crypto and
// node:zlib, served at an address of its own. Its certificate is of the guild, which the trust list has.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { aKey, jwtOf } from '../../contract/credentials/phone.js';
import { issueSdJwt } from '../../contract/credentials/second-wallet.js';
import { altNames, certificate, dns, type Party, partyOf } from '../../support/certificates/certificates.js';
import type { OnPhone } from './phones/family.js';

const PLACES = 1024;
const seconds = () => Math.floor(Date.now() / 1000);

export class OutsideIssuer {
  /** SHA-256 of its key. */
  readonly keyHash: string;
  /** Whether its status list can be had. */
  isServing = false;
  private readonly party = partyOf('Certifier with an office of its own');
  private readonly certificate: Uint8Array;
  private listUri = '';
  private readonly revoked = new Set<number>();
  private readonly server = createServer((_, response) => {
    const type = { 'content-type': 'application/statuslist+jwt' };
    if (this.isServing) response.writeHead(200, type).end(this.statusToken());
    else response.writeHead(503).end();
  });

  private constructor(guild: Party) {
    const extensions = { subjectAltName: altNames(dns('certifier.example')) };
    this.certificate = certificate(this.party, guild, { extensions });
    this.keyHash = createHash('sha256').update(this.party.spki).digest('hex');
  }

  static async open(guild: Party): Promise<OutsideIssuer> {
    const issuer = new OutsideIssuer(guild);
    await new Promise<void>((resolve) => issuer.server.listen(0, '127.0.0.1', resolve));
    issuer.listUri = `http://localhost:${(issuer.server.address() as AddressInfo).port}/status`;
    return issuer;
  }

  close(): void {
    this.server.close();
  }

  revoke(place: number): void {
    this.revoked.add(place);
  }

  /** A credential for a key of a phone; each claim is one that its holder shows or keeps. */
  async issue(vct: string, claims: Readonly<Record<string, unknown>>, place: number): Promise<OnPhone> {
    const key = aKey();
    const members = {
      ...{ vct, iss: 'https://certifier.example', nbf: seconds() - 60, exp: seconds() + 86_400 },
      status: { status_list: { idx: place, uri: this.listUri } },
      ...claims,
    };
    const issuer = { privateKey: this.party.privateKey, certificate: this.certificate };
    return { text: await issueSdJwt(members, { issuer, holder: key, names: Object.keys(claims) }), key };
  }

  private statusToken(): string {
    const bits = new Uint8Array(PLACES / 8);
    for (const place of this.revoked) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    const x5c = [Buffer.from(this.certificate).toString('base64')];
    const header = { alg: 'ES256', typ: 'statuslist+jwt', x5c };
    const now = seconds();
    return jwtOf({ privateKey: this.party.privateKey, jwk: {} }, header, {
      ...{ sub: this.listUri, iat: now - 60, exp: now + 3600, ttl: 300 },
      status_list: { bits: 1, lst: deflateSync(bits).toString('base64url') },
    });
  }
}

// The standing of a peer by its certificate: members and guests, and each way in which a certificate is refused, made
// in forms that our CA never issues.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { pemParts } from '../../../../core/crypto/keys/pem.js';
import { type Authority, openAuthority, revoke } from '../../../../storage/pki/authority.js';
import { uriNames } from '../../../../storage/pki/der.js';
import type { TlsKey } from '../../../../storage/pki/node-keys.js';
import type { TrustedAuthority } from '../../../../storage/pki/trusted.js';
import { authorityIn, withRevocations } from '../../../../storage/pki/trusted.js';
import { verifyPeer } from '../../../../storage/pki/verify.js';
import { type CertificateForm, makeCertificate } from '../../../../storage/pki/x509.js';
import { folderOfAll } from '../../../support/base/folders.js';
import { good } from '../../../support/base/good.js';
import {
  aGuest,
  aNode,
  anAuthority,
  DAY_MS,
  enrolled,
  keysOf,
  NOW_MS,
  ORG_A,
  ORG_B,
} from '../../../support/mesh/pki.js';

describe('storage/pki/verify', () => {
  const root = folderOfAll();
  let ann: Authority;
  let bob: Authority;
  let keys: ReturnType<typeof keysOf>;
  let nodeUri: string;
  const orgUri = `spiffe://local/org/${ORG_A}`;
  before(async () => {
    ann = await anAuthority(join(root, 'ann'));
    bob = await anAuthority(join(root, 'bob'), { orgId: ORG_B });
    keys = keysOf(join(root, 'node'));
    nodeUri = `spiffe://local/node/${keys.nodeKey.peerId}`;
  });

  const seen = (der: Uint8Array, trusted: readonly TrustedAuthority[], more: { nowMs?: number } = {}) =>
    verifyPeer(der, { trusted, installation: 'local', nowMs: NOW_MS, ...more });
  function code(der: Uint8Array, trusted: readonly TrustedAuthority[] = [ann.own, bob.own], nowMs = NOW_MS): string {
    const found = seen(der, trusted, { nowMs });
    return isFailure(found) ? found.issue.code : found.standing;
  }
  /** A certificate that Ann's CA signs, good but for what is stated. */
  function form(more: Partial<CertificateForm> = {}, tlsKey: TlsKey = keys.tlsKey): Promise<Uint8Array> {
    return makeCertificate({
      ...{ commonName: 'x', uris: [nodeUri, orgUri], hosts: ['localhost'], role: 'node', spki: tlsKey.spki },
      ...{ issuer: ann.own.certificate.raw, signingKey: ann.key, nowMs: NOW_MS, notAfterMs: NOW_MS + DAY_MS },
      ...more,
    });
  }
  const derOf = (pem: string) => pemParts(pem, 'CERTIFICATE')[0] as Buffer;
  const serialOf = (pem: string) => new X509Certificate(pem).serialNumber.toLowerCase();

  it('knows the members of each organisation', async () => {
    const one = await aNode(join(root, 'one'), ann);
    const two = await aNode(join(root, 'two'), bob);
    for (const { tls, peerId, orgId } of [one, two])
      expect(seen(derOf(tls.certificatePem), [ann.own, bob.own])).to.deep.equal({
        ...{ peerId, orgId, keyHash: tls.keyHash, standing: 'member', serial: serialOf(tls.certificatePem) },
      });
    expect(code(derOf(two.tls.certificatePem), [ann.own])).to.equal('PEER_CERTIFICATE_UNTRUSTED');
    expect(code(await form())).to.equal('member');
  });

  it('takes who signs for itself as a guest, whatever it claims', async () => {
    const guest = await aGuest(join(root, 'guest'), ORG_A);
    expect(seen(derOf(guest.tls.certificatePem), [ann.own])).to.deep.include({
      standing: 'guest',
      peerId: guest.peerId,
    });
    // The name of the issuer is Ann's, the signature is not.
    const posing = await form({ signingKey: keys.tlsKey.key });
    expect(code(posing)).to.equal('guest');
    expect(code(await form({ signingKey: bob.key }))).to.equal('PEER_CERTIFICATE_UNTRUSTED');
  });

  it('lets no CA name the nodes of another organisation', async () => {
    const foreign = await form({ uris: [nodeUri, `spiffe://local/org/${ORG_B}`] });
    expect(code(foreign)).to.equal('PEER_ORGANISATION_MISMATCH');
    expect(code(foreign, [ann.own])).to.equal('PEER_ORGANISATION_MISMATCH');
    expect(code(foreign, [bob.own])).to.equal('PEER_CERTIFICATE_UNTRUSTED');
  });

  it('keeps installations apart', async () => {
    const elsewhere = [`spiffe://other/node/${keys.nodeKey.peerId}`, `spiffe://other/org/${ORG_A}`];
    expect(code(await form({ uris: elsewhere }))).to.equal('PEER_CERTIFICATE_INVALID');
    const other = await anAuthority(join(root, 'elsewhere'), { installation: 'other' });
    const ours = await form({ issuer: other.own.certificate.raw, signingKey: other.key });
    expect(code(ours, [other.own])).to.equal('PEER_CERTIFICATE_UNTRUSTED');
  });

  it('holds to the dates of the certificate and of its CA', async () => {
    const day = await form();
    expect(code(day, [ann.own], NOW_MS + DAY_MS)).to.equal('member');
    expect(code(day, [ann.own], NOW_MS + DAY_MS + 1)).to.equal('PEER_CERTIFICATE_EXPIRED');
    expect(code(day, [ann.own], NOW_MS - 5 * 60_000 - 1)).to.equal('PEER_CERTIFICATE_EXPIRED');
    const long = await form({ notAfterMs: NOW_MS + 9000 * DAY_MS });
    expect(code(long, [ann.own], NOW_MS + 3653 * DAY_MS)).to.equal('member');
    expect(code(long, [ann.own], NOW_MS + 3654 * DAY_MS)).to.equal('PEER_CERTIFICATE_EXPIRED');
  });

  it('refuses what was revoked, and only that', async () => {
    const dir = join(root, 'revoking');
    const ca = await anAuthority(join(dir, 'ca'));
    const first = await enrolled(join(dir, 'a'), ca);
    const second = await enrolled(join(dir, 'b'), ca);
    await revoke(ca, [first.serial.toUpperCase()], NOW_MS);
    const trusted = [good(openAuthority(ca.dir)).own];
    expect(code(derOf(first.pem), trusted)).to.equal('PEER_CERTIFICATE_REVOKED');
    expect(code(derOf(second.pem), trusted)).to.equal('member');
    const list = readFileSync(join(ca.dir, 'crl.pem'), 'latin1');
    expect(isFailure(withRevocations([bob.own], list, 'x'))).to.equal(true);
    expect(good(withRevocations([bob.own, ca.own], list, 'x')).authority.revoked).to.deep.equal(
      new Set([first.serial]),
    );
  });

  it('wants exactly one node and one organisation of one installation', async () => {
    const second = 'spiffe://local/node/12D3KooWGRUzXwxpYhzTBt8bHPH2mYjYLfaiJxvxoAuUJrGDQi6g';
    const lists = [
      [],
      [nodeUri],
      [orgUri],
      [nodeUri, nodeUri],
      [nodeUri, orgUri, second],
      [nodeUri, orgUri, `spiffe://local/org/${ORG_B}`],
      [nodeUri, orgUri, 'https://example.org/'],
      [nodeUri, 'spiffe://other/org/aaaaaaaa-0000-4000-8000-000000000001'],
      [nodeUri, `${orgUri}/x`],
      [nodeUri, orgUri.toUpperCase()],
      [nodeUri.slice(0, -1), orgUri],
    ];
    for (const uris of lists) expect(code(await form({ uris })), uris.join(' ')).to.equal('PEER_CERTIFICATE_INVALID');
  });

  it('reads names from the bytes, so that a host name cannot pose as one', async () => {
    const der = await form({ uris: [orgUri], hosts: [`x, URI:${nodeUri}`] });
    expect(uriNames(der)).to.deep.equal([orgUri]);
    expect(code(der)).to.equal('PEER_CERTIFICATE_INVALID');
  });

  it('takes neither a CA for a node nor a node for a CA', async () => {
    expect(code(ann.own.certificate.raw)).to.equal('PEER_CERTIFICATE_INVALID');
    expect(code(await form({ role: 'authority' }))).to.equal('PEER_CERTIFICATE_INVALID');
    const leaf = await form();
    const issuedByLeaf = await form({ issuer: leaf, signingKey: keys.tlsKey.key }, keysOf(join(root, 'leafs')).tlsKey);
    expect(code(issuedByLeaf)).to.equal('PEER_CERTIFICATE_UNTRUSTED');
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(leaf).toString('base64')}\n-----END CERTIFICATE-----\n`;
    expect(isFailure(authorityIn(pem, 'leaf'))).to.equal(true);
  });

  it('refuses any bytes that are no certificate, whatever they are, without a throw', async () => {
    const der = await form();
    for (let length = 0; length < der.length; length += 7)
      expect(code(der.subarray(0, length))).to.equal('PEER_CERTIFICATE_INVALID');
    for (let at = 0; at < der.length; at += 1) {
      const flipped = Uint8Array.from(der);
      flipped[at] = flipped[at]! ^ 0x10;
      expect(code(flipped), `byte ${at}`).to.not.equal('member');
    }
    expect(code(new Uint8Array(9000))).to.equal('PEER_CERTIFICATE_INVALID');
  });
});

// A node identity from its keys to its use: the round trip, renewal, and every reason for which a node would not start
// with it.
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyFromProtobuf } from '@libp2p/crypto/keys';
import { peerIdFromPrivateKey } from '@libp2p/peer-id';
import { expect } from 'chai';
import { utf8 } from '../../../../core/base/bytes.js';
import { isFailure } from '../../../../core/base/result.js';
import { ed25519 } from '../../../../core/crypto/signing/ed25519.js';
import { issueTo, openAuthority, revoke } from '../../../../storage/pki/authority.js';
import { installCertificate, loadIdentity, loadIdentityOfAnyTime } from '../../../../storage/pki/identity.js';
import { makeKeys } from '../../../../storage/pki/node-keys.js';
import { makeRequest, proveRequest } from '../../../../storage/pki/request.js';
import { distrust, trust, trustRevocations } from '../../../../storage/pki/trusted.js';
import { folderOfEach } from '../../../support/base/folders.js';
import { good } from '../../../support/base/good.js';
import { codesOf, issueOf, issuesOf } from '../../../support/base/results.js';
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
  places,
} from '../../../support/mesh/pki.js';

describe('storage/pki/identity', () => {
  const root = folderOfEach();

  function refusedAt(dir: string, nowMs = NOW_MS): { readonly codes: string[]; readonly text: string } {
    const found = loadIdentity(dir, nowMs);
    if (!isFailure(found)) throw new Error('expected a refusal');
    return { codes: found.issues.map(({ code }) => code), text: found.issues.map(({ message }) => message).join(' ') };
  }

  it('loads what was enrolled: names, keys and trust agree with libp2p and with each other', async () => {
    const { ca, node } = places(root);
    const authority = await anAuthority(ca);
    const issued = await enrolled(node, authority);
    const found = good(loadIdentity(node, NOW_MS));
    expect(found).to.include({ orgId: ORG_A, installation: 'local', standing: 'member', peerId: issued.peerId });
    const libp2p = privateKeyFromProtobuf(found.libp2pKey);
    expect(peerIdFromPrivateKey(libp2p).toString()).to.equal(found.peerId);
    expect(libp2p.publicKey.raw).to.deep.equal(found.publicKey);
    const message = utf8('a descriptor');
    expect(await libp2p.publicKey.verify(message, found.sign(message))).to.equal(true);
    expect(ed25519.verifySync(found.publicKey, message, found.sign(message))).to.equal(true);
    expect(found.tls.notAfterMs).to.equal(NOW_MS + 365 * DAY_MS);
    expect(found.tls.keyHash).to.match(/^[0-9a-f]{64}$/);
    expect(found.tls.trustedPem.toString()).to.equal(authority.own.pem);
    expect(found.tls.certificatePem.startsWith(issued.pem)).to.equal(true);
    expect(found.trusted.map(({ orgId }) => orgId)).to.deep.equal([ORG_A]);
  });

  it('keeps its files from others, and leaves no half written one', async () => {
    const { ca, node } = places(root);
    await aNode(node, await anAuthority(ca));
    for (const dir of [ca, node, join(node, 'trusted')]) {
      expect(statSync(dir).mode & 0o777).to.equal(0o700);
      for (const one of readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile())) {
        expect(statSync(join(dir, one.name)).mode & 0o777, one.name).to.equal(0o600);
        expect(one.name).to.not.contain('partial');
      }
    }
  });

  it('renews the certificate under the same keys', async () => {
    const { ca, node } = places(root);
    const authority = await anAuthority(ca);
    const first = await aNode(node, authority);
    makeKeys(node);
    const later = NOW_MS + 300 * DAY_MS;
    await enrolled(node, authority, { nowMs: later });
    const second = good(loadIdentity(node, later));
    expect(second).to.deep.include({ peerId: first.peerId, publicKey: first.publicKey });
    expect(second.tls.keyHash).to.equal(first.tls.keyHash);
    expect(second.tls.notAfterMs).to.equal(later + 365 * DAY_MS);
    expect(good(loadIdentity(node, NOW_MS + 400 * DAY_MS)).peerId).to.equal(first.peerId);
  });

  it('says what is missing before the node is enrolled', () => {
    const { node } = places(root);
    expect(refusedAt(node).codes).to.deep.equal(['NODE_IDENTITY_MISSING', 'NODE_IDENTITY_MISSING']);
    makeKeys(node);
    const { codes, text } = refusedAt(node);
    expect(codes).to.deep.equal(['NODE_IDENTITY_MISSING']);
    expect(text).to.contain('quorate node enrol');
  });

  it('refuses a certificate that has expired, or is not valid yet', async () => {
    const { ca, node } = places(root);
    await enrolled(node, await anAuthority(ca), { days: 10 });
    expect(good(loadIdentity(node, NOW_MS + 10 * DAY_MS)).orgId).to.equal(ORG_A);
    expect(refusedAt(node, NOW_MS + 10 * DAY_MS + 1000).codes).to.deep.equal(['PEER_CERTIFICATE_EXPIRED']);
    expect(refusedAt(node, NOW_MS - DAY_MS).text).to.contain('Check the clock');
  });

  it('starts with a certificate that is not valid now, when that is all that is wrong with it', async () => {
    const { ca, node, other } = places(root);
    const authority = await anAuthority(ca);
    const { serial } = await enrolled(node, authority, { days: 10 });
    const [before, after] = [NOW_MS - 30 * DAY_MS, NOW_MS + 400 * DAY_MS];
    for (const nowMs of [before, NOW_MS, after]) {
      const { tls, orgId } = good(loadIdentityOfAnyTime(node, nowMs));
      expect([orgId, tls.notAfterMs]).to.deep.equal([ORG_A, NOW_MS + 10 * DAY_MS]);
      expect(tls.notBeforeMs).to.be.within(before, NOW_MS);
    }
    const codesAt = (nowMs: number) => codesOf(loadIdentityOfAnyTime(node, nowMs));
    keysOf(other);
    const keep = readFileSync(join(node, 'tls.key'));
    writeFileSync(join(node, 'tls.key'), readFileSync(join(other, 'tls.key')));
    expect(codesAt(after)).to.deep.equal(['NODE_IDENTITY_INVALID']);
    writeFileSync(join(node, 'tls.key'), keep);
    const { file } = await revoke(authority, [serial], NOW_MS);
    good(trustRevocations(join(node, 'trusted'), readFileSync(file, 'latin1'), file));
    expect(codesAt(after)).to.deep.equal(['PEER_CERTIFICATE_REVOKED']);
    rmSync(join(node, 'tls.crt'));
    expect(codesAt(after)).to.deep.equal(['NODE_IDENTITY_MISSING']);
  });

  it('refuses another TLS key, and another node key', async () => {
    const { ca, node, other } = places(root);
    await aNode(node, await anAuthority(ca));
    keysOf(other);
    const keep = readFileSync(join(node, 'tls.key'));
    writeFileSync(join(node, 'tls.key'), readFileSync(join(other, 'tls.key')));
    expect(refusedAt(node).text).to.contain('another TLS key');
    writeFileSync(join(node, 'tls.key'), keep);
    expect(good(loadIdentity(node, NOW_MS)).orgId).to.equal(ORG_A);
    writeFileSync(join(node, 'node.key'), readFileSync(join(other, 'node.key')));
    const { codes, text } = refusedAt(node);
    expect(codes).to.deep.equal(['NODE_IDENTITY_INVALID']);
    expect(text).to.contain('Put the right node.key back');
  });

  it('refuses a certificate whose CA is trusted no more', async () => {
    const { ca, node } = places(root);
    const authority = await anAuthority(ca);
    await aNode(node, authority);
    expect(distrust(join(node, 'trusted'), authority.own)).to.equal(true);
    expect(distrust(join(node, 'trusted'), authority.own)).to.equal(false);
    const { codes, text } = refusedAt(node);
    expect(codes).to.deep.equal(['PEER_CERTIFICATE_UNTRUSTED']);
    expect(text).to.contain('quorate node trust');
  });

  it('refuses its own certificate once it is revoked, and an older list or one of a stranger', async () => {
    const { ca, node, other } = places(root);
    const authority = await anAuthority(ca);
    const trusted = join(node, 'trusted');
    const issued = await enrolled(node, authority);
    await revoke(authority, ['00ff'], NOW_MS + 1000);
    const early = readFileSync(join(ca, 'crl.pem'), 'latin1');
    expect(await revoke(good(openAuthority(ca)), [issued.serial], NOW_MS + 2000)).to.include({ revoked: 2 });
    const late = readFileSync(join(ca, 'crl.pem'), 'latin1');
    expect(good(trustRevocations(trusted, early, 'early')).revoked.has('ff')).to.equal(true);
    expect(good(loadIdentity(node, NOW_MS)).orgId).to.equal(ORG_A);
    expect([...good(trustRevocations(trusted, late, 'late')).revoked]).to.have.members(['ff', issued.serial]);
    expect(refusedAt(node).codes).to.deep.equal(['PEER_CERTIFICATE_REVOKED']);
    expect(issuesOf(trustRevocations(trusted, early, 'early'))).to.be.an('array');
    expect(refusedAt(node).codes).to.deep.equal(['PEER_CERTIFICATE_REVOKED']);
    const stranger = await anAuthority(other, { orgId: ORG_B });
    await revoke(stranger, [issued.serial], NOW_MS);
    expect(issuesOf(trustRevocations(trusted, readFileSync(join(other, 'crl.pem'), 'latin1'), 'x'))).to.be.an('array');
  });

  it('refuses to start with a file in trusted/ that it cannot use', async () => {
    const { ca, node } = places(root);
    const { tls } = await aNode(node, await anAuthority(ca));
    const bad: Record<string, string> = {
      'a.pem': 'nothing',
      'b.pem': tls.certificatePem,
      'c.pem': tls.certificatePem.split(/(?=-----BEGIN)/)[0] as string,
      'd.crl.pem': '-----BEGIN X509 CRL-----\nMAA=\n-----END X509 CRL-----\n',
    };
    for (const [name, text] of Object.entries(bad)) {
      writeFileSync(join(node, 'trusted', name), text);
      const { codes, text: said } = refusedAt(node);
      expect(codes, name).to.deep.equal(['NODE_IDENTITY_INVALID']);
      expect(said).to.contain(name);
      rmSync(join(node, 'trusted', name));
    }
    expect(good(loadIdentity(node, NOW_MS)).orgId).to.equal(ORG_A);
  });

  it('refuses keys that are damaged or that others can read', async () => {
    const { ca, node } = places(root);
    await aNode(node, await anAuthority(ca));
    for (const name of ['node.key', 'tls.key']) {
      const file = join(node, name);
      chmodSync(file, 0o644);
      expect(refusedAt(node).text).to.contain(`chmod 600 ${file}`);
      chmodSync(file, 0o600);
      const keep = readFileSync(file);
      const flipped = Buffer.from(keep);
      flipped[40] = flipped[40]! ^ 1;
      for (const damage of [keep.subarray(0, 40), Buffer.alloc(0), name === 'node.key' ? flipped : Buffer.from('x')]) {
        writeFileSync(file, damage);
        expect(refusedAt(node).codes, name).to.deep.equal(['NODE_IDENTITY_INVALID']);
      }
      writeFileSync(file, keep);
    }
    expect(good(loadIdentity(node, NOW_MS)).orgId).to.equal(ORG_A);
  });

  it('installs nothing that is not for its keys', async () => {
    const { ca, node, other } = places(root);
    const authority = await anAuthority(ca);
    const before = await aNode(node, authority);
    const foreign = await enrolled(other, authority);
    expect(issuesOf(installCertificate(node, { pem: foreign.pem, authority: authority.own, nowMs: NOW_MS }))).to.be.an(
      'array',
    );
    const strangers = await anAuthority(join(root, 'strangers'), { orgId: ORG_B });
    expect(
      issuesOf(installCertificate(node, { pem: before.tls.certificatePem, authority: strangers.own, nowMs: NOW_MS })),
    ).to.be.an('array');
    const after = good(loadIdentity(node, NOW_MS));
    expect(after.tls.certificatePem).to.equal(before.tls.certificatePem);
    expect(after.trusted).to.have.length(1);
    trust(join(node, 'trusted'), strangers.own);
    expect(good(loadIdentity(node, NOW_MS)).trusted.map(({ orgId }) => orgId)).to.deep.equal([ORG_A, ORG_B]);
  });

  it('lets a node without a CA be a guest', async () => {
    const guest = await aGuest(places(root).node);
    expect(guest).to.include({ standing: 'guest', orgId: ORG_B });
    expect(guest.tls.trustedPem).to.have.length(0);
  });

  it('issues to no node that did not prove the node key and the TLS key', async () => {
    const { ca, node, other } = places(root);
    const authority = await anAuthority(ca);
    const mine = good(await makeRequest(keysOf(node), ['one.example', '10.0.0.1']));
    const theirs = good(await makeRequest(keysOf(other), []));
    expect(good(await proveRequest(JSON.stringify(mine))).hosts).to.deep.equal(['one.example', '10.0.0.1']);
    const wrong: Record<string, object> = {
      'in the name of another node': { ...mine, peerId: theirs.peerId },
      'with the key of another': { ...mine, csr: theirs.csr },
      'with more hosts': { ...mine, hosts: ['bank.example'] },
      'with the proof of another': { ...mine, signature: theirs.signature },
      'with a host that is none': { ...mine, hosts: ['a b'] },
      'of another version': { ...mine, version: 2 },
      'with a request that was changed': {
        ...mine,
        csr: mine.csr.replace(/\n(.{50})(.)/, (_, start, one) => `\n${start}${one === 'A' ? 'B' : 'A'}`),
      },
      'without a request': { ...mine, csr: '' },
    };
    for (const [what, request] of Object.entries(wrong)) {
      const found = await proveRequest(JSON.stringify(request));
      expect(isFailure(found) && found.issue.code, what).to.equal('NODE_REQUEST_INVALID');
    }
    for (const text of ['', '[]', 'null', `"${'x'.repeat(20_000)}"`])
      expect(issueOf(await proveRequest(text))).to.include({ code: 'NODE_REQUEST_INVALID' });
    const proven = good(await proveRequest(JSON.stringify(mine)));
    const late = await issueTo(authority, proven, { nowMs: NOW_MS + 4000 * DAY_MS, days: 1 });
    expect(issueOf(late)).to.include({ code: 'PEER_CERTIFICATE_EXPIRED' });
    const capped = good(await issueTo(authority, proven, { nowMs: NOW_MS + 3600 * DAY_MS, days: 365 }));
    expect(capped.notAfterMs).to.equal(authority.own.notAfterMs);
  });
});

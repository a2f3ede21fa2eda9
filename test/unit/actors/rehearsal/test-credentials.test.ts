// The requirement of a gate as it stands in a sandbox, and what a test wallet shows at it, by format.
import { expect } from 'chai';
import { showTestCredential, testRequirement } from '../../../../actors/rehearsal/test-credentials.js';
import { certifyTestIssuer } from '../../../../actors/rehearsal/test-issuer.js';
import { fromBase64, toBase64 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { gateRuleOf } from '../../../../core/credentials/gate/rule.js';
import { bytesOf, readClaims } from '../../../../core/credentials/mdoc/cells.js';
import { issuerAuthOf } from '../../../../core/credentials/mdoc/issuer-signed.js';
import { generate } from '../../../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../../../core/crypto/signing/formats.js';
import { readAnchor } from '../../../../core/trust/x509/certificate.js';
import { verifyPath } from '../../../../core/trust/x509/path.js';
import { good } from '../../../support/base/good.js';

const NOW = Date.UTC(2026, 10, 30);
const pair = generate('NISTP256', new Uint8Array(32).fill(7));
const ports = {
  clock: { now: () => NOW },
  random: { bytes: (length: number) => new Uint8Array(length).fill(9) },
  keystore: {
    signFormatted: async (_: unknown, format: 'jose' | 'cose', bytes: Uint8Array) => ({
      ...{ signature: good(signFormatted(pair, format, bytes)), publicKey: pair.publicKey },
      ...({ algorithm: 'NISTP256', isProven: false } as const),
    }),
  },
};
const CARD = { id: 'card', doctype: 'org.office.card.1', requiredClaims: [{ claimName: '["org.office","number"]' }] };
const issuerOf = async () => ({
  ...{ role: '@issuer', address: 'qr1', publicKey: toBase64(pair.publicKey) },
  certificates: good(await certifyTestIssuer(ports, pair.publicKey)),
});

describe('actors/rehearsal/test-credentials', () => {
  it('keeps the format of a requirement, and trusts the test issuer alone by what the format has', async () => {
    const issuer = await issuerOf();
    const inSandbox = (requirement: object) => testRequirement(requirement as never, { at: 0, issuer });
    const anchor = sha256Hex(fromBase64(issuer.certificates.anchor) as Uint8Array);
    expect(inSandbox(CARD)).to.deep.equal({
      ...{ id: 'card', format: 'mso_mdoc', doctype: 'org.office.card.1', requiredClaims: CARD.requiredClaims },
      trustPolicy: { sources: [{ kind: 'x509-tenant', anchors: [anchor], confersAssurance: 'Low' }] },
    });
    expect(inSandbox({ id: 'a', format: 'mso_mdoc', type: 'org.a' })).to.include({ doctype: 'org.a' });
    for (const requirement of [
      { id: 'a', vct: 'urn:a', doctype: 'org.a' },
      { id: 'a', type: 'urn:a' },
    ])
      expect(inSandbox(requirement)).to.include({ format: 'sd-jwt-vc', vct: 'urn:a' }).and.not.include.keys('doctype');
  });

  it('shows of an mdoc what is asked, under the anchor that the requirement names', async () => {
    const issuer = await issuerOf();
    const gate = { rule: gateRuleOf(CARD as never, 0), nonce: 'nonce' } as never;
    const shown = good(await showTestCredential(ports, gate, { issuer, challenge: 'c' }));
    expect(shown.frame).to.include({ format: 'mso_mdoc', anchor: issuer.certificates.anchor });
    const { chain, object } = issuerAuthOf(bytesOf(shown.issued));
    const anchors = [good(readAnchor(fromBase64(issuer.certificates.anchor) as Uint8Array))];
    expect(good(verifyPath({ chain, anchors, atMs: NOW })).anchor.hash).to.equal(anchors[0]?.hash);
    expect(object.docType).to.equal('org.office.card.1');
    const claims = readClaims(shown.claims as never);
    expect(claims.map(({ nameSpace, name, value }) => [nameSpace, name, value])).to.deep.equal([
      ['org.office', 'number', 'rehearsed'],
    ]);
  });
});

// The authority of a node is made once of each country, and again where that failed.
import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { TrustAuthority, type TrustAuthorityPorts } from '../../../../actors/trust/trust-authority.js';
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import { deriveKeyPair } from '../../../../core/crypto/derivation/hd.js';
import { signForm, spkiOf } from '../../../../core/trust/certificates/signed-form.js';
import { readAnchor } from '../../../../core/trust/x509/certificate.js';
import { verifyPath } from '../../../../core/trust/x509/path.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { commonName } from '../../../../storage/pki/organisation-certificate.js';
import { good } from '../../../support/base/good.js';

const pair = deriveKeyPair('NISTP256', new Uint8Array(64).fill(3), "m/44'/0'/0'/0/0");
const leafKey = spkiOf(deriveKeyPair('NISTP256', new Uint8Array(64).fill(4), "m/44'/0'/0'/0/0").publicKey);
const NOW = Date.UTC(2026, 10, 30);

/** Starts of one node, each with its country. */
function aNode() {
  const kv = memoryKv();
  const warned: object[] = [];
  const startedWith = (country?: string, more: Partial<TrustAuthorityPorts> = {}) =>
    new TrustAuthority({
      ...{ clock: { now: () => NOW }, kv, country, log: { warn: (fields) => warned.push(fields) } },
      keystore: {
        nodeKey: async () => ({}) as never,
        use: async (_, work) => work(pair),
        async signFormatted(_key, _format, form) {
          return { signature: good(signForm(pair, 'authority', form)), ...pair, isProven: false };
        },
      },
      commit: (ops) => kv.write(ops),
      ...more,
    });
  return { startedWith, warned };
}

describe('actors/trust/trust-authority', () => {
  it('is asked for anew where its key could not be used, by an answer or by a fault', async () => {
    let asked = 0;
    const authority = aNode().startedWith(undefined, {
      keystore: {
        nodeKey: async () => {
          if (++asked === 2) throw new Error('a fault');
          return {} as never;
        },
        use: async () => fail(issue('WALLET_LOCKED', '', 'It opens nothing.')),
        signFormatted: async () => fail(issue('WALLET_LOCKED', '', 'It signs nothing.')),
      },
    });
    const refused = fail(issue('WALLET_LOCKED', '', 'It opens nothing.'));
    expect(await authority.certificate()).to.deep.equal(refused);
    const fault = await authority.certificate().catch((error: Error) => error.message);
    expect(fault).to.equal('a fault');
    expect(await authority.certificate()).to.deep.equal(refused);
    expect(asked).to.equal(3);
  });

  it('keeps its certificate while no country is set, and has another one of the same key for each that is', async () => {
    const { startedWith, warned } = aNode();
    const first = good(await startedWith().certificate());
    expect(good(await startedWith().certificate())).to.deep.equal(first);
    expect(new X509Certificate(first).subject).to.match(/^CN=Quorate trust authority [0-9a-f]{16}$/);
    expect(warned).to.deep.equal([]);
    const second = good(await startedWith('CY').certificate());
    expect(new X509Certificate(second).subject).to.equal(`C=CY\n${new X509Certificate(first).subject}`);
    const keyOf = (der: Uint8Array) => new X509Certificate(der).publicKey.export({ format: 'jwk' });
    expect(keyOf(second)).to.deep.equal(keyOf(first));
    expect(warned).to.deep.equal([{ country: 'CY' }]);
    expect(good(await startedWith('GR').certificate())).to.not.deep.equal(second);
    expect(good(await startedWith('CY').certificate())).to.deep.equal(second);
    const known = startedWith().knownCertificates();
    expect(known.slice(1)).to.deep.equal([second, first]);
    expect(good(await startedWith().certificate())).to.deep.equal(known[0]);
  });

  it('leaves what it issued before good under its first certificate, and that alone', async () => {
    const { startedWith } = aNode();
    const leaf = { subject: commonName('Permits'), host: 'permits.example', spki: leafKey };
    const before = good(await startedWith().issue(leaf, 30));
    const after = good(await startedWith('CY').issue(leaf, 30));
    const [second, first] = startedWith()
      .knownCertificates()
      .map((der) => good(readAnchor(der)));
    const endOf = (der: Uint8Array) =>
      good(verifyPath({ chain: [der], anchors: [second!, first!], atMs: NOW })).anchor.hash;
    expect([endOf(before), endOf(after)]).to.deep.equal([first!.hash, second!.hash]);
  });
});

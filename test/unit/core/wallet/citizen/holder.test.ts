// The holder key: which wallet it is of, its JWK, and the signing inputs that it signs.
import { expect } from 'chai';
import { toBase64Url, utf8 } from '../../../../../core/base/bytes.js';
import { canHold, holderAlgorithm, holderJwk, keyBindingProblem } from '../../../../../core/wallet/citizen/holder.js';
import type { Wallet } from '../../../../../core/wallet/wallet.js';

const OWN: Wallet = {
  ...{ id: 'w', address: 'qr1', name: '', description: '', algorithm: 'NISTP256', publicKey: '', tags: {} },
  ...{ owner: { kind: 'person', id: 'ada' }, status: 'Active', createdAt: 0, updatedAt: 0 },
};
const input = (header: unknown) => `${toBase64Url(utf8(JSON.stringify(header)))}.e30`;

describe('core/wallet/citizen/holder', () => {
  it('is of an active wallet of the person itself, with a classical key of an elliptic curve', () => {
    expect(canHold(OWN, 'ada')).to.equal(true);
    expect(canHold({ ...OWN, algorithm: 'ED25519' }, 'ada')).to.equal(true);
    const others: Partial<Wallet>[] = [
      { algorithm: 'RSA-4096' },
      { algorithm: 'ML-DSA-65' },
      { status: 'Locked' },
      { status: 'Archived' },
      { status: 'Deleted' },
      { owner: { kind: 'organisation', id: 'ada' } },
      { owner: { kind: 'system', id: 'ada' } },
      { owner: { kind: 'person', id: 'uma' } },
      { derivedKeyId: 'k' },
    ];
    for (const change of others) expect(canHold({ ...OWN, ...change }, 'ada'), JSON.stringify(change)).to.equal(false);
  });

  it('has the names and the form of JOSE', () => {
    expect(holderAlgorithm(OWN)).to.equal('ES256');
    const point = Uint8Array.from([4, ...new Uint8Array(32).fill(1), ...new Uint8Array(32).fill(2)]);
    expect(holderJwk('ES256', point)).to.deep.equal({
      ...{ kty: 'EC', crv: 'P-256', x: toBase64Url(new Uint8Array(32).fill(1)) },
      y: toBase64Url(new Uint8Array(32).fill(2)),
    });
    const key = new Uint8Array(32).fill(3);
    expect(holderJwk('EdDSA', key)).to.deep.equal({ kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key) });
  });

  it('signs key bindings with the algorithm of its key, and nothing else', () => {
    expect(keyBindingProblem(input({ typ: 'kb+jwt', alg: 'ES256' }), 'ES256')).to.equal(undefined);
    expect(keyBindingProblem(input({ typ: 'kb+jwt', alg: 'EdDSA' }), 'EdDSA')).to.equal(undefined);
    const bad = [
      ...[input({ typ: 'JWT', alg: 'ES256' }), input({ alg: 'ES256' }), input({ typ: 'KB+JWT', alg: 'ES256' })],
      ...[input({ typ: 'kb+jwt', alg: 'EdDSA' }), input({ typ: 'kb+jwt', alg: 'none' }), input({ typ: 'kb+jwt' })],
      ...[input([{ typ: 'kb+jwt', alg: 'ES256' }]), input('kb+jwt'), input(null)],
      ...['', '.', 'a.b', 'eyJ9.e30', `${input({ typ: 'kb+jwt', alg: 'ES256' })}.e30`],
      ...[input({ typ: 'kb+jwt', alg: 'ES256' }).replace('.e30', '.'), ` ${input({ typ: 'kb+jwt', alg: 'ES256' })}`],
      `${toBase64Url(utf8('{"typ":"kb+jwt","alg":"ES256","alg":"ES256"}'))}.e30`,
    ];
    for (const one of bad)
      expect(keyBindingProblem(one, 'ES256'), one).to.include({ code: 'BODY_INVALID', path: '/signingInput' });
  });
});

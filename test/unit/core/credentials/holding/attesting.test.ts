// The words of a maker of wallets as an issuer of this program reads them, and what issuers demand of it.
import { expect } from 'chai';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import {
  attestationProblem,
  demandedAttestation,
  draftAttestationProof,
  draftClientAttestation,
  draftKeyAttestation,
} from '../../../../../core/credentials/holding/attesting.js';
import { readClientAttestation } from '../../../../../core/credentials/issuing/client-attestation.js';
import { readKeyAttestation } from '../../../../../core/credentials/issuing/key-attestation.js';
import { deriveKeyPair } from '../../../../../core/crypto/derivation/hd.js';
import { p256Jwk } from '../../../../../core/crypto/keys/jwk.js';
import { signEs256 } from '../../../../../core/crypto/signing/nist-p256.js';
import { certificate, partyOf } from '../../../../support/certificates/certificates.js';

const AT = 1_780_000_000;
const key = deriveKeyPair('NISTP256', new Uint8Array(64).fill(7), "m/44'/0'/0'/0/0");
const jwk = p256Jwk(key.publicKey);
const root = partyOf('Root');
const maker = { chain: [certificate(partyOf('Maker'), root)] };
const signed = ({ toSign, finish }: ReturnType<typeof draftClientAttestation>) => finish(signEs256(key, toSign));

describe('core/credentials/holding/attesting', () => {
  it('says which client has the key, for ten minutes, and each proof is for one server', () => {
    const clientId = 'https://wallets.example';
    const attestation = signed(draftClientAttestation(maker, { clientId, jwk, atSeconds: AT }));
    const proof = signed(draftAttestationProof({ clientId, audience: 'https://a.example', id: 'one', atSeconds: AT }));
    const read = (audience: string, atSeconds: number) =>
      readClientAttestation({ attestation, proof }, { audience, atMs: atSeconds * 1000, clientId });
    expect(read('https://a.example', AT)).to.include({ clientId });
    for (const [audience, at] of [
      ['https://b.example', AT],
      ['https://a.example', AT + 3600],
    ] as const)
      expect(read(audience, at)).to.have.property('error', 'invalid_client');
    const challenged = draftAttestationProof({ clientId, audience: 'a', id: 'one', atSeconds: AT, challenge: 'c' });
    expect(JSON.parse(Buffer.from(signed(challenged).split('.')[1] ?? '', 'base64url').toString())).to.deep.equal({
      ...{ iss: clientId, aud: 'a', jti: 'one', iat: AT, challenge: 'c' },
    });
  });

  it('says which keys a wallet has, at which levels', () => {
    const levels = { keyStorage: ['iso_18045_basic'], userAuthentication: [] };
    const text = signed(draftKeyAttestation(maker, { keys: [jwk], atSeconds: AT, nonce: 'n', ...levels }));
    const { keys, nonce, chain } = readKeyAttestation(text);
    expect([keys.map((each) => each.jwk), nonce, chain]).to.deep.equal([[jwk], 'n', maker.chain]);
    expect(JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())).to.include.keys('key_storage');
    const bare = draftKeyAttestation(maker, { keys: [jwk], atSeconds: AT, keyStorage: [], userAuthentication: [] });
    expect(faultOr(() => readKeyAttestation(signed(bare)))).to.not.be.instanceOf(FormatFault);
    expect(JSON.parse(Buffer.from(signed(bare).split('.')[1] ?? '', 'base64url').toString())).to.have.keys([
      ...['iat', 'exp', 'attested_keys'],
    ]);
  });

  it('finds the demand of a configuration: beside a proof where one is taken, else alone', () => {
    const none = { keyStorage: [], userAuthentication: [] };
    const required = { key_storage: ['high', 1], user_authentication: 'high' };
    const demandOf = (types: unknown) => demandedAttestation({ proof_types_supported: types } as never);
    for (const types of [undefined, 1, {}, { jwt: {} }, { jwt: {}, attestation: {} }, { jwt: 1, attestation: 1 }])
      expect(demandOf(types), JSON.stringify(types)).to.equal(undefined);
    expect(demandOf({ jwt: { key_attestations_required: {} } })).to.deep.equal({ takesProof: true, ...none });
    expect(demandOf({ attestation: {} })).to.deep.equal({ takesProof: false, ...none });
    expect(demandOf({ attestation: { key_attestations_required: required }, jwt: 1 })).to.deep.equal({
      ...{ takesProof: false, keyStorage: ['high'], userAuthentication: [] },
    });
  });

  it('meets a demand by any of the levels that it lists', () => {
    const stated = { keyStorage: ['basic'], userAuthentication: [] };
    const problem = (keyStorage: readonly string[], userAuthentication: readonly string[]) =>
      attestationProblem({ takesProof: true, keyStorage, userAuthentication }, stated);
    expect([problem([], []), problem(['high', 'basic'], [])]).to.deep.equal([undefined, undefined]);
    expect(problem(['high'], [])).to.include('key_storage');
    expect(problem([], ['basic'])).to.include('user_authentication');
  });
});

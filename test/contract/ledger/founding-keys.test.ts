// Registers over HTTP, founded by owners with keys of every algorithm that a wallet may have: in two steps, and refused
// with a wrong signature or too late.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { RsaDeriver } from '../../../storage/secrets/rsa-deriver.js';
import { worldOfAll } from '../world/world-of.js';
import { ask } from './fixtures.js';

const EXPIRED_MS = 5 * 60_000 + 1;

describe('registers are founded by an owner', function () {
  // RSA keys are made, of the wallet and of its attestation slot.
  this.timeout(120_000);
  const world = worldOfAll({ rsa: new RsaDeriver() });

  async function addressOf(keyType: string): Promise<string> {
    const made = await ask(world, 'createWallet', { body: { title: keyType, keyType } });
    expect(made.status, made.text).to.equal(201);
    return made.json.walletAddress;
  }

  /** Begins a registration and has the wallet sign what it asks for. */
  async function signedBy(address: string) {
    const owners = [{ userId: EXAMPLE.administratorId, walletId: address }];
    const begun = (await ask(world, 'initiateRegister', { body: { name: 'Orders', owners } })).json;
    const [{ attestationData, dataToSign, derivationPath }] = begun.attestationsToSign;
    const data = Buffer.from(dataToSign, 'hex').toString('base64');
    const signing = { params: { id: address }, body: { data, isPreHashed: true, derivationPath } };
    const signed = await ask(world, 'signWithWallet', signing);
    expect(signed.status, signed.text).to.equal(200);
    const { publicKey, algorithm, signature } = signed.json;
    const finalize = (text: string) => {
      const signedAttestations = [{ attestationData, publicKey, algorithm, signature: text }];
      const { registerId, nonce } = begun;
      return ask(world, 'finalizeRegister', { body: { registerId, nonce, signedAttestations } });
    };
    return { registerId: begun.registerId, publicKey, algorithm, signature, finalize };
  }

  for (const [keyType, algorithm] of [
    ['ED25519', 'ED25519'],
    ['NISTP256', 'NISTP256'],
    ['RSA4096', 'RSA-4096'],
    ['ML-DSA-65', 'ML-DSA-65'],
  ] as const)
    it(`with a key of ${keyType}`, async () => {
      const address = await addressOf(keyType);
      const { registerId, finalize, ...signed } = await signedBy(address);
      expect(signed.algorithm).to.equal(algorithm);
      const wrong = Buffer.from(signed.signature, 'base64');
      wrong[9] = (wrong[9] as number) ^ 1;
      const refused = await finalize(wrong.toString('base64'));
      expect([refused.status, refused.json.code]).to.deep.equal([401, 'ATTESTATION_SIGNATURE_INVALID']);
      const made = await finalize(signed.signature);
      expect(made.status, made.text).to.equal(201);
      const { members } = (await ask(world, 'getGovernanceRoster', { params: { registerId } })).json;
      expect(members).to.have.length(1);
      expect(members[0]).to.deep.include({ role: 'Owner', algorithm, publicKey: signed.publicKey });
      const docket = (await ask(world, 'getDocket', { params: { registerId, docketId: 'latest' } })).json;
      expect(docket).to.deep.include({ number: 0, transactionIds: [made.json.genesisTransactionId] });
      const late = await signedBy(address);
      world.advance(EXPIRED_MS);
      const gone = await late.finalize(late.signature);
      expect([gone.status, gone.json.code]).to.deep.equal([408, 'REGISTRATION_EXPIRED']);
    });
});

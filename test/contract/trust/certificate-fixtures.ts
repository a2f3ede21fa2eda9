// A wallet of the example organisation with certificates, and an authority outside.
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64, fromHex } from '../../../core/base/bytes.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { PURPOSES } from '../../../core/trust/certificates/import.js';
import { spkiOf } from '../../../core/trust/certificates/signed-form.js';
import type { Wallet, WalletAlgorithm } from '../../../core/wallet/wallet.js';
import { good } from '../../support/base/good.js';
import {
  altNames,
  authority,
  certificate,
  dns,
  type Parts,
  type Party,
  partyOf,
  purposes,
} from '../../support/certificates/certificates.js';
import { seedIssuerWallet } from '../credentials/fixtures.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

const { organisationId } = EXAMPLE;
export const office = partyOf('Office');
export const OFFICE = certificate(office, office, { extensions: { basicConstraints: authority(0) } }, 'authority');

/** The party of a wallet: its key signs nothing in tests, because leaves sign nothing. */
const partyOfWallet = ({ publicKey }: Wallet): Party => ({
  ...{ ...partyOf('Northwind'), spki: spkiOf(fromBase64(publicKey) as Uint8Array), keyId: fromHex('0102') },
});

/** What an office outside issues to a wallet, for the host of the world. */
export function issuedTo(wallet: Wallet, parts: Parts = {}, issuer: Party = office): string {
  const extensions = {
    ...{ subjectAltName: altNames(dns('localhost')), extendedKeyUsage: purposes(PURPOSES.credentials) },
    ...parts.extensions,
  };
  return pemOf('CERTIFICATE', certificate(partyOfWallet(wallet), issuer, { ...parts, extensions }));
}

/** The example organisation with its wallet. */
export async function seedWallet(world: World, algorithm: WalletAlgorithm = 'NISTP256'): Promise<Wallet> {
  await seedExample(world.deps);
  // One of another algorithm stands beside it.
  const id = algorithm === 'NISTP256' ? {} : { id: `7${EXAMPLE.walletId.slice(1)}` };
  return seedIssuerWallet(world, algorithm, id);
}

export const certifiedOf = (wallet: Wallet) => ({ organisationId, organisationName: 'Northwind', wallet });
const ASKED = { coKey: false, days: 397, also: () => [] };

export async function enrolled(world: World) {
  const wallet = await seedWallet(world);
  return { wallet, record: good(await world.trust.certificates.enrol(certifiedOf(wallet), ASKED)) };
}

export const paramsOf = ({ address }: Pick<Wallet, 'address'>) => ({
  tenantId: organisationId,
  orgWalletAddress: address,
});

const withWallet: Prepare = async (world) => ({ as: 'administrator', params: paramsOf(await seedWallet(world)) });

const withImported: Prepare = async (world) => {
  const wallet = await seedWallet(world);
  world.trust.configured.push(OFFICE);
  const certificatePem = issuedTo(wallet);
  const chain = [Buffer.from(certificatePem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')];
  good(await world.trust.certificates.bring(certifiedOf(wallet), { chain, also: () => [] }));
  return { as: 'administrator', params: paramsOf(wallet) };
};

export const prepareCertificates: Readonly<Record<string, Prepare>> = {
  requestCertificate: withWallet,
  async importCertificate(world) {
    const wallet = await seedWallet(world);
    world.trust.configured.push(OFFICE);
    const body = { certificatePem: issuedTo(wallet), chainPem: [pemOf('CERTIFICATE', OFFICE)] };
    return { as: 'administrator', params: paramsOf(wallet), body };
  },
  enrolCertificate: withWallet,
  listCertificates: withWallet,
  async retireCertificate(world) {
    const { wallet, record } = await enrolled(world);
    return { as: 'administrator', params: { ...paramsOf(wallet), certificateId: record.id } };
  },
  readImportedChain: withImported,
};

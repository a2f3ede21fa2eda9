// An organisation as it issues credentials and asks for them: a wallet of its own with a key of P-256, a certificate by
// the authority of its node, and a grant for its administrator, who acts with it in workflows.
import { clientOf, introduce, type Player } from '../../../cli/harness/cast.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';

export interface Office extends Player {
  readonly organisationId: string;
  /** Address of its issuer. */
  readonly issuer: string;
  /** SHA-256 of its key, by which policies name an issuer. */
  readonly keyHash: string;
}

const GRANT = { accessRight: 'ReadWrite' as const, allowedDerivationContexts: [DEFAULT_PATH] };
/** Of the organisation of the first administrator. */
const SUBDOMAIN = 'system-admin';
const WAIT_SECONDS = 20;

export async function openOffice(at: ClusterMember, name: string): Promise<Office> {
  const client = at.node.client(at.token);
  const { organizationId, platformUserId: subject } = await client.getMe();
  const organisationId = String(organizationId);
  const { id: walletId, walletAddress: address } = await client.createWallet({
    body: { title: name, keyType: 'NISTP256', organizationId: organisationId },
  });
  // The grant of who made it is for attestations of registers.
  await client.revokeWalletAccess({ params: { address, subject } });
  await client.grantWalletAccess({ params: { address }, body: { subject, ...GRANT } });
  const params = { tenantId: organisationId, orgWalletAddress: address };
  await client.enrolCertificate({ params, body: {} });
  const { boundPublicKeyThumbprint: keyHash } = await client.requestCertificate({ params, body: {} });
  const issuer = `http://localhost:${at.node.port}/credentials/${SUBDOMAIN}`;
  return { name, organisation: at.name, at, token: at.token, walletId, address, organisationId, issuer, keyHash };
}

interface Introducing {
  readonly offices: readonly Office[];
  readonly members: readonly ClusterMember[];
}

/** Their records, which say that their nodes ask wallets. */
export async function introduceOffices(registerId: string, { offices, members }: Introducing): Promise<void> {
  await introduce(registerId, offices, members);
  const named = offices.map(async (office) => {
    const { address, organisationId, at } = office;
    const client = clientOf(office);
    const { participantId } = await client.getParticipantByAddress({ params: { registerId, address } });
    const params = { organizationId: organisationId, participantId };
    const body = { registerId, signerWalletAddress: address, verifierIds: ['x509_san_dns:localhost'] };
    const { status } = await client.updateParticipant({ params, body }, { waitSeconds: WAIT_SECONDS });
    if (status !== 'sealed') throw at.node.failure(`The record of ${office.name} is not sealed.`);
  });
  await Promise.all(named);
}

// An organisation as it issues credentials and asks for them. It has a wallet with a key of P-256, and a certificate by
// the authority of its node. Its administrator acts with it in workflows by a grant.
import { clientOf, introduce, type Player } from '../../../cli/harness/cast.js';
import { newIssuer } from '../../../cli/harness/credentials.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';

export interface Office extends Player {
  readonly organisationId: string;
  /** Address of its issuer. */
  readonly issuer: string;
  /** SHA-256 of its key, by which policies name an issuer. */
  readonly keyHash: string;
}

/** Of the organisation of the first administrator. */
const SUBDOMAIN = 'system-admin';
const WAIT_SECONDS = 20;

export async function openOffice(at: ClusterMember, name: string): Promise<Office> {
  const player = await newIssuer({ name, organisation: at.name, at });
  const client = clientOf(player);
  const organisationId = String((await client.getMe()).organizationId);
  const params = { tenantId: organisationId, orgWalletAddress: player.address };
  const { boundPublicKeyThumbprint: keyHash } = await client.requestCertificate({ params, body: {} });
  const issuer = `http://localhost:${at.node.port}/credentials/${SUBDOMAIN}`;
  return { ...player, organisationId, issuer, keyHash };
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

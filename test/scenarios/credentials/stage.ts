// The stage that all scenarios with credentials share: three organisations, each with its own node process, and two
// registers that all three seal. Each has imported one trust list, which both registers pin. Each says on both of them
// that its node asks wallets.
import { setGlobalConfig } from '@openid4vc/oauth2';
import { type ClusterMember, MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import { carryProposed, type Governor } from '../../../cli/harness/seats.js';
import { foundShared } from '../../../cli/harness/shared-register.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { certificate, type Party, partyOf } from '../../support/certificates/certificates.js';
import { operatorOf, signedList } from '../../support/trust-lists/signed-list.js';
import { introduceOffices, type Office, openOffice } from './office.js';

/** An owner of a register, by the wallet of its organisation. */
export interface Owner extends Governor {
  readonly address: string;
}

export interface CredentialRegister {
  readonly registerId: string;
  readonly governors: readonly [Owner, Owner, Owner];
}

export interface CredentialStage {
  readonly cluster: MeshCluster;
  /** acme, bolt and crux. */
  readonly members: readonly [ClusterMember, ClusterMember, ClusterMember];
  readonly first: CredentialRegister;
  readonly second: CredentialRegister;
  /** An authority outside the mesh, which the trust list has as well. */
  readonly guild: Party;
  /** One of each organisation, which asks wallets. */
  readonly desks: readonly [Office, Office, Office];
}

export const TRUST_LIST = 'consortium';
/** The clock of a loaded machine is the one of the others: no token is to end within the tests. */
const DAY_MS = 24 * 60 * 60 * 1000;

export async function openCredentialStage(): Promise<CredentialStage> {
  // The nodes are at http://localhost.
  setGlobalConfig({ allowInsecureUrls: true });
  const cluster = await MeshCluster.create({
    nodes: 3,
    hasWallets: true,
    settings: { 'auth.accessTokenMs': `${DAY_MS}` },
  });
  try {
    const members = cluster.members as unknown as CredentialStage['members'];
    const [first, second] = [await found(cluster, 'First'), await found(cluster, 'Second')];
    const guild = partyOf('Guild');
    await pinAuthorities([first, second], { members, guild });
    const made = await Promise.all(members.map((member) => openOffice(member, `${member.name} desk`)));
    const desks = made as unknown as CredentialStage['desks'];
    for (const { registerId } of [first, second]) await introduceOffices(registerId, { offices: desks, members });
    return { cluster, members, first, second, guild, desks };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

async function found(cluster: MeshCluster, name: string): Promise<CredentialRegister> {
  const { registerId, owners } = await foundShared(cluster, { name, mode: 'majority' });
  const governors = cluster.members.map((member, i) => ({ member, ...owners[i] }));
  return { registerId, governors: governors as unknown as CredentialRegister['governors'] };
}

/** Each organisation imports the list of all authorities; both registers pin it by the votes of their owners. */
async function pinAuthorities(
  registers: readonly CredentialRegister[],
  { members, guild }: Pick<CredentialStage, 'members' | 'guild'>,
): Promise<void> {
  const roots = [toBase64(certificate(guild, guild, {}, 'authority'))];
  for (const { node, token } of members) roots.push(...(await node.client(token).readTrustAuthority()).x5c);
  const operator = operatorOf('Operator of the consortium');
  const file = signedList({ services: [{ certificates: roots }] }, operator);
  const list = { trustListId: TRUST_LIST, file, operatorCertificates: [operator.certificate] };
  await Promise.all(members.map(({ node, token }) => node.client(token).importTrustList({ body: list })));
  for (const { registerId, governors } of registers) {
    const [{ member, walletId: wallet }] = governors;
    const body = { registerId, wallet };
    const client = member.node.client(member.token);
    await carryProposed(
      registerId,
      governors,
      await client.pinTrustList({ params: { trustListId: TRUST_LIST }, body }),
    );
  }
}

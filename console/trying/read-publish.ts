// The reads of the publication of a draft: its check, the registers with a wallet of the person that may publish there,
// and whether the wallets of its roles are those of participants.
import { ClientError } from '../../api/client/client-error.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { addressOfDid } from '../../core/register/people/did.js';
import { mayPublish } from '../../core/register/people/rights.js';
import { node } from '../session/node.js';

const REGISTERS_MAX = 20;
const WALLETS_MAX = 100;
/** Roles with a wallet that are looked up. */
const ROLES_MAX = 20;

export interface PublishingRegister {
  readonly registerId: string;
  readonly name: string;
  /** The wallet that answers for the publication, and its role; absent where the person has none. */
  readonly wallet?: { readonly name: string; readonly role: string };
}

export interface WalletOfRole {
  readonly role: string;
  readonly address: string;
}

export interface PublishData {
  readonly blueprintId: string;
  readonly title: string;
  readonly check: Awaited<ReturnType<typeof node.blueprints.validateBlueprint>>;
  readonly registers: readonly PublishingRegister[];
  /** Roles that a wallet is stated for. All others are taken by who acts in them first. */
  readonly wallets: readonly WalletOfRole[];
}

export async function readPublish({
  params: { blueprintId: id },
}: {
  readonly params: { readonly blueprintId: string };
}): Promise<PublishData> {
  const [draft, check, registers] = await Promise.all([
    node.blueprints.getBlueprint({ params: { id } }),
    node.blueprints.validateBlueprint({ params: { id } }),
    readRegisters(),
  ]);
  const { participants = [] } = draft as unknown as Partial<Definition>;
  const wallets = participants
    .filter(({ walletAddress }) => typeof walletAddress === 'string')
    .map(({ id: role, name, walletAddress }) => ({ role: name ?? role, address: walletAddress as string }));
  return { blueprintId: id, title: draft.title, check, registers, wallets: wallets.slice(0, ROLES_MAX) };
}

async function readRegisters(): Promise<readonly PublishingRegister[]> {
  const [registers, wallets] = await Promise.all([
    node.registers.listRegisters({ query: { pageSize: REGISTERS_MAX } }),
    node.wallets.listWallets({ query: { top: WALLETS_MAX } }),
  ]);
  const all = await Promise.all(
    registers.map(async ({ id: registerId, name }): Promise<PublishingRegister> => {
      const { members } = await node.registers.getGovernanceRoster({ params: { registerId } });
      const member = members.find(
        ({ subject, role }) => mayPublish(role) && wallets.some(({ address }) => address === addressOfDid(subject)),
      );
      const wallet = wallets.find(({ address }) => member && address === addressOfDid(member.subject));
      return { registerId, name, ...(member && wallet && { wallet: { name: wallet.name, role: member.role } }) };
    }),
  );
  // Registers where the person may publish stand first.
  return all.sort((a, b) => Number(b.wallet !== undefined) - Number(a.wallet !== undefined));
}

/** Wallets that no participant of the register has. */
export async function unknownWallets(
  registerId: string,
  wallets: readonly WalletOfRole[],
): Promise<readonly WalletOfRole[]> {
  const looked = await Promise.all(wallets.map(({ address }) => isKnown(registerId, address)));
  return wallets.filter((_, i) => !looked[i]);
}

async function isKnown(registerId: string, address: string): Promise<boolean> {
  try {
    await node.participants.getParticipantByAddress({ params: { registerId, address } });
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'PARTICIPANT_NOT_FOUND') return false;
    throw error;
  }
}

// Reads of the pages of wallets: whose a wallet is, its contents, its roles, and who else uses it.
import { notFound } from '@tanstack/react-router';
import { ClientError } from '../../api/client/client-error.js';
import { readAvailable, readHeldOf, readShown } from '../credentials/read-credentials.js';
import { node } from '../session/node.js';
import { type Person, person } from '../session/person.js';

export type OwnWallet = Awaited<ReturnType<typeof node.wallets.listWallets>>[number];
export type RoleRecord = Awaited<ReturnType<typeof node.participants.getParticipantByAddress>>;

const WALLETS_MAX = 100;
/** Wallets whose credentials are looked at: some calls for each. */
const HOLDING_MAX = 20;
/** Registers that are looked at for one wallet: two calls for each. */
const REGISTERS_MAX = 20;
const SENT_SHOWN = 10;
/** Wallets of other keys hold none. */
const HOLDING_KEY = 'NISTP256';

function mayHold({ keyType, status }: OwnWallet): boolean {
  return keyType === HOLDING_KEY && status === 'Active';
}

/** Credentials are told to the owner alone, not to others who use the wallet. */
export function isOwn(wallet: OwnWallet, who: Person): boolean {
  return wallet.ownerKind === 'person' && wallet.owner === who.id;
}

const listWallets = () => node.wallets.listWallets({ query: { top: WALLETS_MAX } });

function holdingOf(wallets: readonly OwnWallet[], who: Person): readonly OwnWallet[] {
  return wallets.filter((wallet) => mayHold(wallet) && isOwn(wallet, who)).slice(0, HOLDING_MAX);
}

/** Wallets that may hold credentials of the person. */
export async function readHoldingWallets(who: Person): Promise<readonly OwnWallet[]> {
  return holdingOf(await listWallets(), who);
}

export async function readWallets() {
  const [who, wallets] = await Promise.all([person(), listWallets()]);
  const holding = holdingOf(wallets, who);
  const [held, available, shown] = await Promise.all([
    Promise.all(holding.map(readHeldOf)),
    readAvailable(who),
    readShown(who),
  ]);
  return { who, wallets, holding, available, shown, held: held.flat() };
}

export type WalletsRead = Awaited<ReturnType<typeof readWallets>>;

export async function readWallet({ params: { address } }: { readonly params: { readonly address: string } }) {
  const [who, wallet] = await Promise.all([person(), findWallet(address)]);
  const holds = mayHold(wallet) && isOwn(wallet, who);
  const [held, access, registers] = await Promise.all([
    holds ? readHeldOf(wallet) : undefined,
    readAccess(address),
    who.may.has('listRegisters') ? node.registers.listRegisters({ query: { pageSize: REGISTERS_MAX } }) : [],
  ]);
  const [roles, sent] = await Promise.all([
    Promise.all(registers.map(async (register) => ({ register, record: await recordOf(register.id, address) }))),
    who.may.has('listTransactionSummaries') ? readSent(registers, address) : [],
  ]);
  return {
    ...{ who, wallet, held, access, sent },
    roles: roles.flatMap(({ register, record }) => (record === undefined ? [] : [{ register, record }])),
  };
}

export type WalletRead = Awaited<ReturnType<typeof readWallet>>;

async function findWallet(address: string): Promise<OwnWallet> {
  try {
    return await node.wallets.getWallet({ params: { address } });
  } catch (error) {
    throw error instanceof ClientError && error.code === 'WALLET_NOT_FOUND' ? notFound() : error;
  }
}

/** Undefined for who may not manage the wallet. */
function readAccess(address: string) {
  return node.accessGrants.listWalletAccess({ params: { address } }).catch(absentWhere('WALLET_ACCESS_DENIED'));
}

async function recordOf(registerId: string, address: string): Promise<RoleRecord | undefined> {
  const params = { registerId, address };
  return node.participants.getParticipantByAddress({ params }).catch(absentWhere('PARTICIPANT_NOT_FOUND'));
}

async function readSent(registers: readonly { readonly id: string; readonly name: string }[], sender: string) {
  const pages = await Promise.all(
    registers.map(async ({ id: registerId, name }) => {
      const query = { sender, pageSize: SENT_SHOWN };
      const { transactions } = await node.summaries.listTransactionSummaries({ params: { registerId }, query });
      return transactions.map((row) => ({ ...row, registerId, register: name }));
    }),
  );
  const newestFirst = pages.flat().sort((a, b) => b.sealedAt.localeCompare(a.sealedAt));
  return newestFirst.slice(0, SENT_SHOWN);
}

function absentWhere(code: string) {
  return (error: unknown): undefined => {
    if (error instanceof ClientError && error.code === code) return undefined;
    throw error;
  };
}

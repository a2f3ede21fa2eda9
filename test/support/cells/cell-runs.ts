// A run of an action sealed for wallets that hold its roles, and opened again: for tests of cells.
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { type CellEncryption, contentOf, encryptCells } from '../../../core/envelope/cells/encrypt.js';
import { type Envelope, readEnvelope } from '../../../core/envelope/cells/envelope.js';
import { type OpenedCells, openCells, type Undelivered } from '../../../core/envelope/cells/open.js';
import type { RunPlace } from '../../../core/envelope/cells/root.js';
import type { FileReference } from '../../../core/envelope/envelope.js';
import type { FileManifest } from '../../../core/envelope/files.js';
import { groupsOf } from '../../../core/envelope/layout/groups.js';
import type { Layout } from '../../../core/envelope/layout/layout.js';
import { aWallet, type TestWallet } from './disclosure.js';

/** The wallets that play x, y, z and w. */
export const PARTIES = new Map<string, TestWallet>(['x', 'y', 'z', 'w'].map((role) => [role, aWallet(`of ${role}`)]));

export const RUN: RunPlace = {
  registerId: '0b9ff0a5-4b3b-4a52-8a6f-0d8e2a0f6d11',
  instanceId: 'inst-1',
  actionId: '1',
  publicationTxId: 'ab'.repeat(32),
  previousTransactionId: 'cd'.repeat(32),
  senderWallet: addressOf('x'),
};

export function addressOf(role: string): string {
  return (PARTIES.get(role) as TestWallet).key.walletAddress;
}

export interface SealingOf {
  readonly data: JsonObject;
  readonly entropy?: string;
  readonly run?: RunPlace;
  /** The holders of the roles; all of PARTIES. */
  readonly held?: ReadonlyMap<string, TestWallet>;
  /** Of the classes that hold no gate, and of the others: drawn before. */
  readonly seeds?: Pick<CellEncryption, 'seeds' | 'gateSeeds'>;
  readonly files?: { readonly manifests: readonly FileManifest[]; readonly references: readonly FileReference[] };
}

/** As a reader finds it in a transaction. */
export function sealed(layout: Layout, sealing: SealingOf): Envelope {
  const { data, entropy = 'entropy', run = RUN, held = PARTIES, files, seeds } = sealing;
  const content = contentOf(layout, data, files?.manifests ?? []);
  if (isFailure(content)) throw new Error(JSON.stringify(content));
  const holders = new Map([...held].map(([role, { key }]) => [role, [key.walletAddress]]));
  const keys = new Map([...held.values()].map(({ key }) => [key.walletAddress, key]));
  const groups = groupsOf(layout, holders).map(({ wallets, classes }) => ({
    recipients: wallets.flatMap((wallet) => keys.get(wallet) ?? []),
    classes,
  }));
  const parts = { run, ...content, ...seeds, groups, files: files?.references ?? [] };
  const made = encryptCells({ ...parts, entropy: sha256(entropy) });
  if (isFailure(made)) throw new Error(JSON.stringify(made));
  const read = readEnvelope(JSON.parse(JSON.stringify(made)) as Json);
  if (isFailure(read)) throw new Error(JSON.stringify(read));
  return read;
}

export type Opening = OpenedCells | { readonly undelivered: Undelivered } | 'nothing';

/** The findings of the party that plays a role; as one that plays it alone. */
export function openedBy(role: string, envelope: Envelope, by: { readonly layout: Layout; readonly run?: RunPlace }) {
  const { layout, run = RUN } = by;
  const party = PARTIES.get(role) as TestWallet;
  return openCells(envelope, party.opener, { run, layout, classes: layout.classesOf(role) });
}

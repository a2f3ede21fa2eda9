// Has the kept evidence of a sealed run at hand before it is judged for a wallet: what an earlier ask brought, what was
// delivered on the ledger, and what the node of the sender gives. Only what gives the sealed hashes counts.
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { evidenceOf, withKept } from '../../../core/envelope/cells/kept.js';
import type { ExpectedGroup } from '../../../core/envelope/cells/open.js';
import type { DeliveredTo } from '../../../core/instance/deliveries/owed.js';
import { RunOpener } from '../../../core/instance/runs/delivered.js';
import { statedGatesOf } from '../../../core/instance/runs/gates.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { planFor } from '../../../core/transaction/stated-vote.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { Keystore } from '../../../storage/secrets/keystore.js';
import { keyNameOf } from '../encryption/recipient-keys.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import type { AskedEvidence, EvidenceInRun, KeptFetches, KeptGate } from '../kept/ports.js';

export interface EvidencePorts {
  readonly chain: Pick<ChainStore, 'transaction'>;
  readonly keystore: Pick<Keystore, 'useToOpen'>;
  readonly kept?: KeptFetches | undefined;
}

/** A sealed run, for a wallet of this node that reads it. */
export interface EvidenceRead {
  readonly definition: Definition;
  readonly run: Transaction;
  readonly sealedAtMs: number;
  readonly reader: { readonly wallet: Wallet; readonly address: string };
  readonly expected: ExpectedGroup | undefined;
  readonly deliveredTo: DeliveredTo;
}

/** False where some of it is still to come. */
export async function hasEvidence(ports: EvidencePorts, at: RegisterPlace, read: EvidenceRead): Promise<boolean> {
  const { kept } = ports;
  const gates = keptGates(read);
  if (!kept || gates.length === 0) return true;
  const { run, sealedAtMs, reader } = read;
  const asked: AskedEvidence = { at, run, sealedAtMs, gates, reader, open: () => openRun(ports, at, read) };
  return (await kept.ensure(asked)) !== 'away';
}

/** The gates of the run whose kept evidence the wallet reads. */
function keptGates({ definition, run, expected }: EvidenceRead): readonly KeptGate[] {
  const { kept = [], layout } = expected ?? {};
  if (kept.length === 0) return [];
  const own = new Set(kept.map((place) => layout?.classes[place]?.gate));
  return statedGatesOf(run, planFor(planOf(definition), run.header)).flatMap(({ id, keptForMs }) =>
    keptForMs !== undefined && own.has(id) ? [{ id, keptForMs }] : [],
  );
}

/** Undefined where the run does not open: it is judged as it is. */
async function openRun(
  { chain, keystore }: EvidencePorts,
  { reg }: RegisterPlace,
  { definition, run, reader, expected, deliveredTo }: EvidenceRead,
): Promise<EvidenceInRun | undefined> {
  if (!expected) return undefined;
  const { wallet, address: walletAddress } = reader;
  const carrying = (txId: string) => chain.transaction(reg, txId)?.transaction;
  const runs = new RunOpener({ definition, deliveredTo, transactionOf: carrying });
  const { layout } = expected;
  const opened = await keystore.useToOpen(keyNameOf(wallet, walletAddress), (keys) =>
    runs.open({ run, expected, layout }, { walletAddress, keys, carrying }),
  );
  if (isFailure(opened)) return undefined;
  const { given } = opened;
  if (given === 'nothing' || 'undelivered' in given) return undefined;
  return {
    delivered: evidenceOf(given, expected),
    findSealed: (answer) => evidenceOf(withKept(given, expected, answer), expected),
  };
}

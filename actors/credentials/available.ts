// Credentials that runs gave to wallets and that are in force, as the ledger has them now: no notice has to have come,
// and a later holder of the role of the recipient has them too.
import { INSTANCE_READ_MAX } from '../../core/base/limits/ledger/disputes.js';
import { issuanceRulesOf } from '../../core/credentials/issuance/rule.js';
import { issuanceCredentialId } from '../../core/credentials/issuing/run-id.js';
import type { Hash } from '../../core/model/register.js';
import type { Issuance } from '../../core/moves/issuance/form.js';
import { moveTypeOf } from '../../core/transaction/move-type.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterPlace } from '../workflow/instance/instance-record.js';
import type { InstanceView } from '../workflow/instance/instance-types.js';
import { recipientIn } from './recipients.js';
import { findIssuance, type LedgerIssuance, type SealedIssuancePorts } from './sealed-issuance.js';

export interface AvailablePorts extends SealedIssuancePorts {
  readonly chain: SealedIssuancePorts['chain'] & Pick<ChainStore, 'byInstance'>;
}

export interface AvailableRun extends LedgerIssuance {
  readonly credentialId: string;
  readonly instanceId: string;
  readonly sealedMs: number;
}

/** Of an instance, for wallets that `isOwn` takes, at a time. Most instances cost a look at their definition. */
export async function availableIn(
  ports: AvailablePorts,
  { at: { registerId, reg }, instance: { id: instanceId, definition } }: InstanceAt,
  { isOwn, atMs }: { readonly isOwn: (address: string) => boolean; readonly atMs: number },
): Promise<readonly AvailableRun[]> {
  if (definition === undefined) return [];
  const view = ports.chain.view(reg);
  const roles = new Set(definition.actions.flatMap(issuanceRulesOf).map(({ recipient }) => recipient));
  const isGiven = [...roles].some((recipient) => isOwn(recipientIn(view, { instanceId, definition, recipient }) ?? ''));
  if (!isGiven) return [];
  const { items } = await ports.chain.byInstance(reg, instanceId, { skip: 0, top: INSTANCE_READ_MAX });
  const issuances = items.filter(({ transaction }) => moveTypeOf(transaction.header) === 'Issuance');
  return issuances.flatMap((sealed): readonly AvailableRun[] => {
    const issuanceTxId: Hash = sealed.transaction.txId;
    const issuance = findIssuance(ports, { registerId, issuanceTxId });
    if (issuance === undefined || !isOwn(issuance.recipient) || !isInForce(issuance, atMs)) return [];
    return [{ ...issuance, credentialId: idOf(sealed, issuance), instanceId, sealedMs: sealed.timestampMs }];
  });
}

interface InstanceAt {
  readonly at: RegisterPlace;
  readonly instance: Pick<InstanceView, 'definition' | 'id'>;
}

function isInForce({ status, validUntilMs = Number.POSITIVE_INFINITY }: LedgerIssuance, atMs: number): boolean {
  return status === 'valid' && atMs < validUntilMs;
}

function idOf({ transaction }: SealedTransaction, { run }: LedgerIssuance): string {
  const { root, validFrom } = transaction.payload as unknown as Issuance;
  return issuanceCredentialId(Date.parse(validFrom), { run, root });
}

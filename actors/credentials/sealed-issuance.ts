// A sealed Issuance of any node, as the ledger has it: which credential it gives, to whom, until when, and whether it
// is in force. It reads no plan: that is on the node of the issuer alone.
import type { CredentialStatus } from '../../core/blueprint/definition/choices.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { type IssuanceRule, issuanceRulesOf } from '../../core/credentials/issuance/rule.js';
import { instanceIdOf } from '../../core/instance/rows.js';
import type { Hash, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Issuance } from '../../core/moves/issuance/form.js';
import { issuanceStatus } from '../../core/register/issued/rows.js';
import { addressAt, isReplaced, participantAt } from '../../core/register/people/participants.js';
import { walletNow } from '../../core/register/people/party.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { SealedIssuance } from '../../storage/tables/credentials/run-issuances.js';
import type { Ledger } from '../ledger-port.js';
import { definitionAt } from '../workflow/instance/definition-at.js';
import { recipientIn } from './recipients.js';

export interface SealedIssuancePorts {
  readonly chain: Pick<ChainStore, 'view' | 'transaction'>;
  readonly ledger: Pick<Ledger, 'register'>;
}

export interface LedgerIssuance {
  readonly registerId: string;
  readonly issuanceTxId: Hash;
  readonly rule: IssuanceRule;
  /** Address of the wallet that is given it now. */
  readonly recipient: string;
  /** Address of the wallet by which the party that sealed it acts now. */
  readonly issuer: string;
  /** The participant in whose active record that wallet is, where that is its own. */
  readonly participantId: string | undefined;
  /** TxId of the run that it is of. */
  readonly run: Hash;
  /** Governance put another key in the place of that one, which was lost, and the record ended. */
  readonly isReplaced: boolean;
  readonly status: CredentialStatus;
  readonly validUntilMs: number | undefined;
}

/** Undefined where the register is gone, or the role of the recipient is vacant. */
export function findIssuance(
  { chain, ledger }: SealedIssuancePorts,
  { registerId, issuanceTxId }: SealedIssuance,
): LedgerIssuance | undefined {
  const record = ledger.register(registerId);
  if (record === undefined || record.purging) return undefined;
  const view = chain.view(record.reg);
  const tx = chain.transaction(record.reg, issuanceTxId)?.transaction;
  const status = issuanceStatus(view, issuanceTxId);
  if (tx === undefined || status === undefined) return undefined;
  const { blueprintId, publicationTxId = '', senderWallet, previousTransactionId: run = '' } = tx.header;
  const definition = definitionAt(view, { blueprintId, publicationTxId });
  const rule = definition && ruleIn(definition, tx);
  if (definition === undefined || rule === undefined) return undefined;
  const recipient = recipientIn(view, { instanceId: instanceIdOf(tx), definition, recipient: rule.recipient });
  if (recipient === undefined || recipient === '') return undefined;
  const issuer = walletNow(view, senderWallet);
  const { validUntil } = tx.payload as unknown as Issuance;
  return {
    ...{ registerId, issuanceTxId, rule, recipient, issuer, run, status },
    participantId: activeParticipant(view, issuer),
    isReplaced: isReplaced(view, issuer),
    validUntilMs: validUntil === undefined ? undefined : Date.parse(validUntil),
  };
}

/** Whose primary wallet signed the record: of any other one somebody else may have chosen the addresses. */
function activeParticipant(view: StateView, wallet: string): string | undefined {
  const address = addressAt(view, wallet);
  const record = address && participantAt(view, address.participantId);
  const isActive = address?.status === 'Active' && record?.status === 'Active' && record.own === true;
  return isActive ? address.participantId : undefined;
}

/** The configuration of the action that a sealed Issuance is of. */
export function ruleIn(definition: Definition, { header, payload }: Transaction): IssuanceRule | undefined {
  const { config } = payload as unknown as Issuance;
  const action = definition.actions.find(({ id }) => String(id) === String(header.actionId));
  return action && issuanceRulesOf(action).find(({ id }) => id === config);
}

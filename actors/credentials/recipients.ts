// The recipient of a credential of a run: the wallet that holds its role now, on any node, and the keys that the record
// of that participant names.
import type { Definition } from '../../core/blueprint/definition/types.js';
import { holderNow, holdersNow } from '../../core/instance/people/holders.js';
import { instanceAt } from '../../core/instance/rows.js';
import type { StateView } from '../../core/model/register.js';
import { factsNow } from '../../core/register/people/credential-facts.js';
import { addressAt } from '../../core/register/people/participants.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RunIssuance } from '../../storage/tables/credentials/run-issuances.js';
import type { Ledger } from '../ledger-port.js';
import { definitionAt } from '../workflow/instance/definition-at.js';

export interface RecipientPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly ledger: Pick<Ledger, 'register'>;
}

type OfRun = Pick<RunIssuance, 'registerId' | 'instanceId' | 'recipient'>;

/** The address of the wallet; undefined where the role is vacant, or the register is gone. */
export function recipientOf(ports: RecipientPorts, { registerId, instanceId, recipient }: OfRun): string | undefined {
  const view = viewOf(ports, registerId);
  const instance = view && instanceAt(view, instanceId);
  const definition = view && instance && definitionAt(view, instance);
  return definition && recipientIn(view, { instanceId, definition, recipient });
}

/** The same as the view has it. */
export function recipientIn(
  view: StateView,
  {
    instanceId,
    definition,
    recipient,
  }: { readonly instanceId: string; readonly definition: Definition; readonly recipient: string },
): string | undefined {
  const instance = instanceAt(view, instanceId);
  const role = definition.participants.find(({ id }) => id === recipient);
  return instance && role && holderNow(holdersNow(view, instanceId), role, instance.participants);
}

/** Thumbprints of the keys by which the recipient holds credentials, by its record. */
export function holderKeysOf(ports: RecipientPorts, issuance: OfRun): readonly string[] {
  const view = viewOf(ports, issuance.registerId);
  const wallet = recipientOf(ports, issuance);
  const record = view && wallet !== undefined ? addressAt(view, wallet)?.participantId : undefined;
  const facts = view && record !== undefined ? factsNow(view, record) : undefined;
  return facts?.isActive === true ? facts.holderKeys : [];
}

function viewOf({ chain, ledger }: RecipientPorts, registerId: string) {
  const record = ledger.register(registerId);
  return record === undefined || record.purging ? undefined : chain.view(record.reg);
}

// A Delivery in a model: the sender of a run gives its challenger what its role reads of it.
import { sha256 } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { OpenedCells } from '../../../core/envelope/cells/open.js';
import { deliveryContext } from '../../../core/envelope/delivery/delivery-form.js';
import { encryptProvable } from '../../../core/envelope/delivery/provable.js';
import { classesRead } from '../../../core/instance/deliveries/owed.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { good } from '../../support/base/good.js';
import { actDraft, REGISTER_ID, signed, type Wallet } from '../../support/register/ledger.js';
import { INSTANCE } from '../../support/register/people.js';
import { openedBy } from './runs.js';
import { createdAt, headerOf, type State, walletAt } from './world.js';

export function delivered(
  state: State,
  run: Transaction,
  { by: to, role }: { readonly by: Wallet; readonly role: string },
): Transaction {
  const { header, txId } = run;
  const by = walletAt(state, header.senderWallet);
  const classes = classesRead(state.world.definition, run, role);
  const opened = openedBy(state, run, by) as OpenedCells;
  const { address, algorithm, publicKey } = to;
  const made = encryptProvable({
    ...{ context: deliveryContext(REGISTER_ID, INSTANCE), role, runs: [{ txId, classes, opened }] },
    to: { walletAddress: address, algorithm, publicKey },
    sender: by.address,
    entropy: sha256(`delivery of ${txId} to ${address} ${createdAt(state)}`),
  });
  const payload = JSON.parse(JSON.stringify(good(made))) as JsonObject;
  const draft = { ...headerOf(state, Number(header.actionId), txId), recipients: [address], payload };
  return signed(actDraft({ ...draft, metadata: { type: 'Delivery' }, createdAt: createdAt(state) }, by), [by]);
}

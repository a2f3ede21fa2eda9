// A Delivery: the holder of a role gets runs that were encrypted before it held the role.
import { assert } from '../../base/assert.js';
import type { Issue } from '../../base/issue.js';
import { isFailure } from '../../base/result.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { oneMore } from '../../blueprint/state/member-order.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { type Delivery, readDelivery } from '../../envelope/delivery/delivery-form.js';
import { instanceBefore } from '../../instance/rows.js';
import { recipientsProblem } from '../parts/envelope-form.js';
import type { FormSubject, MoveRow } from '../parts/row.js';
import { deliveryChanges } from './deliveries.js';

export const delivery: MoveRow<'Delivery'> = {
  form,
  statedParts: ({ tx }) => ({ deliveredTo: (tx.payload as unknown as Pick<Delivery, 'role'>).role }),
  fold: foldDelivery,
  changes({ tx, instanceId, atMs }, view) {
    const instance = instanceBefore(view, tx);
    assert(instance, 'the step of deliveries passed');
    return deliveryChanges(view, { tx, instance, instanceId }, atMs);
  },
};

function form({ tx: { header, payload } }: FormSubject): readonly Issue[] {
  const read = readDelivery(payload);
  if (isFailure(read)) return [read.issue];
  return recipientsProblem([read.wallets[0].walletAddress], header.recipients);
}

function foldDelivery(before: Instance, { deliveredTo }: MoveOf<'Delivery'>): Instance {
  return flowing(before, { ...before, deliveries: oneMore(before.deliveries, deliveredTo) });
}

// A register with a blueprint of two actions, one after the other, and the actions themselves.
import type { Transaction } from '../../../core/model/transaction.js';
import { foundedRegister, keyOf, type LedgerWorld, REGISTER_ID, signedTransaction, submitted } from './ledger-world.js';

const NOTED = {
  dataSchemas: [{ type: 'object', properties: { note: { type: 'string' }, sequence: { type: 'integer' } } }],
};

/** Two actions, one after the other, that anybody may do. */
export const LINE = {
  id: 'line',
  language: 2,
  title: 'Line',
  description: 'Two actions, one after the other.',
  participants: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ],
  actions: [
    {
      ...NOTED,
      id: 0,
      title: 'Start',
      sender: 'a',
      isStartingAction: true,
      routes: [{ id: 'r', nextActionIds: [1], isDefault: true }],
    },
    { ...NOTED, id: 1, title: 'End', sender: 'b' },
  ],
};

/** Publishes a blueprint of two actions on a register that it founds; gives the pin. */
export async function chainBlueprint(world: LedgerWorld): Promise<string> {
  await foundedRegister(world);
  const publication = signedTransaction(
    keyOf('owner'),
    {
      registerId: REGISTER_ID,
      blueprintId: 'line',
      actionId: 'blueprint-publish',
      createdAt: new Date(world.clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    LINE,
  );
  const outcome = await submitted(world, publication);
  if (outcome.status !== 'sealed') throw new Error(JSON.stringify(outcome));
  return publication.txId;
}

/** An action of that blueprint. */
export function step(
  world: LedgerWorld,
  pin: string,
  header: { actionId: string; instanceId: string; previousTransactionId?: string },
): Transaction {
  return signedTransaction(
    keyOf('sender'),
    {
      registerId: REGISTER_ID,
      blueprintId: 'line',
      publicationTxId: pin,
      createdAt: new Date(world.clock.now()).toISOString(),
      ...header,
    },
    { note: header.actionId },
  );
}

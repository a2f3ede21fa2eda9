// Needs of tests of instances and actions in a world: orders that the example wallet begins on the example register,
// and the rows of prepare.ts.

import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { unopened } from '../people/deliveries/challenged.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Prepare, Prepared } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { falseRuns } from './disputes/false-run.js';

const [order, confirm] = DEFINITION.actions;

/** The example order, whose confirmation can be rejected. */
export const REVIEWED = {
  ...DEFINITION,
  id: 'reviewed-order',
  actions: [order, { ...confirm, rejectionConfig: { targetActionId: 0 } }],
};

export interface Started {
  readonly instanceId: string;
  readonly transactionId: string;
}

/** An instance of reviewed orders on the example register, begun by the example wallet. */
export async function aStarted(world: World): Promise<Started> {
  await exampleOrders(world);
  await seedExampleWallet(world.deps);
  const { registerId } = LEDGER;
  const publication = { blueprintId: REVIEWED.id, override: UNREHEARSED, blueprintJson: REVIEWED };
  await must(world, 'publishBlueprint', { params: { registerId }, body: publication });
  const { instanceId, transactionId } = await must(world, 'submitAction', {
    body: {
      blueprintId: REVIEWED.id,
      actionId: '0',
      senderWallet: EXAMPLE.walletAddress,
      registerAddress: registerId,
      payloadData: { amount: 3 },
    },
  });
  return { instanceId, transactionId };
}

async function must(world: World, id: string, parts: Parameters<typeof ask>[2]) {
  const answer = await ask(world, id, parts);
  if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** An order of the example wallet that is encrypted in the background. */
export async function anOperation(world: World, headers: Readonly<Record<string, string>> = {}) {
  await exampleOrders(world);
  await seedExampleWallet(world.deps);
  const body = {
    blueprintId: LEDGER.blueprintId,
    actionId: '0',
    senderWallet: EXAMPLE.walletAddress,
    registerAddress: LEDGER.registerId,
    payloadData: { amount: 3 },
  };
  return ask(world, 'submitAction', { body }, { headers: { prefer: 'respond-async', ...headers } });
}

const asAdministrator: Prepare = async (world) => {
  await exampleOrders(world);
  await seedExampleWallet(world.deps);
  return { as: 'administrator' };
};

/** A started instance, from which a row takes what it needs. */
const started =
  (row: (at: Started) => Partial<Prepared>): Prepare =>
  async (world) => ({ as: 'administrator', ...row(await aStarted(world)) });

const byId = started(({ instanceId }) => ({ params: { instanceId } }));
const second = started(({ instanceId }) => ({ params: { instanceId, actionId: '1' } }));

export const prepareWorkflow: Readonly<Record<string, Prepare>> = {
  createInstance: asAdministrator,
  getInstance: byId,
  getInstanceDefinition: byId,
  getInstanceState: byId,
  getNextActions: byId,
  openInstanceParts: started(({ instanceId, transactionId }) => ({
    params: { instanceId },
    body: { txId: transactionId, pointers: ['/amount'], wallet: EXAMPLE.walletAddress },
  })),
  deliverInstance: byId,
  challengeInstance: async (world) => {
    const { at, instanceId, txId } = await unopened(world);
    const body = { senderWallet: EXAMPLE.walletAddress, txId };
    return { as: 'administrator', params: { instanceId }, query: { registerId: at.registerId }, body };
  },
  objectInstance: async (world) => {
    const { at, stated } = await falseRuns(world);
    const body = { senderWallet: EXAMPLE.walletAddress, txId: await stated('false', { n: 1, m: 1, double: 3 }) };
    return { as: 'administrator', params: { instanceId: 'false' }, query: { registerId: at.registerId }, body };
  },
  resolveInstance: async (world) => {
    const { at, stated } = await falseRuns(world, { onFault: 'stop', resolver: 'z' });
    const txId = await stated('false', { n: 1, m: 1, double: 3 });
    const place = { params: { instanceId: 'false' }, query: { registerId: at.registerId } };
    await ask(world, 'objectInstance', { ...place, body: { senderWallet: EXAMPLE.walletAddress, txId } });
    return { as: 'administrator', ...place, body: { senderWallet: EXAMPLE.walletAddress, outcome: 'keep' } };
  },
  cancelInstance: byId,
  executeInstanceAction: second,
  listInstances: started(() => ({})),
  listDisclosures: byId,
  getInstanceEvidence: byId,
  getInstanceProvenance: byId,
  getFieldProvenance: byId,
  listActionDisclosures: started(({ instanceId }) => ({ params: { instanceId, actionId: '0' } })),
  listPendingActions: started(() => ({ params: { wallet: EXAMPLE.walletAddress, register: LEDGER.registerId } })),
  listMyWork: started(() => ({})),
  listRunsUnderIssuer: started(() => ({
    params: { wallet: EXAMPLE.walletAddress, register: LEDGER.registerId, hash: LEDGER.txId },
  })),
  listSuspectRuns: started(() => ({ params: { wallet: EXAMPLE.walletAddress, register: LEDGER.registerId } })),
  rejectInstanceAction: second,
  getOperation: async (world) => {
    const { operationId } = (await anOperation(world)).json;
    return { as: 'administrator', params: { operationId } };
  },
  listOperations: asAdministrator,
  listStartingActions: asAdministrator,
  submitAction: asAdministrator,
  getAction: started(({ transactionId }) => ({
    params: { wallet: EXAMPLE.walletAddress, register: LEDGER.registerId, tx: transactionId },
  })),
  rejectAction: started(({ transactionId }) => ({
    body: {
      reason: 'The amount is wrong.',
      transactionHash: transactionId,
      senderWallet: EXAMPLE.walletAddress,
      registerAddress: LEDGER.registerId,
    },
  })),
};

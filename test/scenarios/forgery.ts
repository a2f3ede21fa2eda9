// A carrier whose node is patched writes members of the other parties into its own action and shows them to everybody:
// it seals its envelope itself, and its node signs and sends it. The honest nodes keep the true data, name what is
// suspect, and build on it only when their users say so.
import { expect } from 'chai';
import { clientOf, introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { signedBy } from '../../cli/harness/party.js';
import { publishDraft } from '../../cli/harness/publishing.js';
import { isClientError } from '../../cli/remote/remote.js';
import { fromBase64 } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { walletsOf } from '../../core/envelope/envelope.js';
import { sealEnvelope } from '../../core/envelope/seal.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import type { Stage } from './stage.js';

const number = { type: 'number' };
const form = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, number])),
});
const to = (...who: readonly string[]) =>
  who.map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] }));

/** The carrier must not even see prices. */
const ACTIONS: readonly JsonObject[] = [
  {
    ...{ id: 1, title: 'Open the credit', sender: 'bank', isStartingAction: true },
    dataSchemas: [form('creditAmount')],
    disclosures: to('exporter'),
    routes: [{ id: 'a', nextActionIds: [2] }],
  },
  {
    ...{ id: 2, title: 'Ship', sender: 'exporter' },
    dataSchemas: [form('shipped', 'unitPrice', 'invoiceAmount', 'shippedTotal', 'drawnTotal')],
    calculations: {
      invoiceAmount: { '*': [{ var: 'shipped' }, { var: 'unitPrice' }] },
      shippedTotal: { '+': [{ var: ['shippedTotal', 0] }, { var: 'shipped' }] },
      drawnTotal: { '+': [{ var: ['drawnTotal', 0] }, { var: 'invoiceAmount' }] },
    },
    disclosures: to('bank'),
    routes: [{ id: 'b', nextActionIds: [3] }],
  },
  {
    ...{ id: 3, title: 'Issue the bill of lading', sender: 'carrier' },
    dataSchemas: [form('freight')],
    disclosures: to('bank', 'exporter'),
    routes: [{ id: 'c', nextActionIds: [4] }],
  },
  {
    ...{ id: 4, title: 'Pay', sender: 'bank' },
    dataSchemas: [form('paid')],
    calculations: { paid: { min: [{ var: 'drawnTotal' }, { var: 'creditAmount' }] } },
    disclosures: to('exporter'),
    rejectionConfig: { targetActionId: 2 },
    routes: [
      { id: 'over', nextActionIds: [], condition: { '>': [{ var: 'drawnTotal' }, { var: 'creditAmount' }] } },
      { id: 'within', nextActionIds: [], isDefault: true },
    ],
  },
];

const TRUE = {
  creditAmount: 100_000,
  shipped: 10,
  unitPrice: 100,
  invoiceAmount: 1000,
  shippedTotal: 10,
  drawnTotal: 1000,
};
const FALSE = { invoiceAmount: 999_999.99, drawnTotal: 999_999.99, creditAmount: 5_000_000, shippedTotal: 1000 };

export async function forgeryIsNamed(stage: Stage): Promise<void> {
  const { members, registerId } = stage;
  const made = members.slice(0, 3).map((at) => newPlayer({ name: `lc ${at.name}`, organisation: at.name, at }));
  const [bank, exporter, carrier] = (await Promise.all(made)) as [Player, Player, Player];
  const players = { bank, exporter, carrier };
  await introduce(registerId, Object.values(players), members);
  const participants = Object.entries(players).map(([id, { address }]) => ({ id, name: id, walletAddress: address }));
  const blueprint = {
    id: 'letter-of-credit',
    title: 'Letter of credit',
    description: 'A credit over three nodes.',
    participants,
    actions: ACTIONS,
  };
  const { publicationTxId } = await publishDraft(stage, blueprint as unknown as JsonObject);
  const course = new Course(registerId, blueprint.id);
  await course.act(bank, 1, { creditAmount: 100_000 });
  const refusal = await course.act(exporter, 2, { shipped: 10, unitPrice: 100, drawnTotal: 0 }).then(() => '', codeOf);
  expect(refusal, 'a calculated member').to.equal('VAL_SCHEMA_007');
  await course.act(exporter, 2, { shipped: 10, unitPrice: 100 });
  await course.everywhere(members);
  const txId = await forge(stage, { course, carrier, publicationTxId, readers: Object.values(players) });
  for (const honest of [bank, exporter]) {
    const query = { wallet: honest.address, registerId };
    const params = { instanceId: course.instanceId };
    const { data, suspect } = await clientOf(honest).getInstanceState({ params, query });
    expect(data, honest.name).to.deep.equal({ ...TRUE, freight: 1 });
    expect(suspect.map(({ member, reason }) => `${member} ${reason}`).sort(), honest.name).to.deep.equal(
      Object.keys(FALSE)
        .map((name) => `/${name} undeclared`)
        .sort(),
    );
    for (const one of suspect)
      expect(one).to.include({ actionId: '3', transactionHash: txId, senderWallet: carrier.address });
  }
  const { items } = await clientOf(bank).listPendingActions({ params: { wallet: bank.address, register: registerId } });
  expect(items.find(({ instanceId }) => instanceId === course.instanceId)?.suspectCount, 'before it opens it').to.equal(
    1,
  );
  const stopped = await course.act(bank, 4, {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(codeOf(stopped)).to.equal('FACT_VIOLATED');
  expect(String(stopped)).to.include(txId).and.include('acceptSuspect');
  const body = { senderWallet: bank.address, payloadData: {}, acceptSuspect: [txId] };
  const paid = await clientOf(bank).executeInstanceAction(
    { params: { instanceId: course.instanceId, actionId: '4' }, body },
    { waitSeconds: 20 },
  );
  expect(paid).to.deep.include({ status: 'sealed', calculations: { paid: 1000 } });
}

/** Seals and sends what the carrier's own node would refuse. */
async function forge(
  { members, registerId }: Stage,
  of: {
    readonly course: Course;
    readonly carrier: Player;
    readonly publicationTxId: string;
    readonly readers: readonly Player[];
  },
): Promise<string> {
  const { course, carrier, publicationTxId, readers } = of;
  const client = clientOf(carrier);
  const { instanceId } = course;
  const walletAddresses = readers.map(({ address }) => address);
  const { resolved } = await client.resolvePublicKeys({ params: { registerId }, body: { walletAddresses } });
  const recipients = walletAddresses.map((walletAddress) => {
    const key = resolved[walletAddress];
    if (!key) throw new Error(`No key of ${walletAddress}.`);
    return {
      walletAddress,
      algorithm: key.algorithm as SignatureAlgorithm,
      publicKey: fromBase64(key.publicKey) as Uint8Array,
    };
  });
  const envelope = sealEnvelope({
    context: { registerId, instanceId, actionId: '3' },
    groups: [{ fields: { freight: 1, ...FALSE }, recipients }],
    entropy: sha256('the entropy of a liar'),
  });
  if (isFailure(envelope)) throw new Error(envelope.issues.map(({ message }) => message).join());
  const view = await client.getInstance({ params: { instanceId } });
  const routing = { completedActionId: 3, nextActions: [{ actionId: 4 }], routeId: 'c', reasonCode: 'Unconditional' };
  const draft = {
    ...{ registerId, instanceId, blueprintId: course.blueprintId, actionId: '3', publicationTxId },
    previousTransactionId: view.lastTransactionId as string,
    recipients: walletsOf(envelope),
    metadata: { contentEncoding: 'encrypted', routing: { ...routing, blueprintDefinitionTxId: publicationTxId } },
    payload: envelope as unknown as Json,
    senderWallet: carrier.address,
  };
  const party = {
    name: carrier.name,
    walletId: carrier.walletId,
    address: carrier.address,
    algorithm: 'ED25519',
  } as const;
  const signed = await signedBy(client, party, draft as unknown as Parameters<typeof signedBy>[2]);
  const answer = await client.submitTransaction({ params: { registerId }, body: signed }, { waitSeconds: 20 });
  expect(answer.status, 'validators cannot read it').to.equal('sealed');
  course.made.push({ type: 'Action', actionId: 3, by: carrier, txId: signed.transactionId });
  await course.everywhere(members);
  return signed.transactionId;
}

function codeOf(error: unknown): string {
  if (!isClientError(error)) throw error;
  return error.code;
}

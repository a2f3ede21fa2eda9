// Truths of an instance after a scenario, on every node alike: how it ended, what is sealed of it, and who sees which
// fields. Nothing of them stands in the clear, and a document alone proves its last transaction.
import { expect } from 'chai';
import { type Course, type MadeMove, withoutSubject } from '../../cli/harness/course.js';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import type { Json } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { verifyEvidence } from '../../core/chain/evidence/proof.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import { type Played, waitingFor } from './play.js';
import { filled } from './scenario-file.js';
import type { Stage } from './stage.js';

/** Shorter texts may stand somewhere by accident. */
const TELLING_LENGTH = 5;

export async function judge(stage: Stage, played: Played): Promise<void> {
  const { end } = played.scenario;
  await isOne(stage, played);
  const [view] = await played.course.everywhere(stage.members);
  expect(view).to.include({ state: end.state, pinState: 'pinned', publicationTxId: played.publicationTxId });
  expect(view?.currentActionIds).to.deep.equal(end.open);
  await isSealed(stage, played);
  await waits(stage, played);
  await seesItsFields(played);
  for (const member of stage.members) await isProven(stage, member, played.course.made.at(-1) as MadeMove);
}

/** Every node shows the instance, its place in the list, its next actions and its definition alike. */
export async function isOne({ members, registerId }: Stage, { course }: Played): Promise<void> {
  const [first, ...others] = await course.everywhere(members);
  for (const [i, view] of others.entries()) expect(view, members[i + 1]?.name).to.deep.equal(first);
  const shown = await Promise.all(
    members.map(async ({ node, token }) => {
      const of = { params: { instanceId: course.instanceId }, query: { registerId } };
      const client = node.client(token);
      const query = { registerId, blueprintId: course.blueprintId };
      const { items } = await client.listInstances({ query });
      return [
        items.map(withoutSubject),
        await client.getNextActions(of),
        await client.getInstanceDefinition(of),
      ] as const;
    }),
  );
  for (const [i, one] of shown.entries()) expect(one, members[i]?.name).to.deep.equal(shown[0]);
  expect(shown[0]?.[0], 'the list of instances').to.deep.equal([first]);
}

/** Each wallet is told of the open actions of its roles at its own node, and of nothing else. */
async function waits({ members }: Stage, { course, players, blueprint }: Played): Promise<void> {
  const [view] = await course.everywhere(members);
  const { actions } = blueprint as unknown as Definition;
  for (const [name, player] of Object.entries(players)) {
    const own = (view?.currentActionIds ?? []).filter((id) => {
      const role = actions.find((action) => action.id === id)?.sender ?? '';
      return view?.participantWallets[role] === player.address;
    });
    expect((await waitingFor(course, player)).sort(), name).to.deep.equal(own);
  }
}

/**
 * The same transactions everywhere, in the order and with the links that the scenario states; none of its data can be
 * read in them.
 */
async function isSealed({ members, registerId }: Stage, { course, scenario, players }: Played): Promise<void> {
  const { end } = scenario;
  const all = await Promise.all(members.map((member) => sealedOf(member, registerId, course)));
  for (const [i, one] of all.entries()) expect(one, members[i]?.name).to.deep.equal(all[0]);
  const sealed = all[0] ?? [];
  expect(sealed.map(pathOf)).to.deep.equal(end.path);
  expect(sealed.map(({ txId }) => txId)).to.deep.equal(course.made.map(({ txId }) => txId));
  const senders = course.made.map(({ by }) => by.address);
  expect(sealed.map(({ senderWallet }) => senderWallet)).to.deep.equal(senders);
  const before = sealed.map(({ prevTxId }) => prevTxId);
  const chain = [undefined, ...sealed.slice(0, -1).map(({ txId }) => txId)];
  if (end.chained) expect(before).to.deep.equal(chain);
  else for (const [i, txId] of before.entries()) if (i > 0) expect(chain.slice(1, i + 1)).to.include(txId);
  const addresses = Object.values(players).map(({ address }) => address);
  for (const { recipientsWallets } of sealed) expect(addresses).to.include.members(recipientsWallets);
  const clear = JSON.stringify(sealed.map(({ payloads }) => payloads.map(({ data }) => data)));
  for (const said of tellingTexts(scenario)) expect(clear, said.slice(0, 80)).to.not.include(said);
}

type Sealed = Awaited<ReturnType<typeof sealedOf>>[number];

async function sealedOf({ node, token }: ClusterMember, registerId: string, { blueprintId, instanceId }: Course) {
  const query = { registerId, instanceId, pageSize: 100 };
  const { items } = await node.client(token).queryBlueprintTransactions({ params: { blueprintId }, query });
  return items;
}

function pathOf({ metaData }: Sealed): string {
  const type = metaData.trackingData?.['type'];
  if (type === 'Cancellation') return 'cancel';
  return type === 'Rejection' ? `reject ${metaData.actionId}` : metaData.actionId;
}

/** Names of the fields, in quotes, and what stands in them. */
function tellingTexts({ steps }: Played['scenario']): ReadonlySet<string> {
  const texts = new Set<string>();
  const add = (value: Json): void => {
    if (typeof value === 'string' && value.length >= TELLING_LENGTH) texts.add(value.slice(0, 200));
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        if (!Array.isArray(value)) texts.add(`"${name}"`);
        add(member as Json);
      }
  };
  for (const { payload, gives, reason } of steps) {
    add(filled((payload ?? {}) as Json));
    add((gives ?? {}) as Json);
    add(reason ?? '');
  }
  return texts;
}

async function seesItsFields({ course, players, scenario }: Played): Promise<void> {
  for (const [name, fields] of Object.entries(scenario.sees)) {
    const player = players[name];
    if (!player) throw new Error(`Nobody is called ${name}.`);
    const data = await course.dataOf(player);
    expect(Object.keys(data).sort(), name).to.deep.equal([...fields].sort());
    const values = filled((scenario.values?.[name] ?? {}) as Json) as object;
    for (const [field, value] of Object.entries(values)) expect(data[field], `${name}: ${field}`).to.deep.equal(value);
  }
}

/** The node gives a document that proves the transaction on the register that everybody founded, with no node asked. */
async function isProven({ registerId, genesisHash }: Stage, { node, token, name }: ClusterMember, { txId }: MadeMove) {
  const evidence = await node.client(token).getEvidence({ params: { registerId, txId } });
  const proof = verifyEvidence(JSON.parse(JSON.stringify(evidence)), verifySync);
  expect(proof, name).to.include({ verdict: 'consistent', txId, genesisHash });
}

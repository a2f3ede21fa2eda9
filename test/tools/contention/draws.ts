// Parties that draw on one limit, each by an action of its own that it repeats: all of them read what all have drawn.
import { ClientError } from '../../../api/client/client.js';
import { setStage } from '../../../cli/bench/stage.js';
import { clientOf, introduce, newPlayer, type Player } from '../../../cli/harness/cast.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { publishOn } from '../../../cli/harness/shared-register.js';
import type { JsonObject } from '../../../core/base/json.js';

const ID = 'draws';
/** Seconds that an action waits for its seal, with all the tries of its node. */
const WAIT_SECONDS = 30;

/** Action 1 states the limit and forks to each party's action, from 2 on. */
function drawsOf(opener: Player, parties: readonly Player[]) {
  const ids = parties.map((_, i) => i + 2);
  const named = (i: number) => `p${i + 1}`;
  const drawn = ids.map((id) => ({ sum: [{ var: `runs.${id}.t` }, '0'] }));
  const told = (...but: readonly string[]) =>
    ['o', ...parties.map((_, i) => named(i))]
      .filter((role) => !but.includes(role))
      .map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] }));
  const decimal = (least: string) => ({ type: 'string', format: 'decimal', 'x-minimum': least });
  return {
    ...{ language: 2, id: ID, title: 'Draws on one limit', description: 'Each party draws as long as it likes.' },
    participants: [
      { id: 'o', walletAddress: opener.address },
      ...parties.map(({ address }, i) => ({ id: named(i), walletAddress: address })),
    ],
    cancellation: { by: ['o'] },
    actions: [
      {
        ...{ id: 1, title: 'Open', sender: 'o', isStartingAction: true },
        dataSchemas: [{ type: 'object', properties: { limit: decimal('0') }, required: ['limit'] }],
        disclosures: told('o'),
        routes: [{ id: 'all', nextActionIds: ids }],
      },
      ...ids.map((id, i) => ({
        ...{ id, title: `Draw by ${named(i)}`, sender: named(i) },
        dataSchemas: [{ type: 'object', properties: { t: decimal('0.01'), left: decimal('0') }, required: ['t'] }],
        calculations: { left: { '-': [{ var: 'act.1.limit' }, { '+': [...drawn, { var: 'in.t' }] }] } },
        disclosures: told(named(i)),
        routes: [{ id: 'again', nextActionIds: [id] }],
      })),
    ],
  };
}

export interface Drawing {
  readonly members: readonly ClusterMember[];
  readonly parties: readonly Player[];
  /** Opens an instance, of which every node knows when this ends. Gives its id. */
  open(limit: string): Promise<string>;
  /** `sealed`, or why it is not: the code of a refusal, or the state of what goes on. */
  draw(instanceId: string, party: number, t: string): Promise<string>;
  /** How often something was drawn, as the ledger has it. */
  drawn(instanceId: string): Promise<number>;
  /** Height of the register at the first node. */
  height(): Promise<number>;
  /** Refusals with a code that all nodes have counted. */
  refusals(code: string): Promise<number>;
  remove(): Promise<void>;
}

/** Nodes, a register, and the parties, by turns at each of the nodes. */
export async function setDrawing(of: { readonly nodes: number; readonly parties: number }): Promise<Drawing> {
  const { members, workload, remove } = await setStage({ nodes: of.nodes, mode: 'majority' });
  const { registerId } = workload;
  const at = (i: number) => members[i % members.length] as ClusterMember;
  const player = (name: string, i: number) => newPlayer({ name, organisation: name, at: at(i) });
  const [first] = members as readonly [ClusterMember];
  const ask = first.node.client(first.token);
  try {
    const opener = await player('Opener', 0);
    const parties: Player[] = [];
    for (let i = 0; i < of.parties; i++) parties.push(await player(`Party ${i + 1}`, i));
    await introduce(registerId, [opener, ...parties], members);
    await publishOn(members, registerId, drawsOf(opener, parties));
    const act = (by: Player, actionId: number, data: JsonObject, instanceId?: string) => {
      const place = { blueprintId: ID, actionId: String(actionId), senderWallet: by.address };
      const body = { ...place, registerAddress: registerId, payloadData: data, ...(instanceId && { instanceId }) };
      return clientOf(by).submitAction({ body }, { waitSeconds: WAIT_SECONDS });
    };
    return {
      ...{ members, parties, remove },
      async open(limit) {
        const { instanceId = '', status } = await act(opener, 1, { limit });
        if (status !== 'sealed') throw first.node.failure(`The opening of an instance is ${status}.`);
        await Promise.all(members.map((member) => heard(member, instanceId)));
        return instanceId;
      },
      async draw(instanceId, party, t) {
        try {
          return String((await act(parties[party] as Player, party + 2, { t }, instanceId)).status);
        } catch (error) {
          if (error instanceof ClientError) return error.code;
          throw error;
        }
      },
      async drawn(instanceId) {
        const { moves = 1 } = await ask.getInstance({ params: { instanceId } });
        return moves - 1;
      },
      async height() {
        return Number((await ask.getRegister({ params: { registerId } })).height);
      },
      async refusals(code) {
        const all = members.map(({ node, token }) => node.client(token).getPrometheusMetrics());
        const line = new RegExp(`^ledger_register_refused_total\\{code="${code}"\\} (\\d+)`, 'm');
        const texts = await Promise.all(all);
        return texts.reduce<number>((sum, text) => sum + Number(line.exec(String(text))?.[1] ?? 0), 0);
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const HEAR_MS = 30_000;

async function heard({ node, token, name }: ClusterMember, instanceId: string): Promise<void> {
  const until = performance.now() + HEAR_MS;
  for (;;) {
    const found = await node
      .client(token)
      .getInstance({ params: { instanceId } })
      .catch(() => undefined);
    if (found) return;
    if (performance.now() > until) throw node.failure(`${name} does not hear of the instance ${instanceId}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

// Two parties draw on one limit in branches beside each other, each at its own node of a mesh: at the same time, one
// after the other, and one that states what was true before the other had drawn. Whatever they do, the limit holds.
import { expect } from 'chai';
import { ClientError } from '../../api/client/client.js';
import { clientOf, introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { signByParty } from '../../cli/harness/party.js';
import { everywhere, foundShared, publishOn } from '../../cli/harness/shared-register.js';
import type { JsonObject } from '../../core/base/json.js';

const ROUNDS = 4;
const all = (...roles: readonly string[]) =>
  roles.map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] }));
const decimal = (least: string) => ({ type: 'string', format: 'decimal', 'x-minimum': least });
const drawn = (id: number) => ({ sum: [{ var: `runs.${id}.t` }, '0'] });

function raceOf(o: Player, p: Player, q: Player) {
  const draw = (id: number, sender: string, ...others: readonly string[]) => ({
    ...{ id, title: `Draw by ${sender}`, sender },
    dataSchemas: [{ type: 'object', properties: { t: decimal('0.01'), left: decimal('0') }, required: ['t'] }],
    calculations: { left: { '-': ['10.00', { '+': [drawn(2), drawn(3), { var: 'in.t' }] }] } },
    disclosures: all(...others),
    routes: [{ id: 'm', nextActionIds: [9] }],
  });
  const text = (name: string) => [{ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }];
  return {
    ...{ language: 2, id: 'race', title: 'Two draw on one amount', description: 'Two parties draw on one limit.' },
    participants: Object.entries({ o, p, q }).map(([id, { address }]) => ({ id, walletAddress: address })),
    actions: [
      {
        ...{ id: 1, title: 'Open', sender: 'o', isStartingAction: true, dataSchemas: text('x') },
        disclosures: all('p', 'q'),
        routes: [{ id: 'g', nextActionIds: [2, 3] }],
      },
      draw(2, 'p', 'o', 'q'),
      draw(3, 'q', 'o', 'p'),
      {
        ...{ id: 9, title: 'Settle', sender: 'o', joins: { fork: 1 }, dataSchemas: text('y') },
        calculations: { sum: { '+': [{ var: 'act.2.t' }, { var: 'act.3.t' }] } },
        ...{ disclosures: all('p', 'q'), routes: [] },
      },
    ],
  };
}

describe('a limit on which two parties draw, over a mesh', function () {
  this.timeout(240_000);
  let cluster: MeshCluster;
  let registerId: string;
  let pin: string;
  let players: readonly [Player, Player, Player];

  before(async () => {
    cluster = await MeshCluster.create({ nodes: 3 });
    ({ registerId } = await foundShared(cluster, { name: 'Race', mode: 'majority' }));
    const player = (name: string, i: number) =>
      newPlayer({ name, organisation: name, at: cluster.members[i] as ClusterMember });
    players = [await player('opener', 0), await player('first', 1), await player('second', 2)];
    await introduce(registerId, players, cluster.members);
    pin = await publishOn(cluster.members, registerId, raceOf(...players));
  });
  after(async () => {
    await cluster?.remove();
  });

  /** An instance that every node has. */
  async function opened(): Promise<Course> {
    const course = new Course(registerId, 'race');
    await course.act(players[0], 1, { x: '1' });
    await course.everywhere(cluster.members);
    return course;
  }

  /** The amount that is left by the run, or the code of the refusal. */
  async function draw({ instanceId }: Course, by: Player, t: string): Promise<string> {
    const actionId = by === players[1] ? '2' : '3';
    const place = { blueprintId: 'race', actionId, instanceId, senderWallet: by.address, registerAddress: registerId };
    try {
      const answer = await clientOf(by).submitAction({ body: { ...place, payloadData: { t } } }, { waitSeconds: 20 });
      return answer.status === 'sealed' && 'calculations' in answer
        ? String((answer.calculations as JsonObject).left)
        : answer.status;
    } catch (error) {
      if (error instanceof ClientError) return error.code;
      throw error;
    }
  }

  it('is kept where both draw at the same time, and both have their way where it is enough for them', async () => {
    const [, p, q] = players;
    for (let round = 0; round < ROUNDS; round++) {
      const much = await opened();
      const seven = await Promise.all([draw(much, p, '7.00'), draw(much, q, '7.00')]);
      expect(seven.sort(), `round ${round}`).to.deep.equal(['3.00', 'VAL_SCHEMA_004']);
      const little = await opened();
      const three = await Promise.all([draw(little, p, '3.00'), draw(little, q, '3.00')]);
      expect(three.sort(), `round ${round}`).to.deep.equal(['4.00', '7.00']);
    }
  });

  it('refuses who draws by a state of before, and proves who states what is false', async () => {
    const [o, p, q] = players;
    const { node, token } = q.at;
    const client = node.client(token);
    const course = await opened();
    expect(await draw(course, p, '7.00')).to.equal('3.00');
    const { height } = await p.at.node.client(p.at.token).getRegister({ params: { registerId } });
    await everywhere(cluster.members, registerId, Number(height));
    const [{ txId: start = '' } = {}] = course.made;
    const cheat = async (metadata: JsonObject) => {
      const draft = {
        ...{ registerId, blueprintId: 'race', actionId: '3', publicationTxId: pin, instanceId: course.instanceId },
        ...{ previousTransactionId: start, createdAt: new Date().toISOString(), metadata },
        payload: { t: '7.00', left: '3.00' },
      };
      const party = { name: q.name, walletId: q.walletId, address: q.address, algorithm: 'ED25519' as const };
      const body = await signByParty(client, party, draft as never);
      return client.submitTransaction({ params: { registerId }, body }, { waitSeconds: 20 }).then(
        ({ status }) => status,
        (error: ClientError) => `${error.code} ${error.details.problem.definitive}`,
      );
    };
    expect(await cheat({ sees: 1 })).to.equal('VAL_READ_001 false');
    expect(await cheat({})).to.equal('sealed');
    const { height: now } = await client.getRegister({ params: { registerId } });
    await everywhere(cluster.members, registerId, Number(now));
    const params = { instanceId: course.instanceId };
    const seen = await clientOf(o).getInstanceState({ params, query: { wallet: o.address } });
    expect(JSON.stringify(seen)).to.match(/"member":"\/?left"/);
  });
});

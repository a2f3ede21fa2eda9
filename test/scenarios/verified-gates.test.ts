// A gate that a role on the node of another organisation verifies before the action is sealed: its node judges over the
// mesh and signs, and while it is away nothing is sealed. On real nodes, over HTTP.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { clientOf, introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { isNotHereYet } from '../../cli/harness/course.js';
import { MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { foundShared, publishOn } from '../../cli/harness/shared-register.js';
import { isClientError } from '../../cli/remote/remote.js';
import { toBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import { permit, ROOT_DER, showPermit, VCT } from '../support/credentials/office.js';

const AUDIENCE = 'x509_san_dns:bolt.example';

/** Both are asked about one content: the sender alone opens the evidence. */
const definition = (applicant: Player, office: Player) => ({
  ...{ id: 'verified', title: 'Permit', description: 'A permit.', version: 1, language: 2 },
  participants: [
    { id: 'applicant', name: 'Applicant', walletAddress: applicant.address },
    { id: 'office', name: 'Office', walletAddress: office.address },
  ],
  actions: [
    {
      ...{ id: 0, title: 'Apply', sender: 'applicant', isStartingAction: true },
      dataSchemas: [{ type: 'object', properties: { plot: { type: 'integer' } } }],
      disclosures: [{ participantAddress: 'office', dataPointers: ['/plot'] }],
      routes: [{ nextActionIds: [] }],
      credentialRequirements: [
        {
          ...{ id: 'licence', vct: VCT, verifiedBy: 'office' },
          requiredClaims: [{ claimName: 'name', expectedValue: 'Ada' }],
          trustPolicy: {
            sources: [{ kind: 'x509-tenant', confersAssurance: 'Low', anchors: [sha256Hex(ROOT_DER)] }],
          },
        },
      ],
    },
  ],
});

describe('a gate that another organisation verifies', function () {
  this.timeout(120_000);
  let cluster: MeshCluster;
  let registerId: string;
  let applicant: Player;
  let office: Player;

  before(async () => {
    cluster = await MeshCluster.create({ nodes: 2 });
    const [acme, bolt] = cluster.members;
    ({ registerId } = await foundShared(cluster, { name: 'Permits', mode: 'majority' }));
    applicant = await newPlayer({ name: 'Applicant', organisation: 'Acme', at: acme! });
    office = await newPlayer({ name: 'Office', organisation: 'Bolt', at: bolt! });
    await introduce(registerId, [applicant, office], cluster.members);
    await nameClient(office);
    await publishOn(cluster.members, registerId, definition(applicant, office));
  });
  after(() => cluster?.remove());

  async function nameClient(player: Player): Promise<void> {
    const client = clientOf(player);
    const { organizationId } = await client.getMe();
    const { address } = player;
    const { participantId } = await client.getParticipantByAddress({ params: { registerId, address } });
    const body = { registerId, signerWalletAddress: address, verifierIds: [AUDIENCE] };
    const params = { organizationId: String(organizationId), participantId };
    const { status } = await client.updateParticipant({ params, body } as never, { waitSeconds: 20 });
    expect(status).to.equal('sealed');
  }

  /** A prepared action whose gate was shown the permit. */
  async function shown(plot: number): Promise<string> {
    const client = clientOf(applicant);
    const body = {
      ...{ blueprintId: 'verified', actionId: '0', registerAddress: registerId, senderWallet: applicant.address },
      payloadData: { plot },
    };
    for (;;) {
      const prepared = await client.prepareAction({ body } as never).catch((error: unknown) => error);
      // The record that names the client id comes to this node with its docket.
      if (isClientError(prepared) && prepared.code === 'CREDENTIAL_REFUSED') continue;
      if (prepared instanceof Error) throw prepared;
      const { gateId, requirements } = prepared as {
        gateId: string;
        requirements: readonly { nonce: string; audience: string; verifiedBy?: string }[];
      };
      const [{ nonce, audience, verifiedBy }] = requirements as [(typeof requirements)[0]];
      expect([audience, verifiedBy]).to.deep.equal([AUDIENCE, 'office']);
      const atMs = Date.now();
      const rawPresentation = showPermit(permit({ atMs }), { nonce, audience, atMs, paths: [['name']] });
      const showing = { requirement: 'licence', rawPresentation, anchor: toBase64(ROOT_DER) };
      await client.presentAtGate({ params: { gateId }, body: showing });
      return gateId;
    }
  }

  const submit = (gateId: string) => clientOf(applicant).submitPreparedAction({ params: { gateId } });
  /** The transaction, once the docket of it came to the node. */
  const sealedAt = async (player: Player, txId: string) => {
    for (;;) {
      const found = await clientOf(player)
        .getTransaction({ params: { registerId, txId } })
        .catch((error: unknown) => error);
      if (!(found instanceof Error)) return found;
      if (!isNotHereYet(found)) throw found;
      await pause(20);
    }
  };
  const verifiedAt = async ({ at }: Player) => {
    const client = at.node.client(at.token);
    const organizationId = String((await client.getMe()).organizationId);
    const query = { eventType: 'GateVerified', pageSize: 50 } as const;
    const { items } = await client.listAuditEvents({ params: { organizationId }, query });
    return items.map(({ success, details }) => [success, (details as JsonObject)['peerId']]);
  };

  it('is sealed with the signature of its holder, whose node kept an entry of it', async () => {
    const done = await submit(await shown(7));
    const { transactionId: txId } = done as { transactionId: string };
    const text = JSON.stringify(await sealedAt(office, txId));
    expect(text)
      .to.contain(`"wallet":"${office.address}"`)
      .and.not.match(/"Ada\\?"/);
    expect(await verifiedAt(office)).to.deep.equal([[true, applicant.at.peerId]]);
    expect(await verifiedAt(applicant)).to.deep.equal([]);
  });

  it('is not sealed while the node of the verifier is away, and is once it is back', async () => {
    const gateId = await shown(8);
    await office.at.node.stop();
    const refused = await submit(gateId).catch((error: unknown) => error);
    expect(isClientError(refused) && [refused.status, refused.code]).to.deep.equal([503, 'WALLET_NODE_AWAY']);
    await office.at.node.start();
    await cluster.waitForLinks();
    expect(await submit(gateId)).to.include({ isComplete: true });
  });
});

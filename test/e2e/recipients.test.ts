// A workflow over two nodes: a wallet of the one issues a credential for a wallet of the other. The node of the
// recipient tells its person, opens the offer at the node of the issuer, and takes the credential there.
import { expect } from 'chai';
import { introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { foundShared, publishOn } from '../../cli/harness/shared-register.js';
import type { JsonObject } from '../../core/base/json.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import { folderOfAll } from '../support/base/folders.js';
import { asks, definitionOf, shows, to } from '../support/definitions/short-definitions.js';
import { type Operator, operatorOf } from './mesh-operator.js';

const text = { type: 'string' };

/** `x` applies, `y` grants, and its credential is for `x`. */
function permitFor(applicant: string, town: string): JsonObject & { readonly id: string } {
  const issuing = {
    credentialType: 'urn:acme:permit:1',
    claimMappings: [{ claimName: 'number', sourceField: '/number' }],
    recipientParticipantId: 'x',
    expiryDuration: 'P90D',
  };
  const definition = definitionOf(
    [
      { ...asks({ site: text }), ...shows({ y: ['*'] }), ...to(2) },
      { sender: 'y', ...asks({ number: text }), ...shows({ x: ['*'] }), credentialIssuanceConfig: issuing, ...to() },
    ],
    {
      participants: [
        { id: 'x', walletAddress: applicant },
        { id: 'y', walletAddress: town },
      ],
    },
  );
  return { ...definition, id: 'permit' };
}

describe('credentials of a workflow over two nodes, end to end', function () {
  this.timeout(180_000);
  const folder = folderOfAll();
  let cluster: MeshCluster;
  let [issuer, recipient]: Operator[] = [];
  let applicant: Player;
  let town: Player;
  let registerId: string;

  before(async () => {
    cluster = await MeshCluster.create({ nodes: 2, settings: { 'outgoing.allowedHosts': 'localhost' } });
    const [acme, bolt] = cluster.members as [ClusterMember, ClusterMember];
    ({ registerId } = await foundShared(cluster, { name: 'Permits', mode: 'majority' }));
    applicant = await newPlayer({ name: 'applicant', organisation: 'bolt', at: bolt, algorithm: 'NISTP256' });
    town = await organisationWallet(acme);
    await introduce(registerId, [applicant, town], cluster.members);
    await publishOn(cluster.members, registerId, permitFor(applicant.address, town.address));
    await grant('BP-2026-0001');
    [issuer, recipient] = await Promise.all(cluster.members.map((member) => operatorOf(member, folder)));
  });
  after(async () => {
    await cluster?.remove();
  });

  let credentialId = '';

  async function grant(number: string): Promise<void> {
    const course = new Course(registerId, 'permit');
    await course.act(applicant, 1, { site: 'Harbour 1' });
    await course.act(town, 2, { number });
  }

  it('are told, opened and taken on the node of the recipient', async () => {
    const [first] = await untilAny(() => available(recipient as Operator), 'credential available');
    ({ credentialId } = first as Available);
    expect(first?.walletAddress).to.equal(applicant.address);
    expect(await available(issuer as Operator)).to.deep.equal([]);
    const offer = await (recipient as Operator).ask<Record<string, string>>(['credential', 'available', credentialId]);
    const { port } = (cluster.members[0] as ClusterMember).node;
    expect(decodeURIComponent(offer.credentialOfferUri ?? '')).to.include(`http://localhost:${port}/credentials/`);
    expect(offer).to.include({ credentialId, credentialType: 'urn:acme:permit:1', status: 'Pending' });
    const receive = ['credential', 'receive', offer.credentialOfferUri ?? '', '--wallet', applicant.address, '--yes'];
    await (recipient as Operator).ask(receive);
    const held = await (recipient as Operator).ask<{ credentials: { type: string }[] }>([
      ...['credential', 'held', '--wallet', applicant.address],
    ]);
    expect(held.credentials.map(({ type }) => type)).to.deep.equal(['urn:acme:permit:1']);
    const refused = await (issuer as Operator).call(['credential', 'available', credentialId]);
    expect([refused.code, refused.err]).to.satisfy(([, err]: [number, string]) => err.includes('CREDENTIAL_NOT_FOUND'));
  });

  it('are taken without a further yes of a participant that the recipient accepts', async () => {
    const params = { registerId, address: town.address };
    const { participantId } = await town.at.node.client(town.token).getParticipantByAddress({ params });
    const wallet = ['--wallet', applicant.address];
    const accept = ['credential', 'auto-accept', `${registerId}/${participantId}`, ...wallet];
    const { issuers } = await (recipient as Operator).ask<{ issuers: readonly object[] }>(accept);
    expect(issuers).to.deep.equal([{ registerId, participantId }]);
    await grant('BP-2026-0002');
    const isThere = async () => {
      const { credentials } = await (recipient as Operator).ask<{ credentials: readonly object[] }>([
        ...['credential', 'held', ...wallet],
      ]);
      return credentials.length === 2 ? credentials : [];
    };
    await untilAny(isThere, 'taken by itself');
  });

  it('are not opened while the node of the issuer is away, and again when it is back', async () => {
    expect(await available(recipient as Operator), 'it is held').to.deep.equal([]);
    const words = ['credential', 'available', credentialId];
    const { node } = cluster.members[0] as ClusterMember;
    await node.stop();
    const { err } = await (recipient as Operator).call(words);
    expect(err).to.include('WALLET_NODE_AWAY');
    await node.start();
    await (recipient as Operator).until(words, 'openid-credential-offer');
  });
});

async function organisationWallet(at: ClusterMember): Promise<Player> {
  const client = at.node.client(at.token);
  const { organizationId, platformUserId: subject } = await client.getMe();
  const made = await client.createWallet({
    body: { title: 'Town', keyType: 'NISTP256', organizationId: String(organizationId) },
  });
  const { id: walletId, walletAddress: address } = made;
  await client.revokeWalletAccess({ params: { address, subject: String(subject) } });
  const right = { accessRight: 'ReadWrite' as const, allowedDerivationContexts: [DEFAULT_PATH] };
  await client.grantWalletAccess({ params: { address }, body: { subject: String(subject), ...right } });
  return { name: 'town', organisation: 'acme', at, token: at.token, walletId, address };
}

const UNTIL_MS = 20_000;

interface Available {
  readonly credentialId: string;
  readonly walletAddress: string;
}

async function available(operator: Operator): Promise<readonly Available[]> {
  const { credentials } = await operator.ask<{ credentials: readonly Available[] }>(['credential', 'available']);
  return credentials;
}

async function untilAny<T>(list: () => Promise<readonly T[]>, what: string): Promise<readonly T[]> {
  const late = Date.now() + UNTIL_MS;
  for (;;) {
    const entries = await list();
    if (entries.length > 0) return entries;
    expect(Date.now(), what).to.be.lessThan(late);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

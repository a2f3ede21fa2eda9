// Two linked nodes, of which the first is reached through proxies alone: a private authority, and a register with a
// workflow of files.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../api/client/client.js';
import { MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import type { NodeProcess } from '../../../cli/harness/node-process.js';
import { newParty } from '../../../cli/harness/party.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { makeCertificate } from '../../../storage/pki/x509.js';
import { freePort } from '../../support/mesh/free-port.js';
import type { Places, ShippedProxy } from './proxy.js';
import { Way } from './way.js';

/** How long the node here waits for a seal. */
const WAIT_SECONDS = 1;
const AUTHORITY = 'ca.pem';
/** A node notices within half a minute that the other end is gone, and at once where the connection ends. */
const UNLINKED_MS = 30_000;
/** An address at which no node answers. */
const NOWHERE = '127.0.0.1:9';

const FILE = { type: 'object', required: ['fileId'], properties: { fileId: { type: 'string' } } };
const PLANS = {
  id: 'plans',
  title: 'Plans',
  description: 'A builder sends plans, and reads them.',
  participants: ['builder', 'office'].map((id) => ({ id, name: id })),
  actions: [
    {
      id: 0,
      title: 'Send',
      sender: 'builder',
      isStartingAction: true,
      dataSchemas: [{ type: 'object', properties: { plans: FILE }, additionalProperties: false }],
      routes: [{ id: 'on', nextActionIds: [1], isDefault: true }],
    },
    { id: 1, title: 'Read', sender: 'office', dataSchemas: [{ type: 'object' }] },
  ],
};

export class ProxiedNodes {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'quorate-proxies-'));
  readonly ways = new Map<ShippedProxy, Way>();
  registerId = '';
  wallet = '';
  private readonly places = new Map<ShippedProxy, Places>();
  private mesh: MeshCluster | undefined;

  /** The first proxy before the nodes, which link through it alone, and the others behind them. */
  async start(proxies: readonly ShippedProxy[]): Promise<void> {
    const [nodePort = 0, nodeMeshPort = 0] = await Promise.all([freePort(), freePort()]);
    await this.certify();
    for (const proxy of proxies) {
      const [httpsPort = 0, meshPort = 0, sparePort = 0] = await Promise.all([freePort(), freePort(), freePort()]);
      const ports = { httpsPort, meshPort, nodePort, nodeMeshPort, sparePort };
      this.places.set(proxy, { folder: this.folder, name: 'localhost', ...ports });
    }
    const [first, ...others] = proxies;
    const way = this.open(first as ShippedProxy);
    const meshes = proxies.filter(({ passesMesh }) => passesMesh).map((proxy) => this.meshAt(proxy));
    const behind = {
      'http.port': String(nodePort),
      'http.publicUrl': way.url,
      'http.trustedProxies': '127.0.0.1',
      'http.waitSecondsMax': String(WAIT_SECONDS),
      'network.grpcPort': String(nodeMeshPort),
      'network.announce': meshes[0] ?? NOWHERE,
      'network.peers': NOWHERE,
    };
    const dialling = { 'network.announce': NOWHERE, 'network.peers': meshes.join(',') };
    this.mesh = await MeshCluster.create({
      nodes: first?.passesMesh ? 2 : 1,
      settingsOf: (index) => (index === 0 ? behind : dialling),
    });
    await this.found();
    for (const proxy of others) this.open(proxy);
    for (const each of this.ways.values()) await each.ready();
  }

  /** Starts the proxy. */
  open(proxy: ShippedProxy): Way {
    const way = new Way(proxy, this.places.get(proxy) as Places, join(this.folder, AUTHORITY));
    this.ways.set(proxy, way);
    return way;
  }

  async remove(): Promise<void> {
    for (const way of this.ways.values()) await way.stop();
    await this.mesh?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get node(): NodeProcess {
    return this.mesh!.members[0]!.node;
  }

  get token(): string {
    return this.mesh!.members[0]!.token;
  }

  /** Past the proxies. */
  client(): Client {
    return this.node.client(this.token);
  }

  /** Resolves when both nodes are linked, which they are through a proxy alone. */
  linked(): Promise<void> {
    return this.mesh!.waitForLinks();
  }

  async unlinked(): Promise<void> {
    for (const { node, token } of this.mesh!.members)
      for (const late = Date.now() + UNLINKED_MS; ; await new Promise((next) => setTimeout(next, 50))) {
        if ((await node.client(token).getMeshStatus()).peersUp === 0) break;
        if (Date.now() > late) throw new Error('The nodes are linked past the proxies.');
      }
  }

  /** One more docket of the register. */
  async seal(): Promise<void> {
    const place = { blueprintId: PLANS.id, actionId: '0', registerAddress: this.registerId };
    await this.client().submitAction({ body: { ...place, senderWallet: this.wallet, payloadData: {} } });
  }

  private meshAt(proxy: ShippedProxy): string {
    return `localhost:${this.places.get(proxy)?.meshPort}`;
  }

  private async certify(): Promise<void> {
    const [authority, own] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    const spkiOf = (pair: typeof own) => pair!.publicKey.export({ type: 'spki', format: 'der' });
    const nowMs = Date.now();
    const form = { uris: [], signingKey: authority!.privateKey, nowMs, notAfterMs: nowMs + 3_600_000 };
    const its = { ...form, commonName: 'Our authority', hosts: [], role: 'authority' } as const;
    const issuer = await makeCertificate({ ...its, spki: spkiOf(authority) });
    const leaf = { ...form, commonName: 'Our proxy', hosts: ['localhost', '127.0.0.1'], role: 'node', issuer } as const;
    const certificate = pemOf('CERTIFICATE', await makeCertificate({ ...leaf, spki: spkiOf(own) }));
    const key = String(own!.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const at = (name: string) => join(this.folder, name);
    writeFileSync(at(AUTHORITY), pemOf('CERTIFICATE', issuer));
    writeFileSync(at('cert.pem'), certificate);
    writeFileSync(at('key.pem'), key);
    writeFileSync(at('both.pem'), certificate + key);
  }

  private async found(): Promise<void> {
    const client = this.client();
    const { address } = await newParty(client, 'builder', 'ED25519');
    const { userId } = await client.getMe();
    const owners = [{ userId, walletId: address }];
    const { registerId } = await client.createRegister({ body: { name: 'Plans', owners } });
    const body = { blueprintId: PLANS.id, override: UNREHEARSED, blueprintJson: PLANS };
    await client.publishBlueprint({ params: { registerId }, body });
    this.registerId = registerId;
    this.wallet = address;
  }
}

// A local mesh of real node processes: a certificate authority, an organisation and a folder of its own for each, and
// mutual trust. When asked for, a proxy stands in front of every ordered pair of nodes. For `npm run tool -- mesh`, the
// chaos program, the bench, the demo and tests. Throw-away, loopback only.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isFailure, type Result } from '../../core/base/result.js';
import { type Authority, createAuthority, issueTo } from '../../storage/pki/authority.js';
import { installCertificate, TRUSTED_FOLDER } from '../../storage/pki/identity.js';
import { makeKeys, readNodeKey, readTlsKey } from '../../storage/pki/node-keys.js';
import { makeRequest, proveRequest } from '../../storage/pki/request.js';
import { trust } from '../../storage/pki/trusted.js';
import { NodeProcess, type NodeProgram } from './node-process.js';

/** Stands in front of a node for one of the others: what comes to its port goes to the target. */
export interface LinkProxy {
  readonly port: number;
  close(): Promise<void>;
}

export interface ClusterOptions<P extends LinkProxy = LinkProxy> {
  readonly nodes: number;
  /** Further organisations that everybody trusts from the start: `grow` starts their nodes. */
  readonly spares?: number;
  /** Opens the proxy of an ordered pair; without it nodes dial each other directly. */
  readonly openProxy?: (target: { readonly host: string; readonly port: number }) => Promise<P>;
  /** Each node has an address at which wallets of the others reach it: credentials go between them. */
  readonly hasWallets?: boolean;
  /** Settings of every node. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Extra settings by node index. */
  readonly settingsOf?: (index: number) => Readonly<Record<string, string>>;
  /** Another program than `quorate` by node index, as NodeOptions has it. */
  readonly programOf?: (index: number) => NodeProgram | undefined;
  /** Is given all that a node prints, as NodeOptions has it. */
  readonly onOutput?: (index: number, text: string) => void;
}

export interface ClusterMember {
  readonly index: number;
  readonly name: string;
  readonly orgId: string;
  readonly peerId: string;
  readonly node: NodeProcess;
  readonly grpcPort: number;
  /** A token of its first administrator. */
  token: string;
}

const INSTALLATION = 'quorate-local';
const NAMES = ['acme', 'bolt', 'crux', 'dune', 'echo', 'flux', 'gale', 'hive'];
/** An address at which no node answers: a proxied node must not be reached around its proxies. */
const NOWHERE = '127.0.0.1:9';
const CONNECT_MS = 30_000;

interface Plan {
  readonly index: number;
  readonly name: string;
  readonly orgId: string;
  readonly authority: Authority;
  readonly grpcPort: number;
  readonly httpPort: number;
  /** Lets go of the ports, which were held so that no other node of this run is given them. */
  release(): Promise<void>;
}

export class MeshCluster<P extends LinkProxy = LinkProxy> {
  readonly members: ClusterMember[] = [];
  /** Proxies by `from>to`. */
  readonly proxies = new Map<string, P>();
  private readonly folder: string;
  private readonly plans: Plan[];
  private started = 0;
  private readonly options: ClusterOptions<P>;

  private constructor(folder: string, plans: Plan[], options: ClusterOptions<P>) {
    this.folder = folder;
    this.plans = plans;
    this.options = options;
  }

  /** Starts all nodes and waits until each is linked with every other. */
  static async create<P extends LinkProxy>(options: ClusterOptions<P>): Promise<MeshCluster<P>> {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-mesh-'));
    const plans: Plan[] = [];
    for (let index = 0; index < options.nodes + (options.spares ?? 0); index++) plans.push(await planOf(folder, index));
    const cluster = new MeshCluster(folder, plans, options);
    try {
      await cluster.openProxies();
      // All of them end their start, so that none comes up behind the removal of the others.
      const added = await Promise.allSettled(plans.slice(0, options.nodes).map((plan) => cluster.add(plan)));
      for (const item of added) if (item.status === 'rejected') throw item.reason;
      cluster.started = options.nodes;
      cluster.members.sort((a, b) => a.index - b.index);
      await cluster.waitForLinks();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  /**
   * Adds another organisation with its node to the mesh: a spare one at once, else one that each node trusts when it
   * looks at its folder again.
   */
  async grow(): Promise<ClusterMember> {
    const plan = this.plans[this.started] ?? (await this.newcomer());
    this.started = plan.index + 1;
    return this.add(plan);
  }

  private async newcomer(): Promise<Plan> {
    const plan = await planOf(this.folder, this.plans.length);
    this.plans.push(plan);
    await this.openProxies();
    for (const { node } of this.members) trust(join(node.dataDir, 'mesh', TRUSTED_FOLDER), plan.authority.own);
    return plan;
  }

  proxy(from: number, to: number): P {
    const proxy = this.proxies.get(`${from}>${to}`);
    if (!proxy) throw new Error('The mesh was not made with proxies.');
    return proxy;
  }

  /** Waits until every running node is linked with every other running one. */
  async waitForLinks(waitMs = CONNECT_MS): Promise<void> {
    const running = this.members.filter(({ node }) => node.isRunning);
    const until = performance.now() + waitMs;
    for (const member of running) {
      for (;;) {
        const { peersUp } = await member.node.client(member.token).getMeshStatus();
        if (peersUp >= running.length - 1) break;
        if (performance.now() > until)
          throw member.node.failure(`${member.name} is linked with ${peersUp} of ${running.length - 1} nodes.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.filter(({ node }) => node.isRunning).map(({ node }) => node.stop()));
    for (const proxy of this.proxies.values()) await proxy.close();
    this.proxies.clear();
  }

  /** Ends a node and deletes its folder for good: it counts no longer. */
  async bury(member: ClusterMember): Promise<void> {
    await member.node.remove();
    this.members.splice(this.members.indexOf(member), 1);
  }

  /** Ends everything and deletes every folder. */
  async remove(): Promise<void> {
    for (const { node } of this.members) await node.remove();
    for (const plan of this.plans.slice(this.started)) await plan.release();
    for (const proxy of this.proxies.values()) await proxy.close();
    this.proxies.clear();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async openProxies(): Promise<void> {
    const { openProxy } = this.options;
    if (!openProxy) return;
    for (const from of this.plans)
      for (const to of this.plans) {
        const key = `${from.index}>${to.index}`;
        if (from !== to && !this.proxies.has(key))
          this.proxies.set(key, await openProxy({ host: '127.0.0.1', port: to.grpcPort }));
      }
  }

  private async add(plan: Plan): Promise<ClusterMember> {
    let peerId = '';
    await plan.release();
    const program = this.options.programOf?.(plan.index);
    const { onOutput } = this.options;
    const node = await NodeProcess.create({
      settings: {
        'network.enabled': 'true',
        'node.installation': INSTALLATION,
        'network.grpcPort': String(plan.grpcPort),
        'network.gossipPort': '0',
        'network.peers': this.seeds(plan).join(','),
        'validator.orgId': plan.orgId,
        'limits.heavyConcurrent': '1000',
        ...(this.options.openProxy && { 'network.announce': NOWHERE }),
        ...(this.options.hasWallets && { 'http.port': String(plan.httpPort), 'outgoing.allowedHosts': 'localhost' }),
        ...this.options.settings,
        ...this.options.settingsOf?.(plan.index),
      },
      prepare: async (dataDir) => {
        peerId = await enrol(join(dataDir, 'mesh'), plan, this.plans);
      },
      ...(program && { program }),
      ...(onOutput && { onOutput: (text: string) => onOutput(plan.index, text) }),
    });
    const { index, name, orgId, grpcPort } = plan;
    const member: ClusterMember = { index, name, orgId, peerId, node, grpcPort, token: '' };
    this.members.push(member);
    member.token = await node.login();
    return member;
  }

  private seeds(plan: Plan): readonly string[] {
    // Of a spare organisation no address is known before its node runs.
    const others = this.plans.filter(
      (other) => other !== plan && other.index < Math.max(this.options.nodes, plan.index),
    );
    if (!this.options.openProxy) return others.map(({ grpcPort }) => `127.0.0.1:${grpcPort}`);
    return others.map((other) => `127.0.0.1:${this.proxy(plan.index, other.index).port}`);
  }
}

async function planOf(folder: string, index: number): Promise<Plan> {
  const name = NAMES[index] ?? `org${index}`;
  const orgId = `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;
  const given = { orgId, installation: INSTALLATION, name, nowMs: Date.now() };
  const authority = orThrow(await createAuthority(join(folder, `ca-${name}`), given));
  const [grpc, http] = [await heldPort(), await heldPort()];
  const release = async () => {
    await Promise.all([grpc.release(), http.release()]);
  };
  return { index, name, orgId, authority, grpcPort: grpc.port, httpPort: http.port, release };
}

/** Keys, a certificate of the node's own organisation, and trust in all others. Gives the peer id. */
async function enrol(dir: string, plan: Plan, all: readonly Plan[]): Promise<string> {
  makeKeys(dir);
  const nodeKey = orThrow(readNodeKey(dir));
  const tlsKey = orThrow(readTlsKey(dir));
  const request = orThrow(await makeRequest({ nodeKey, tlsKey }, ['localhost']));
  const proven = orThrow(await proveRequest(JSON.stringify(request)));
  const nowMs = Date.now();
  const issued = orThrow(await issueTo(plan.authority, proven, { nowMs, days: 30 }));
  const installed = installCertificate(dir, { pem: issued.pem, authority: plan.authority.own, nowMs });
  if (isFailure(installed)) throw new Error(installed.issue.message);
  for (const { authority } of all) trust(join(dir, TRUSTED_FOLDER), authority.own);
  return nodeKey.peerId;
}

function orThrow<T>(value: Result<T>): T {
  if (isFailure(value)) throw new Error(value.issue.message);
  return value;
}

function heldPort(): Promise<{ readonly port: number; release(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const release = () => new Promise<void>((done) => (server.listening ? server.close(() => done()) : done()));
      resolve({ port, release });
    });
  });
}

// The production mesh on one run of a node: the mesh driver, with the one register of the simulation as its ledger. Adoption and ranges are the
// production parts too; it only hands over.
import { Adoption } from '../../actors/adoption.js';
import { announcementHub } from '../../actors/announcements.js';
import { MeshDriver } from '../../actors/mesh/driver.js';
import type { MeshLedger, PeerNet } from '../../actors/mesh/ports.js';
import type { ConsensusKeys, SignatureVerifier } from '../../actors/ports.js';
import { RangeAdoption } from '../../actors/range-adoption.js';
import type { ReplicaDriver } from '../../actors/register-replica/driver.js';
import { issue } from '../../core/base/issue.js';
import type { Claim } from '../../core/consensus/certificate.js';
import type { Docket } from '../../core/register/types.js';
import type { ChainStore } from '../../storage/chain-store.js';
import type { Journal } from '../../storage/journal.js';
import type { RegisterRecord } from '../../storage/registers.js';
import { QUIET } from '../support/ledger-world.js';
import type { NodeClock } from './clock.js';
import { REG, REGISTER_ID } from './founding.js';
import type { Dice } from './random.js';

const DOWN = issue('NODE_UNAVAILABLE', '', 'The register is being opened.');

export interface MeshOfRunPorts {
  readonly clock: NodeClock;
  readonly dice: Dice;
  readonly chain: ChainStore;
  readonly journal: Journal;
  readonly record: RegisterRecord;
  readonly verifier: SignatureVerifier;
  readonly net: PeerNet;
  readonly keys: ConsensusKeys;
  /** The mesh saw a vote of this node's key that its record does not have. */
  forgotten(reason: string): void;
  isAlive(): boolean;
  driver(): ReplicaDriver | undefined;
  verifyClaims(claims: readonly Claim[]): Promise<boolean>;
}

export class MeshOfRun {
  readonly mesh: MeshDriver;
  private readonly hub = announcementHub(QUIET);
  private readonly ports: MeshOfRunPorts;

  constructor(ports: MeshOfRunPorts) {
    this.ports = ports;
    const { clock, dice, chain, net, keys } = ports;
    const verifyClaims = (claims: readonly Claim[]) => ports.verifyClaims(claims);
    this.mesh = new MeshDriver(
      { clock, random: dice, log: QUIET, chain, keys, ledger: this.ledger(), announcements: this.hub, verifyClaims },
      { peerId: net.self.peerId, attests: false, sync: 'all' },
    );
  }

  start(): void {
    this.mesh.start(this.ports.net);
    for (const peer of this.ports.net.peers()) this.mesh.linked(peer);
  }

  sealed({ hash, header, transactions }: Docket): void {
    const { height, timestampMs } = header;
    this.hub.announce({ type: 'docket-sealed', registerId: REGISTER_ID, height, hash, transactions, timestampMs });
  }

  private ledger(): MeshLedger {
    const { ports } = this;
    const { record, chain, journal, clock, verifier } = ports;
    const verifyClaims = (claims: readonly Claim[]) => ports.verifyClaims(claims);
    const adoption = new Adoption({ chain, verifier, verifyClaims, conflicting: () => undefined });
    const ranges = { adoption, chain, journal, clock, backlogBytesMax: 8 * 1024 * 1024 };
    const height = () => (ports.isAlive() ? (chain.durableState(REG)?.height ?? 0) : 0);
    return {
      registers: () => [record],
      register: (id) => (id === REGISTER_ID ? record : undefined),
      // What a dead process still waits for finds nothing.
      state: () => (ports.isAlive() ? (chain.durableState(REG) ?? DOWN) : DOWN),
      submit: (tx, options) =>
        ports.driver()?.pool.submit(tx, options) ?? Promise.resolve({ status: 'refused', issues: [DOWN] }),
      adopt: async (_, sealed) => {
        const driver = ports.driver();
        return driver ? adoption.adopt(record, driver, sealed) : [DOWN];
      },
      adoptRange: async (_, dockets, mode) => {
        const driver = ports.driver();
        if (!driver) return { adopted: 0, height: height(), issues: [DOWN] };
        return new RangeAdoption(ranges, { record, driver, mode }).run(dockets);
      },
      receive: (_, envelope, verify) => ports.driver()?.docketDriver?.receive(envelope, verify),
      body: (_, docket) => ports.driver()?.docketDriver?.push({ type: 'body', docket }),
      follow: () => Promise.resolve([DOWN]),
      attest: () => Promise.resolve([DOWN]),
      setSync: () => undefined,
      setSubscribed: () => Promise.resolve(undefined),
      outstanding: () => ports.driver()?.pool.outstanding() ?? [],
      reportFork: () => Promise.resolve(false),
      forkProof: () => undefined,
      forkedFrom: () => undefined,
      misbehaviour: () => Promise.resolve(DOWN),
      reportEvidence: () => Promise.resolve([]),
      fence: (_, reason) => {
        ports.forgotten(reason);
        return Promise.resolve();
      },
    };
  }
}

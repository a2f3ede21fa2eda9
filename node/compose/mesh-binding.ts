// The mesh as the ledger sees it: the ledger is opened first, and its messages have somewhere to go before the mesh
// exists and after it. It decides nothing.
import { noTransport } from '../../actors/docket/no-transport.js';
import type { ConsensusTransport } from '../../actors/docket/ports.js';
import type { LedgerPorts } from '../../actors/ledger/ports.js';
import type { MeshDriver } from '../../actors/mesh/driver.js';
import { isExcluded } from '../../actors/mesh/exclusion.js';
import { toldTip } from '../../actors/mesh/gossip/told-tip.js';
import type { PeerNet } from '../../actors/mesh/ports.js';
import { hearsMost, knowsMost } from '../../actors/mesh/reach.js';
import type { Clock } from '../../core/base/ports.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Alterations } from './alter.js';

/** Where the ledger sends before the mesh exists, and the mesh afterwards. */
export class MeshBinding {
  private driver: MeshDriver | undefined;
  private around: Alterations | undefined;
  private readonly isOn: boolean;
  private agreedMs: (() => number | undefined) | undefined;

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  bind(driver: MeshDriver, around?: Alterations): void {
    this.driver = driver;
    this.around = around;
  }

  /** Links are there that say what time it is elsewhere. */
  asks(agreedMs: () => number | undefined): void {
    this.agreedMs = agreedMs;
  }

  /** A clock that knows those of the others, where there may be some. */
  clock(own: Clock): Clock {
    return this.isOn ? { ...own, agreedTimeMs: () => this.agreedMs?.() } : own;
  }

  /** Undefined with the mesh off, and before it starts. */
  get net(): PeerNet | undefined {
    return this.driver?.parts.net();
  }

  transport(registerId: string): ConsensusTransport {
    if (!this.isOn) return noTransport;
    const lazy = () => {
      const honest = this.driver?.parts.consensus.transport(registerId);
      return honest && this.around ? this.around.transport(registerId, honest) : honest;
    };
    let bound: ConsensusTransport | undefined;
    const now = () => {
      bound ??= lazy();
      return bound;
    };
    return {
      send: (to, message) => now()?.send(to, message),
      fetch: (wanted) => now()?.fetch(wanted),
      serve: (owed) => now()?.serve(owed),
      offer: (to, transactions) => now()?.offer(to, transactions),
    };
  }

  onAccepted(registerId: string, tx: Transaction, relayed: boolean): void {
    this.driver?.onAccepted(registerId, tx, relayed);
  }

  toldHeight(registerId: string): number | undefined {
    return this.driver && toldTip(this.driver.parts, registerId);
  }

  isLeft(registerId: string): boolean {
    return this.driver !== undefined && isExcluded(this.driver.parts, registerId);
  }

  hearsMost(registerId: string): boolean {
    return this.driver === undefined ? !this.isOn : hearsMost(this.driver.parts, registerId);
  }

  knowsMost(registerId: string): boolean {
    return this.driver === undefined ? !this.isOn : knowsMost(this.driver.parts, registerId);
  }
}

/** The questions of the ledger to the mesh, and its announcements. */
export function ledgerLinks(
  mesh: MeshBinding,
): Pick<LedgerPorts, 'transport' | 'onAccepted' | 'toldHeight' | 'isLeft' | 'hearsMost' | 'knowsMost'> {
  return {
    transport: (registerId) => mesh.transport(registerId),
    onAccepted: (registerId, tx, relayed) => mesh.onAccepted(registerId, tx, relayed),
    toldHeight: (registerId) => mesh.toldHeight(registerId),
    isLeft: (registerId) => mesh.isLeft(registerId),
    hearsMost: (registerId) => mesh.hearsMost(registerId),
    knowsMost: (registerId) => mesh.knowsMost(registerId),
  };
}

// Dockets of a register, one after the other, whichever node seals them first: for checkers that fold them.
import type { Docket } from '../../../core/model/register.js';
import type { Checker, ObservedNode, World } from '../observer.js';

/** The text of a transaction that a checker reads: its own JSON, and nothing that the product made of it. */
export interface Spoken<P> {
  readonly header: {
    readonly actionId: string;
    readonly senderWallet: string;
    readonly publicationTxId?: string;
    readonly instanceId?: string;
    readonly previousTransactionId?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  readonly payload: P;
}

/**
 * Takes from the disk of the node that tells of a docket those before it, from `height` on, of which no node told: it
 * died between the seal and the word.
 */
export function withUntold(
  later: Map<number, Docket>,
  height: number,
  { world, node, docket }: { readonly world: World; readonly node: ObservedNode; readonly docket: Docket },
): void {
  const held = node.held(world.registerId);
  for (let next = height; held && next < docket.header.height; next++) {
    const hash = later.has(next) ? undefined : held.chain.docketAt(held.reg, next)?.hash;
    const untold = hash === undefined ? undefined : held.chain.loadBody(held.reg, next, hash);
    if (untold) later.set(next, untold);
  }
}

/** Both hooks by which a checker is told of dockets; each transaction once, in ledger order. */
export function inOrder<P>(
  world: World,
  take: (txId: string, spoken: Spoken<P>, docket: Docket) => void,
): Required<Pick<Checker, 'sealed' | 'founded'>> {
  const later = new Map<number, Docket>();
  let height = 0;
  const all = (docket: Docket): void => {
    for (const { txId, bytes } of docket.transactions)
      take(txId, JSON.parse(Buffer.from(bytes).toString('utf8')) as Spoken<P>, docket);
  };
  return {
    founded(dockets) {
      for (const docket of dockets) all(docket);
      height = dockets.length;
    },
    sealed(node, { docket }) {
      withUntold(later, height, { world, node, docket });
      if (docket.header.height >= height) later.set(docket.header.height, docket);
      for (let next = later.get(height); next; next = later.get(height)) {
        later.delete(height++);
        all(next);
      }
    },
  };
}

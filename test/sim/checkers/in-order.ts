// Dockets of a register, one after the other whoever seals them first: for checkers that fold them.
import type { Docket } from '../../../core/register/types.js';
import type { Checker } from '../observer.js';

/** What a checker reads of a transaction: its own JSON, and nothing that the product made of it. */
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

/** Both hooks by which a checker is told of dockets; each transaction once, in ledger order. */
export function inOrder<P>(
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
    sealed(_, { docket }) {
      if (docket.header.height >= height) later.set(docket.header.height, docket);
      for (let next = later.get(height); next; next = later.get(height)) {
        later.delete(height++);
        all(next);
      }
    },
  };
}

// The words of the ledger that the evidence of a gate has to prove: those by which its judge says yes. The judge runs
// with a view that notes what it answered. Pure.
import { toHex } from '../../base/bytes.js';
import { inclusionPath } from '../../base/merkle.js';
import { type GateView, judgeGate } from '../../credentials/gate/judge.js';
import type { SealedDocket, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { txLeaf } from '../../register/docket.js';
import { factsAsOf, issuerAsOf, participantOfWallet } from '../../register/people/credential-facts.js';
import { participantAt } from '../../register/people/participants.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { proofOf } from '../../register/trust/as-of.js';
import { gateViewOf } from '../../register/trust/gate-view.js';
import type { PinEntry } from '../../register/trust/pin.js';
import type { PinProof } from '../../register/trust/root.js';
import type { TrustList } from '../../trust/policy.js';
import { documentOf, type SealedBelow } from './evidence.js';
import type { GateOfRun } from './gate.js';

/** The proofs that a document takes, and the transactions that it shows. */
export interface GateFacts {
  readonly pins: readonly PinProof[];
  /** TxIds of the records and Issuances. */
  readonly sealed: readonly string[];
}

/** By the register as it has the docket of the stated height. */
export function gateFacts(view: StateView, { parts, question }: GateOfRun): GateFacts {
  const { asOf } = question.statement;
  const noted = new NotedView(view, { asOf, sender: question.run.header.senderWallet });
  judgeGate(parts, { ...question, view: noted });
  const pins = [...noted.pins.values()].flatMap((pin) => proofOf(view, { ...pin, height: asOf }) ?? []);
  const records = [...noted.participants].flatMap((id) => versionAsOf(view, id, asOf) ?? []);
  return { pins, sealed: [...records, ...noted.issuances] };
}

interface AskedFrom {
  readonly asOf: number;
  /** Its record is the first that is asked for a client id: most nodes ask for their own people. */
  readonly sender: string;
}

/** The answers of the ledger; it notes those by which the judge says yes. */
class NotedView implements GateView {
  readonly pins = new Map<string, { readonly listId: string; readonly entry: PinEntry }>();
  readonly participants = new Set<string>();
  readonly issuances = new Set<string>();
  readonly trust: GateView['trust'];
  readonly #view: StateView;
  readonly #from: AskedFrom;
  readonly #answers: GateView;

  constructor(view: StateView, from: AskedFrom) {
    this.#view = view;
    this.#from = from;
    this.#answers = gateViewOf(view, from.asOf);
    const { trust } = this.#answers;
    this.trust = {
      ...trust,
      lists: (id) => trust.lists(id).map((list) => this.#notedList(list)),
      issuerOf: (key) => {
        const issuer = issuerAsOf(view, key, from.asOf);
        if (issuer !== undefined) this.participants.add(issuer.participantId);
        return trust.issuerOf(key);
      },
    };
  }

  isVerifier(clientId: string, wallet?: string): boolean {
    const isVerifier = this.#answers.isVerifier(clientId, wallet);
    const participant = isVerifier ? this.#verifier(clientId, wallet) : undefined;
    if (participant !== undefined) this.participants.add(participant);
    return isVerifier;
  }

  holderKeysOf(wallet: string): readonly string[] {
    const participant = participantOfWallet(this.#view, wallet, this.#from.asOf);
    if (participant !== undefined) this.participants.add(participant);
    return this.#answers.holderKeysOf(wallet);
  }

  /** A document says of an Issuance that it is there, and not that its credential was revoked. */
  issuanceOf(tx: string) {
    const issuance = this.#answers.issuanceOf(tx);
    if (issuance?.status === 'valid') this.issuances.add(tx.slice(-TX_ID_LENGTH));
    return issuance;
  }

  #notedList(list: TrustList): TrustList {
    const note = (entry: PinEntry, isThere: boolean): boolean => {
      if (isThere) this.pins.set(`${list.id} ${JSON.stringify(entry)}`, { listId: list.id, entry });
      return isThere;
    };
    return {
      ...list,
      hasAnchor: (hash) => note(hash, list.hasAnchor(hash)),
      hasKey: (issuer, key) => note({ issuer, key }, list.hasKey(issuer, key)),
    };
  }

  #verifier(clientId: string, wallet: string | undefined): string | undefined {
    const { asOf, sender } = this.#from;
    const first = participantOfWallet(this.#view, wallet ?? sender, asOf);
    const names = (id: string): boolean => {
      const facts = factsAsOf(this.#view, id, asOf);
      return facts?.isActive === true && facts.verifierIds.includes(clientId);
    };
    if (first !== undefined && names(first)) return first;
    return participantsOf(this.#view).find(names);
  }
}

const TX_ID_LENGTH = 64;

function participantsOf(view: StateView): readonly string[] {
  const count = Number(view.state(STATE_KEY.participants)?.count ?? 0);
  return Array.from({ length: count }, (_, n) => String(view.state(STATE_KEY.participantAt(n))?.participantId));
}

/** TxId of the version of a record that was the newest as of a height. */
function versionAsOf(view: StateView, participantId: string, height: number): string | undefined {
  const row = participantAt(view, participantId);
  let txId = row?.latest;
  for (let left = row?.version ?? 0; left > 0 && txId !== undefined; left--) {
    const seal = view.sealOf(txId);
    if (seal && seal.height <= height) return txId;
    txId = view.transaction(txId)?.header.previousTransactionId;
  }
  return undefined;
}

/** A transaction of a docket, as evidence has it; `historyPath` leads to the docket of the action. */
export function proveSealed(
  { docket: { header, transactions } }: SealedDocket,
  index: number,
  historyPath: readonly Uint8Array[],
): SealedBelow {
  return {
    header,
    transaction: documentOf(transactions[index] as Transaction),
    index,
    path: inclusionPath(transactions.map(txLeaf), index).map(toHex),
    historyPath: historyPath.map(toHex),
  };
}

// Opens runs for one wallet by what is kept of its agreements, and asks for its key only where something is not known
// yet. It judges nothing.
import { fromBase64Url } from '../../../core/base/bytes.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { type Agreed, acceptFrom, type OpeningKeys, wipeAgreed } from '../../../core/crypto/encryption/key-wrap.js';
import { type Envelope, readEnvelope } from '../../../core/envelope/cells/envelope.js';
import { cellsFor, type ExpectedGroup, type OpenedCells } from '../../../core/envelope/cells/open.js';
import { carrierFor } from '../../../core/envelope/envelope.js';
import { type Given, withEvidence } from '../../../core/instance/runs/delivered.js';
import { asKnown, type KnownTexts } from '../../../core/instance/runs/known-texts.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { isEncrypted } from '../../../core/transaction/action-metadata.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import { evidenceAt, type KeptReads } from '../kept/ports.js';
import type { AgreementCache } from './accepted.js';

interface OpeningPorts {
  readonly chain: Pick<ChainStore, 'transaction'>;
  readonly accepted: AgreementCache;
  readonly knownTexts?: KnownTexts | undefined;
  /** Evidence of gates that stands nowhere on the ledger. */
  readonly kept?: KeptReads | undefined;
}

/** A run that is encrypted to the wallet. */
interface Addressed {
  readonly envelope: Envelope;
  /** Of the wallet in the envelope. */
  readonly place: number;
  /** The transaction that has the carrier. */
  readonly carriedBy: string;
  /** Of what was agreed. */
  readonly name: string;
}

/** `nothing`: it is not encrypted to the wallet. `form`: it says so and is not such an envelope. */
type Found = Addressed | 'nothing' | 'form';

export type OpenRun = (run: Transaction, expected: ExpectedGroup | undefined) => Given;

export class OpeningRuns {
  private readonly ports: OpeningPorts;
  private readonly at: RegisterPlace;
  private readonly address: string;

  constructor(ports: OpeningPorts, at: RegisterPlace, address: string) {
    this.ports = ports;
    this.at = at;
    this.address = address;
  }

  /** Gives `work` what opens these runs. Issues of `useToOpen`, which is called only where the key is needed. */
  async with<T>(
    runs: readonly Transaction[],
    { useToOpen }: { readonly useToOpen: (work: (keys: OpeningKeys) => T) => Promise<Result<T>> },
    work: (open: OpenRun) => T,
  ): Promise<Result<T>> {
    const { accepted } = this.ports;
    const byKey = new Map(runs.map((run) => [run, this.find(run)] as const));
    // Looked up once: it may end before it is used, and is wiped by `keep` alone.
    const known = new Map([...byKey.values()].flatMap((item) => (isAddressed(item) ? this.knownAgreements(item) : [])));
    const isKnown = [...byKey.values()].every((item) => !isAddressed(item) || known.has(item.name));
    const openWith = (onAgreedOf: (run: Transaction, item: Addressed) => Agreed | undefined) =>
      work((run, expected) => {
        const item = byKey.get(run) ?? 'nothing';
        if (item === 'nothing') return item;
        // Validators refuse another form, and an envelope for a wallet without a part.
        if (item === 'form' || !expected) return { undelivered: 'form' };
        const part = { txId: run.txId, run: run.txId, wallet: this.address, classes: expected.classes };
        const agreed = onAgreedOf(run, item);
        const cells = asKnown<OpenedCells>(this.ports.knownTexts, part, () =>
          cellsFor(item.envelope, { place: item.place, agreed }, expected),
        );
        if (agreed && !known.has(item.name) && accepted.get(item.name) !== agreed && !accepted.keep(item.name, agreed))
          wipeAgreed(agreed);
        return withEvidence(cells, { run, expected }, evidenceAt(this.ports.kept, this.at));
      });
    if (isKnown) return openWith((_, { name }) => known.get(name));
    return useToOpen((keys) => openWith((run, item) => accepted.get(item.name) ?? this.accept(run, item, keys)));
  }

  private knownAgreements({ name }: Addressed): readonly (readonly [string, Agreed])[] {
    const agreed = this.ports.accepted.get(name);
    return agreed ? [[name, agreed]] : [];
  }

  private accept(run: Transaction, { envelope, place, carriedBy }: Addressed, keys: OpeningKeys): Agreed | undefined {
    const wallet = envelope.wallets[place];
    if (!wallet) return undefined;
    const carrying = carriedBy === run.txId ? run : this.ports.chain.transaction(this.at.reg, carriedBy)?.transaction;
    const text = 'carrier' in wallet ? wallet.carrier : carrying && carrierFor(carrying, wallet);
    const carrier = text === undefined ? undefined : fromBase64Url(text);
    return carrier && acceptFrom(keys, wallet.wrap, carrier);
  }

  private find(run: Transaction): Found {
    if (!isEncrypted(run.header) || !run.header.recipients?.includes(this.address)) return 'nothing';
    const envelope = readEnvelope(run.payload);
    if (isFailure(envelope)) return 'form';
    const place = envelope.wallets.findIndex(({ walletAddress }) => walletAddress === this.address);
    const wallet = envelope.wallets[place];
    if (!wallet) return 'form';
    const carriedBy = 'carrier' in wallet ? run.txId : wallet.carrierIn;
    return { envelope, place, carriedBy, name: `${this.at.registerId} ${this.address} ${wallet.wrap} ${carriedBy}` };
  }
}

function isAddressed(value: Found): value is Addressed {
  return typeof value !== 'string';
}

// Opens a run for a wallet: the group that was sealed to it, and what was delivered to it later. Both give the root of
// the run, or are not there.
import type { Json } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { readEnvelope } from '../../envelope/cells/envelope.js';
import { type KeptGates, withKept } from '../../envelope/cells/kept.js';
import { type ExpectedGroup, type OpenedCells, openCells, type Undelivered } from '../../envelope/cells/open.js';
import { type DeliveredCells, deliveredCells, joinCells, openedParts } from '../../envelope/delivery/delivery.js';
import { deliveryContext, readDelivery } from '../../envelope/delivery/delivery-form.js';
import type { Layout } from '../../envelope/layout/layout.js';
import type { Opener } from '../../envelope/open.js';
import type { Transaction } from '../../model/transaction.js';
import type { Delivered, DeliveredTo } from '../deliveries/owed.js';
import { classesRead, layoutOfRun } from '../deliveries/owed.js';
import { asKnown, type KnownTexts } from './known-texts.js';

/** The cells that a wallet found in a sealed move; `nothing` where it was given none of them. */
export type Given = OpenedCells | { readonly undelivered: Undelivered } | 'nothing';

/** Classes that the wallet was to be given and was not. */
export interface Missing {
  readonly classes: readonly number[];
  readonly why: Undelivered;
}

export interface OpenedRun {
  readonly given: Given;
  /** Absent where everything is there. */
  readonly missing?: Missing;
}

/** The deliveries of a register. */
export interface Deliveries {
  readonly definition: Definition;
  readonly deliveredTo: DeliveredTo;
  readonly transactionOf: (txId: string) => Pick<Transaction, 'header' | 'payload'> | undefined;
  /** Texts that are not opened again. */
  readonly knownTexts?: KnownTexts | undefined;
  /** The kept evidence of a run, where this node has it. */
  readonly keptOf?: KeptOf | undefined;
}

/** Of these gates; undefined where the node has none: not yet, or no longer. */
export type KeptOf = (txId: string, gates: readonly string[]) => KeptGates | undefined;

/** A delivery of a run to a wallet, and what it has to give. */
export interface Sent extends Delivered {
  readonly classes: readonly number[];
}

/** Deliveries of a run to a wallet, of each of its roles in ledger order. */
export function deliveriesTo(
  { definition, deliveredTo }: Pick<Deliveries, 'definition' | 'deliveredTo'>,
  run: Pick<Transaction, 'txId' | 'header'>,
  wallet: string,
): readonly Sent[] {
  const layout = layoutOfRun(definition, run);
  return definition.participants.flatMap(({ id }) => {
    const evidence = (layout?.evidenceOf(id) ?? []).map((at) => ({ gate: layout?.classes[at]?.gate, classes: [at] }));
    return [{ gate: undefined, classes: classesRead(definition, run, id) }, ...evidence].flatMap(
      ({ gate, classes }) => {
        const by = deliveredTo(run.txId, wallet, gate === undefined ? id : { role: id, gate })?.by ?? [];
        return by.map((item) => ({ ...item, classes }));
      },
    );
  });
}

interface Asked {
  readonly run: Transaction;
  /** The group that its envelope has to give; undefined where the wallet had no part in it. */
  readonly expected: ExpectedGroup | undefined;
  readonly layout: Layout | undefined;
}

/** Runs of one instance, for one wallet: each delivery is opened once. */
export class RunOpener {
  private readonly of: Deliveries;
  private readonly parts = new Map<string, readonly Json[] | undefined>();

  constructor(of: Deliveries) {
    this.of = of;
  }

  /** True where something of the run was sealed or delivered to the wallet. */
  isGiven(run: Transaction, wallet: string): boolean {
    return (run.header.recipients ?? []).includes(wallet) || deliveriesTo(this.of, run, wallet).length > 0;
  }

  open({ run, expected, layout }: Asked, opener: Opener): OpenedRun {
    const { walletAddress } = opener;
    const sealed = cellsIn({ run, expected }, opener, this.of.knownTexts);
    const sent = layout ? deliveriesTo(this.of, run, walletAddress) : [];
    const delivered = layout ? sent.map((item) => this.openCells(item, { run, layout, opener })) : [];
    const all = sealed === 'nothing' ? delivered : [sealed, ...delivered];
    const [first, ...others] = all.filter((cells): cells is OpenedCells => 'classes' in cells);
    const joined = first ? others.reduce(joinCells, first) : sealed;
    const given = withEvidence(joined, { run, expected }, this.of.keptOf);
    const has = new Set(first ? (given as OpenedCells).classes.map((item) => item.class) : []);
    const due = new Set([...(expected?.classes ?? []), ...sent.flatMap(({ classes }) => classes)]);
    const classes = [...due].filter((at) => !has.has(at)).sort((a, b) => a - b);
    const closed = all.find((cells): cells is Closed => 'undelivered' in cells);
    if (!closed || (first && classes.length === 0)) return { given };
    return { given, missing: { classes, why: closed.undelivered } };
  }

  private openCells(
    { txId, classes }: Sent,
    { run, layout, opener }: { readonly run: Transaction; readonly layout: Layout; readonly opener: Opener },
  ): DeliveredCells {
    const tx = this.of.transactionOf(txId);
    const delivery = tx && readDelivery(tx.payload);
    const envelope = readEnvelope(run.payload);
    if (!tx || !delivery || isFailure(delivery) || isFailure(envelope)) return { undelivered: 'form' };
    return asKnown<OpenedCells>(
      this.of.knownTexts,
      { txId, run: run.txId, wallet: opener.walletAddress, classes },
      () => {
        if (!this.parts.has(txId)) {
          const context = deliveryContext(tx.header.registerId, tx.header.instanceId ?? '');
          this.parts.set(txId, openedParts(delivery, { opener, context }));
        }
        const parts = this.parts.get(txId);
        if (!parts) return { undelivered: 'closed' };
        return deliveredCells(parts[delivery.runs.indexOf(run.txId)], {
          envelope,
          expected: { run: run.header, layout, classes },
        });
      },
    );
  }
}

/** With the kept evidence that the wallet reads; it is asked for where the run has some. */
export function withEvidence(
  given: Given,
  { run, expected }: Pick<Asked, 'run' | 'expected'>,
  keptOf: KeptOf | undefined,
): Given {
  const { kept = [], layout } = expected ?? {};
  if (!expected || kept.length === 0 || typeof given !== 'object' || !('classes' in given)) return given;
  const gates = kept.flatMap((at) => layout?.classes[at]?.gate ?? []);
  return withKept(given, expected, keptOf?.(run.txId, gates));
}

type Closed = { readonly undelivered: Undelivered };

function cellsIn(
  { run, expected }: Pick<Asked, 'run' | 'expected'>,
  opener: Opener,
  known: KnownTexts | undefined,
): Given {
  const envelope = readEnvelope(run.payload);
  const { walletAddress } = opener;
  const named = isFailure(envelope) ? run.header.recipients : envelope.wallets.map((wallet) => wallet.walletAddress);
  if (!named?.includes(walletAddress)) return 'nothing';
  // Validators refuse both: a wallet without a part in the move, and another form.
  if (isFailure(envelope) || !expected) return { undelivered: 'form' };
  const part = { txId: run.txId, run: run.txId, wallet: walletAddress, classes: expected.classes };
  return asKnown<OpenedCells | 'nothing'>(known, part, () => openCells(envelope, opener, expected));
}

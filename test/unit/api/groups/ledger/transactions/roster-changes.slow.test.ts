// A register with more changes of the validator roster than one evidence file carries: every transaction is proven all
// the same, file by file, from whatever docket the reader knows; and no file without a beginning is believed.
import { expect } from 'chai';
import { type EvidenceWanted, evidenceAt } from '../../../../../../api/groups/ledger/transactions/evidence.js';
import type { Room } from '../../../../../../api/groups/ledger/transactions/roster-changes.js';
import { isFailure } from '../../../../../../core/base/result.js';
import type { Evidence } from '../../../../../../core/chain/evidence/evidence.js';
import { verifyEvidence } from '../../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../../core/crypto/signing/algorithms.js';
import type { Checkpoint } from '../../../../../../core/register/checkpoint.js';
import { rosterHashOf } from '../../../../../../core/register/roster.js';
import { ChainStore } from '../../../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../../storage/engine/memory.js';
import { Refused, verdictOf } from '../../../../../independent/verifier.js';
import { issueOf } from '../../../../../support/base/results.js';
import { seatValidator } from '../../../../../support/register/governance.js';
import { aSeat, Ledger, publish } from '../../../../../support/register/ledger.js';
import { ledgerSteps } from '../../../../../support/register/ledger-steps.js';

const ROOM: Room = { changes: 1, bytes: 1 << 20 };

/** Four changes of the roster, with a publication behind each. */
async function world() {
  const ledger = new Ledger();
  for (let n = 1; n <= 4; n++) {
    seatValidator(ledger, aSeat(`further ${n}`));
    ledger.seal(publish(undefined, `published ${n}`));
  }
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: () => undefined });
  const store = new ChainStore(kv, journal);
  const steps = ledgerSteps(ledger.dockets.slice(1).map(({ docket }) => docket.transactions));
  for (const [i, { after, changes }] of steps.entries())
    await journal.commit(store.sealOps({ reg: 1, sealed: ledger.dockets[i]!, after, changes }));
  const known = (height: number): Checkpoint => ({ hash: ledger.dockets[height]!.docket.hash, height });
  const ask = (height: number, wanted: EvidenceWanted = {}) =>
    evidenceAt(store, 1, { room: ROOM, ...wanted, height, index: 0 });
  return { ledger, journal, ask, known, last: steps.length - 1 };
}

/** Both verifiers. */
function verdicts(evidence: Evidence, head?: Checkpoint): readonly string[] {
  const file = JSON.parse(JSON.stringify(evidence));
  const found = verifyEvidence(file, verifySync, head ? { head } : {});
  let other: string;
  try {
    other = verdictOf(file, head ? { head: `${head.hash}@${head.height}` } : {});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    other = 'invalid';
  }
  return [isFailure(found) ? 'invalid' : found.verdict, other];
}

/** The docket up to which a refusal says that one file reaches. */
function reachIn(found: unknown): number {
  const { code, message } = issueOf(found as never) as unknown as { code: string; message: string };
  expect(code).to.equal('EVIDENCE_TOO_LONG');
  return Number(/with head (\d+)\.$/.exec(message)?.[1]);
}

describe('evidence of a register with more changes of the roster than one file carries', () => {
  let at: Awaited<ReturnType<typeof world>>;
  before(async () => {
    at = await world();
  });
  after(() => at.journal.close());

  it('carries no more of them than a verifier takes, and is what it was where all fit', async () => {
    const { ask, last } = at;
    const shapes = new Set<string>();
    for (let height = 0; height <= last; height++)
      for (let head = 0; head <= last; head++) {
        const found = await ask(height, { head });
        const whole = await ask(height, { head, room: { ...ROOM, changes: 99 } });
        if (isFailure(whole)) throw new Error(whole.issue.message);
        if (isFailure(found)) {
          expect(reachIn(found)).to.be.below(Math.max(height, head));
          shapes.add('refused');
          continue;
        }
        expect(found.rosterChanges.length).to.be.at.most(ROOM.changes);
        const begins = found.anchor?.roster !== undefined;
        if (!begins && found.head?.header.height === whole.head?.header.height) expect(found).to.deep.equal(whole);
        const isHead = head >= height;
        expect(found.anchor?.header.height).to.equal(isHead ? (begins ? height - 1 : undefined) : head);
        shapes.add(`${isHead ? 'valid' : 'consistent'}${begins ? ' from its anchor' : ''}`);
        expect(verdicts(found, at.known(head))).to.deep.equal(Array(2).fill(isHead ? 'valid' : 'consistent'));
      }
    expect([...shapes].sort()).to.deep.equal([
      'consistent',
      'consistent from its anchor',
      'refused',
      'valid',
      'valid from its anchor',
    ]);
  });

  it('proves each transaction to who knows nothing but genesis, docket by docket', async () => {
    const { ask, last, ledger } = at;
    let files = 0;
    for (let height = 0; height <= last; height++) {
      let found = await ask(height);
      let head: Checkpoint | undefined;
      while (isFailure(found)) {
        const reach = reachIn(found);
        expect(reach).to.be.above(head?.height ?? 0);
        // Of any transaction up to there: the one of genesis, and then of the docket itself.
        const first = await ask(head === undefined ? 0 : reach, { head: head?.height ?? reach });
        if (isFailure(first)) throw new Error(first.issue.message);
        const proof = verifyEvidence(first, verifySync, head ? { head } : {});
        if (isFailure(proof)) throw new Error(proof.issue.message);
        expect(proof.verdict).to.equal('consistent');
        head = head === undefined ? proof.head : { hash: proof.docketHash, height: proof.height };
        expect(head).to.deep.include({ height: reach, hash: ledger.dockets[reach]!.docket.hash });
        files += 1;
        found = await ask(height, { head: head.height });
      }
      expect(verdicts(found, head)).to.deep.equal(['consistent', 'consistent']);
    }
    expect(files).to.be.above(5);
  });

  it('proves each transaction to who knows the newest docket alone, going back', async () => {
    const { ask, known, last } = at;
    for (let height = 0; height <= last; height++) {
      let head = known(last);
      for (let found = await ask(height, { head: head.height }); ; found = await ask(height, { head: head.height })) {
        if (!isFailure(found)) {
          expect(verdicts(found, head)).to.deep.equal(['valid', 'valid']);
          break;
        }
        // The docket that the refusal names lies in the history of the known one, which a file of the docket above says.
        let later = head.height;
        let reach = reachIn(found);
        let above = await ask(reach + 1, { head: later });
        while (isFailure(above)) {
          reach = reachIn(above);
          above = await ask(reach + 1, { head: later });
        }
        expect(verdicts(above, head)).to.deep.equal(['valid', 'valid']);
        const { header } = above.anchor!;
        later = header.height;
        expect(later).to.equal(reach);
        head = known(later);
      }
    }
  });

  it('is refused where the reader knows neither the docket at which it begins nor its head', async () => {
    const { ask, known, last } = at;
    const found = await ask(last, { head: last });
    if (isFailure(found) || !found.anchor?.roster) throw new Error('begins at its anchor');
    expect(verdicts(found)).to.deep.equal(['invalid', 'invalid']);
    for (let height = 0; height <= last; height++) {
      const expected = height === last ? 'valid' : height === last - 1 ? 'consistent' : 'invalid';
      expect(verdicts(found, known(height)), String(height)).to.deep.equal([expected, expected]);
    }
  });

  it('is refused with another roster at its beginning, or with its changes from elsewhere', async () => {
    const { ask, known, last } = at;
    const head = known(last);
    const long = await ask(last - 3, { head: last });
    if (isFailure(long) || !long.anchor?.roster) throw new Error('begins at its anchor');
    const { anchor, rosterChanges } = long;
    expect(rosterChanges.length).to.be.above(0);
    expect(rosterHashOf(anchor.roster!)).to.equal(anchor.header.nextRosterHash);
    const [first, ...seats] = anchor.roster!.validators;
    const { roster: _, ...bare } = anchor;
    const wrong: readonly Evidence[] = [
      { ...long, anchor: { ...anchor, roster: { validators: seats } } },
      { ...long, anchor: { ...anchor, roster: { validators: [first!, ...seats], mode: 'majority' } } },
      { ...long, anchor: { ...anchor, roster: { validators: [] } } },
      { ...long, anchor: { ...anchor, header: { ...anchor.header, nextRosterHash: anchor.header.txRoot } } },
      { ...long, anchor: bare },
      { ...long, rosterChanges: rosterChanges.slice(1) },
      {
        ...long,
        rosterChanges: [
          {
            header: anchor.header,
            certificate: long.head!.certificate,
            roster: anchor.roster!,
            historyPath: anchor.historyPath!,
          },
          ...rosterChanges,
        ],
      },
    ];
    expect(verdicts(long, head)).to.deep.equal(['valid', 'valid']);
    for (const [i, one] of wrong.entries())
      expect(verdicts(one, head), String(i)).to.deep.equal(['invalid', 'invalid']);
  });

  it('has the room of its bytes too', async () => {
    const { ask } = at;
    const whole = await ask(0, { room: { changes: 99, bytes: 1 << 20 } });
    if (isFailure(whole)) throw new Error(whole.issue.message);
    const size = ({ header, certificate, roster }: Evidence['rosterChanges'][number]) =>
      JSON.stringify({ header, certificate, roster }).length;
    const [a, b, c] = whole.rosterChanges.map(size) as [number, number, number];
    const counts: number[] = [];
    for (const bytes of [a - 1, a, a + b - 1, a + b, a + b + c]) {
      const found = await ask(0, { room: { changes: 99, bytes } });
      if (isFailure(found)) throw new Error(found.issue.message);
      counts.push(found.rosterChanges.length);
    }
    expect(counts).to.deep.equal([0, 1, 1, 2, 3]);
  });
});

// Evidence in dockets: every kind of planted lie is sealed once and flags its member; what proves nothing, comes too
// late or is too much is refused.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../core/base/json.js';
import {
  ANNEX_ENTRIES_MAX,
  EVIDENCE_AGE_MAX,
  FAULTS_PER_MEMBER_MAX,
} from '../../../../core/base/limits/ledger/consensus.js';
import { isFailure } from '../../../../core/base/result.js';
import {
  type AnnexScope,
  annexEntryOf,
  evidenceHashOf,
  evidenceIn,
  evidenceProblem,
  type FaultedMember,
  faultedMember,
  judgeAnnex,
  type MemberEvidence,
  offenceOf,
  selectAnnex,
} from '../../../../core/chain/annex.js';
import { applyDocket, buildHeader, checkDocket } from '../../../../core/chain/state.js';
import { verifySeat } from '../../../../core/crypto/signing/algorithms.js';
import type { Docket, Roster } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { rosterChanges } from '../../../../core/register/past-rosters.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { placesOf } from '../../../support/base/results.js';
import { changeOf, LIES, liar, lie, type Scene, voteOf } from '../../../support/register/evidence.js';
import { Ledger, publish, REGISTER_ID, VALIDATOR, verified } from '../../../support/register/ledger.js';

const LIAR = liar();

function sceneOn(ledger: Ledger, at: Partial<Scene> = {}): Scene {
  const { genesisHash, roster } = ledger.state;
  return { registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster), height: 1, round: 0, ...at };
}

function scopeOn(ledger: Ledger, height = ledger.state.height): AnnexScope {
  return { state: { ...ledger.state, height }, view: ledger.view, verify: verifySeat };
}

function docketWith(ledger: Ledger, annex: readonly JsonObject[]): Docket {
  const { header } = buildHeader({
    state: ledger.state,
    view: ledger.view,
    transactions: [publish()],
    timestampMs: ledger.state.timestampMs + 1000,
    proposer: VALIDATOR.validatorId,
    annex,
  });
  return { hash: docketHash(header), header, transactions: [publish()], annex };
}

const judge = (ledger: Ledger, docket: Docket) =>
  checkDocket(docket, ledger.state, { view: ledger.view, signaturesOk: verified });
const codes = (result: object): string => placesOf(result).join(', ') || 'ok';

/** A view in which the changes of a docket are sealed. */
function sealedOver(scope: AnnexScope, changes: readonly { key: string; value: JsonObject | null }[]): AnnexScope {
  const rows = new Map(changes.map((change) => [change.key, change.value ?? undefined]));
  return { ...scope, view: { state: (key) => (rows.has(key) ? rows.get(key) : scope.view.state(key)) } };
}

describe('evidence in the annex of a docket', () => {
  for (const kind of LIES)
    it(`seals ${kind} with the docket and flags the member`, () => {
      const ledger = new Ledger();
      const evidence = lie(kind, LIAR, sceneOn(ledger));
      const docket = docketWith(ledger, [annexEntryOf(evidence)]);
      const judged = judge(ledger, docket);
      expect(codes(judged)).to.equal('ok');
      const flag = (judged as { effect: ReturnType<typeof applyDocket> }).effect.changes.find(
        (change) => change.key === STATE_KEY.fault(LIAR.seat.validatorId),
      );
      const { height, round } = offenceOf(evidence);
      expect(flag?.value).to.deep.equal({
        validatorId: LIAR.seat.validatorId,
        faults: [{ kind, height, round, evidenceHash: evidenceHashOf(evidence), docket: 1 }],
      });
      // A replica that believes the certificate folds to the same state as one that judged.
      const { transactions, annex, header } = docket;
      const folded = applyDocket({
        state: ledger.state,
        view: ledger.view,
        transactions,
        annex,
        timestampMs: header.timestampMs,
      });
      expect(folded.changes).to.deep.equal((judged as { effect: typeof folded }).effect.changes);
    });

  it('is covered by the docket hash and by the state hash', () => {
    const ledger = new Ledger();
    const docket = docketWith(ledger, [annexEntryOf(lie('DuplicateVote', LIAR, sceneOn(ledger)))]);
    expect(codes(judge(ledger, { ...docket, annex: [] }))).to.equal('DOCKET_ANNEX_MISMATCH /header/annexRoot');
    const { stateHash } = docketWith(ledger, []).header;
    const header = { ...docket.header, stateHash };
    expect(codes(judge(ledger, { ...docket, header, hash: docketHash(header) }))).to.equal(
      'DOCKET_STATE_MISMATCH /header/stateHash',
    );
  });

  it('refuses a docket without transactions, whatever evidence it has', () => {
    const ledger = new Ledger();
    const annex = [annexEntryOf(lie('DuplicateVote', LIAR, sceneOn(ledger)))];
    const { header } = buildHeader({
      state: ledger.state,
      view: ledger.view,
      transactions: [],
      timestampMs: ledger.state.timestampMs + 1,
      proposer: VALIDATOR.validatorId,
      annex,
    });
    expect(codes(judge(ledger, { hash: docketHash(header), header, transactions: [], annex }))).to.equal(
      'DOCKET_EMPTY /transactions',
    );
  });

  it('takes no contradiction that is none, and no signature of another', () => {
    const ledger = new Ledger();
    const scope = scopeOn(ledger);
    const scene = sceneOn(ledger);
    const voter = LIAR.seat.validatorId;
    const vote = voteOf(LIAR, scene, 'one');
    const other = liar('somebody else');
    const refused = (evidence: MemberEvidence) => evidenceProblem(evidence, scope)?.message;
    expect(refused({ kind: 'DuplicateVote', voter, votes: [vote, vote] })).to.match(/do not contradict/);
    const honest = changeOf(LIAR, { ...scene, round: 1 }, { round: 0, docket: 'one' });
    const commit = voteOf(LIAR, scene, 'one', 'COMMIT');
    expect(refused({ kind: 'LyingRoundChange', voter, vote: commit, change: honest })).to.match(/do not contradict/);
    const forged = { ...voteOf(other, scene, 'two'), voter };
    expect(refused({ kind: 'DuplicateVote', voter, votes: [vote, forged] })).to.match(/not signed by the accused/);
    expect(refused(lie('DuplicateVote', other, scene))).to.match(/not signed by the accused/);
    const elsewhere = { ...scene, genesisHash: 'a'.repeat(64) };
    expect(refused(lie('DuplicateVote', LIAR, elsewhere))).to.match(/not signed by the accused/);
    expect(refused(lie('DuplicateVote', LIAR, { ...scene, rosterHash: 'a'.repeat(64) }))).to.match(/roster/);
    expect(refused(lie('DuplicateVote', LIAR, scene))).to.equal(undefined);
  });

  it('seals one offence once, in one docket and ever', () => {
    const ledger = new Ledger();
    const scene = sceneOn(ledger);
    const first = annexEntryOf(lie('DuplicateVote', LIAR, scene));
    const again = annexEntryOf({
      kind: 'DuplicateVote',
      voter: LIAR.seat.validatorId,
      votes: [voteOf(LIAR, scene, 'third'), voteOf(LIAR, scene, 'fourth')],
    });
    const scope = scopeOn(ledger);
    expect(codes(judgeAnnex([first, again], scope))).to.equal('EVIDENCE_INVALID /annex/1');
    const judged = judgeAnnex([first], scope);
    expect(codes(judged)).to.equal('ok');
    const later = sealedOver(scope, (judged as { changes: [] }).changes);
    expect(codes(judgeAnnex([again], later))).to.equal('EVIDENCE_INVALID /annex/0');
    const otherRound = annexEntryOf(lie('DuplicateVote', LIAR, { ...scene, round: 1 }));
    expect(codes(judgeAnnex([otherRound], later))).to.equal('ok');
  });

  it('keeps a bounded file of each member', () => {
    const ledger = new Ledger();
    const scope = scopeOn(ledger);
    const of = (round: number) => annexEntryOf(lie('DuplicateVote', LIAR, sceneOn(ledger, { round })));
    const full = judgeAnnex(
      Array.from({ length: FAULTS_PER_MEMBER_MAX }, (_, round) => of(round)),
      scope,
    );
    expect(codes(full)).to.equal('ok');
    const later = sealedOver(scope, (full as { changes: [] }).changes);
    expect((faultedMember(LIAR.seat.validatorId, later.view) as FaultedMember).faults).to.have.length(
      FAULTS_PER_MEMBER_MAX,
    );
    expect(codes(judgeAnnex([of(99)], later))).to.equal('EVIDENCE_INVALID /annex/0');
  });

  it('has an age and a future', () => {
    const ledger = new Ledger();
    const problem = (height: number, tip: number) =>
      evidenceProblem(lie('DuplicateVote', LIAR, sceneOn(ledger, { height })), scopeOn(ledger, tip));
    expect(problem(5, 3)).to.have.property('code', 'EVIDENCE_INVALID');
    expect(problem(5, 4)).to.equal(undefined);
    expect(problem(5, 4 + EVIDENCE_AGE_MAX)).to.equal(undefined);
    expect(problem(5, 5 + EVIDENCE_AGE_MAX)).to.have.property('code', 'EVIDENCE_INVALID');
  });

  it('bounds entries and bytes before it looks at them', () => {
    const ledger = new Ledger();
    const scope = scopeOn(ledger);
    expect(codes(judgeAnnex(new Array(ANNEX_ENTRIES_MAX + 1).fill({}), scope))).to.equal('DOCKET_SIZE_INVALID /annex');
    expect(codes(judgeAnnex([{ text: '\ud800' }], scope))).to.equal('DOCKET_SIZE_INVALID /annex');
    expect(codes(judgeAnnex([{ text: 'x'.repeat(65 * 1024) }], scope))).to.equal('DOCKET_SIZE_INVALID /annex');
    const docket = docketWith(ledger, []);
    expect(codes(judge(ledger, { ...docket, annex: new Array(17).fill({}) }))).to.equal('DOCKET_SIZE_INVALID /annex');
  });

  it('reads its own entries and nothing else', () => {
    const ledger = new Ledger();
    const members = ['kind', 'voter', 'votes', 'changes', 'vote', 'change'];
    fc.assert(
      fc.property(
        fc.constantFrom(...LIES),
        fc.nat(3),
        fc.constantFrom(...members, 'more'),
        fc.jsonValue({ maxDepth: 2 }),
        (kind, round, member, junk) => {
          const entry = annexEntryOf(lie(kind, LIAR, sceneOn(ledger, { round })));
          expect(isFailure(evidenceIn(entry))).to.equal(false);
          const spoiled = { ...entry, [member]: junk } as JsonObject;
          if (JSON.stringify(junk) !== JSON.stringify(entry[member]))
            expect(evidenceProblem(spoiled as unknown as MemberEvidence, scopeOn(ledger))).to.have.property(
              'code',
              'EVIDENCE_INVALID',
            );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes nothing that one changed member of an object spoils', () => {
    const ledger = new Ledger();
    const scope = scopeOn(ledger);
    const scene = sceneOn(ledger);
    const voter = LIAR.seat.validatorId;
    const [a, b] = [voteOf(LIAR, scene, 'one'), voteOf(LIAR, scene, 'two')];
    for (const spoil of [
      { code: 'X' },
      { approve: false },
      { kind: 'COMMIT' },
      { round: 1 },
      { round: -1 },
      { height: 0 },
      { height: 2 ** 53 },
      { signature: 'f'.repeat(128) },
      { docketHash: 'zz' },
      { more: 1 },
    ]) {
      const votes = [a, { ...b, ...spoil }] as never;
      expect(evidenceProblem({ kind: 'DuplicateVote', voter, votes }, scope), JSON.stringify(spoil)).to.have.property(
        'code',
        'EVIDENCE_INVALID',
      );
    }
  });
});

describe('the annex that a builder selects', () => {
  it('is one that every judge accepts, whatever was gathered', () => {
    const ledger = new Ledger();
    const scope = scopeOn(ledger, 3);
    const gathered = fc.array(
      fc.record({ kind: fc.constantFrom(...LIES), height: fc.integer({ min: 1, max: 6 }), round: fc.nat(2) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(gathered, (some) => {
        const all = some.map(({ kind, ...at }) => lie(kind, LIAR, sceneOn(ledger, at)));
        const { annex, spent } = selectAnnex(all, scope);
        expect(codes(judgeAnnex(annex, scope))).to.equal('ok');
        const early = all.filter((evidence) => offenceOf(evidence).height > 4);
        expect(spent.some((evidence) => early.includes(evidence))).to.equal(false);
        if (all.length > early.length) expect(annex.length).to.be.greaterThan(0);
      }),
      { numRuns: 50 },
    );
  });

  it('gives back what is of no use any more', () => {
    const ledger = new Ledger();
    const scope = scopeOn(ledger);
    const good = lie('LyingRoundChange', LIAR, sceneOn(ledger));
    const foreign = lie('DuplicateVote', liar('nobody'), sceneOn(ledger));
    const { annex, spent } = selectAnnex([foreign, good, good], scope);
    expect(annex).to.deep.equal([annexEntryOf(good)]);
    expect(spent).to.deep.equal([foreign, good]);
  });
});

describe('past rosters', () => {
  it('judge evidence of a height whose roster is gone, and are few', () => {
    const ledger = new Ledger();
    const scene = sceneOn(ledger);
    const next: Roster = { validators: [liar('newcomer').seat] };
    const changes = rosterChanges(ledger.state, next, ledger.view);
    const after: AnnexScope = sealedOver(
      { ...scopeOn(ledger), state: { ...ledger.state, height: 1, roster: next } },
      changes,
    );
    expect(evidenceProblem(lie('DuplicateVote', LIAR, scene), after)).to.equal(undefined);
    expect(rosterChanges(ledger.state, ledger.state.roster, ledger.view)).to.deep.equal([]);
  });

  it('are dropped when evidence of them would be too old, and beyond their number', () => {
    let rows = new Map<string, JsonObject>();
    const view = { state: (key: string) => rows.get(key) };
    let roster: Roster = { validators: [liar('seat 0').seat] };
    const change = (name: string, height: number) => {
      const next: Roster = { validators: [liar(name).seat] };
      rows = new Map(rows);
      for (const { key, value } of rosterChanges({ roster, height }, next, view)) {
        if (value) rows.set(key, value);
        else rows.delete(key);
      }
      roster = next;
    };
    for (let i = 1; i <= 20; i++) change(`seat ${i}`, i);
    expect([...rows.keys()].filter((key) => key.startsWith('past-roster/'))).to.have.length(16);
    change('seat 21', 20 + EVIDENCE_AGE_MAX);
    const kept = (rows.get(STATE_KEY.pastRosters) as unknown as { rosters: { until: number }[] }).rosters;
    expect(kept.map((past) => past.until)).to.deep.equal([21, 21 + EVIDENCE_AGE_MAX]);
    change('seat 20', 20 + EVIDENCE_AGE_MAX);
    expect([...rows.keys()].filter((key) => key.startsWith('past-roster/'))).to.have.length(2);
  });
});

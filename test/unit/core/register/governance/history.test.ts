// Whole histories of governance: evidence over changing rosters, the deep check of a stored chain, and what holds
// whatever members do.
import { expect } from 'chai';
import fc from 'fast-check';
import { certificateIssues, foldDocket } from '../../../../../cli/disk/chain-rules.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import { governanceLedger } from '../../../../../core/register/governance/rows.js';
import { walletDid } from '../../../../../core/register/people/did.js';
import { rosterHashOf } from '../../../../../core/register/roster.js';
import { validate } from '../../../../../core/validate/validate.js';
import { ChainStore } from '../../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { deepCheck } from '../../../../../storage/repair/check.js';
import { rebuildIndexes } from '../../../../../storage/repair/rebuild.js';
import { good } from '../../../../support/base/good.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import {
  approval,
  ballot,
  newMember,
  operation,
  proposal,
  seatValidator,
} from '../../../../support/register/governance.js';
import { alice, aSeat, bob, Ledger, owner, publish, verified, wallet } from '../../../../support/register/ledger.js';
import { ledgerSteps } from '../../../../support/register/ledger-steps.js';

/**
 * A register with one, two, four validators in turn, then four in bft mode, then three seats and one of them rekeyed
 * away.
 */
function threeRosters(): Ledger {
  const ledger = new Ledger();
  seatValidator(ledger, aSeat('b'));
  seatValidator(ledger, aSeat('c'));
  seatValidator(ledger, aSeat('d'));
  ledger.seal(proposal(operation('set-consensus-policy', { policy: { mode: 'bft' } }), [owner]));
  ledger.seal(publish());
  ledger.seal(proposal(operation('set-consensus-policy', { policy: { mode: 'majority' } }), [owner]));
  ledger.seal(proposal(operation('remove-validator', { validatorId: aSeat('c').validatorId }), [owner]));
  ledger.seal(publish(undefined, 'another'));
  return ledger;
}

const evidenceOf = (ledger: Ledger, height: number): Evidence => evidenceIn(ledger, { height, head: height });

describe('a register whose rosters changed', () => {
  const ledger = threeRosters();

  it('proves every transaction back to genesis', () => {
    expect(ledger.dockets.map(({ certificate }) => certificate.signatures.length)).to.deep.equal([
      1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 3,
    ]);
    for (let height = 0; height < ledger.dockets.length; height++) {
      const proof = verifyEvidence(JSON.parse(JSON.stringify(evidenceOf(ledger, height))), verifySync);
      expect(proof).to.deep.include({ verdict: 'consistent', height });
    }
  });

  it('proves nothing with a roster, a change or the mode of a roster left out', () => {
    const codes = (changed: Evidence) => {
      const found = verifyEvidence(changed, verifySync);
      return isFailure(found) ? found.issue.code : 'ok';
    };
    const whole = evidenceOf(ledger, 8);
    expect(codes(whole)).to.equal('ok');
    expect(codes({ ...whole, rosterChanges: whole.rosterChanges.slice(1) })).to.equal('DOCKET_ROSTER_MISMATCH');
    expect(codes({ ...whole, rosterChanges: whole.rosterChanges.slice(0, -1) })).to.equal('DOCKET_ROSTER_MISMATCH');
    const last = whole.rosterChanges.at(-1)!;
    expect(last.roster.mode).to.equal('bft');
    const silent = { ...last, roster: { validators: last.roster.validators } };
    expect(codes({ ...whole, rosterChanges: [...whole.rosterChanges.slice(0, -1), silent] })).to.equal(
      'EVIDENCE_INVALID',
    );
    // Two of four are a majority of two and no quorum of bft.
    const certificate = { ...whole.docket.certificate, signatures: whole.docket.certificate.signatures.slice(0, 2) };
    expect(codes({ ...whole, docket: { ...whole.docket, certificate } })).to.equal('CERTIFICATE_INVALID');
  });

  it('is stored, checked to the last row, and rebuilt', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const store = new ChainStore(kv, journal);
    const steps = ledgerSteps(ledger.dockets.slice(1).map(({ docket }) => docket.transactions));
    for (const [i, { after, changes }] of steps.entries())
      await journal.commit(store.sealOps({ reg: 1, sealed: ledger.dockets[i] as SealedDocket, after, changes }));
    const check = () => deepCheck({ kv, reg: 1, apply: foldDocket, verify: certificateIssues });
    expect(await check()).to.deep.equal([]);
    expect(store.view(1).docketAt(3)).to.deep.equal(ledger.view.docketAt(3));
    expect(store.view(1).docketAt(99)).to.equal(undefined);
    await rebuildIndexes({ kv, journal, reg: 1 });
    expect(await check()).to.deep.equal([]);
    await journal.close();
  });
});

describe('any history of governance', () => {
  const people = [owner, alice, bob, wallet('carol'), wallet('dave'), wallet('erin')];
  const seats = ['p', 'q', 'r'].map(aSeat);
  const move = fc.record({
    by: fc.nat(5),
    on: fc.nat(5),
    kind: fc.constantFrom('add', 'remove', 'transfer', 'seat', 'unseat', 'formula', 'crown') as fc.Arbitrary<string>,
    approvers: fc.uniqueArray(fc.nat(5), { maxLength: 6 }),
    refuses: fc.boolean(),
  });

  it('leaves validators, an Owner and one change a docket, and no Owner changes without both sides', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 14 }), (moves) => {
        const ledger = new Ledger();
        for (const { by, on, kind, approvers, refuses } of moves) {
          const before = ledger.state;
          const changes = governanceLedger(ledger.view).changes;
          const [proposer, target] = [people[by]!, people[on]!];
          const targetDid = walletDid(target.address);
          if (kind === 'seat') {
            const seat = seats[on % 3]!;
            if (
              before.members.length === 1 &&
              !before.roster.validators.some((one) => one.validatorId === seat.validatorId)
            )
              seatValidator(ledger, seat);
            continue;
          }
          const said =
            kind === 'add'
              ? operation('add-member', newMember(target, on % 2 === 0 ? 'Designer' : 'Admin'), proposer)
              : kind === 'remove'
                ? operation('remove-member', { targetDid }, proposer)
                : kind === 'unseat'
                  ? operation('remove-validator', { validatorId: before.roster.validators[0]!.validatorId }, proposer)
                  : kind === 'formula'
                    ? operation(
                        'set-governance-policy',
                        { policy: { quorumFormula: on % 2 ? 'Unanimous' : 'StrictMajority' } },
                        proposer,
                      )
                    : operation('transfer-ownership', { targetDid }, proposer);
          const voters = approvers.map((i) => people[i]!);
          for (const tx of [
            proposal(said, refuses ? [] : voters, proposer),
            ...(refuses ? voters.map((one) => ballot(said, [approval(one, said, one !== owner)], one)) : []),
          ]) {
            const verdict = validate(tx, {
              state: ledger.state,
              view: ledger.view,
              signaturesOk: verified(tx),
              docketMs: ledger.state.timestampMs + 1000,
            });
            if (verdict.ok) ledger.seal(tx);
          }
          const owners = (state: typeof before) =>
            state.members.filter((one) => one.role === 'Owner').map((one) => one.subject);
          const after = ledger.state;
          expect(after.roster.validators.length).to.be.greaterThan(0);
          expect(owners(after)).to.have.length(1);
          expect(governanceLedger(ledger.view).changes - changes).to.be.at.most(1);
          expect(Math.abs(after.members.length - before.members.length)).to.be.at.most(1);
          if (owners(after)[0] !== owners(before)[0]) {
            expect(said.operationType).to.equal('transfer-ownership');
            expect([proposer.address, target.address].map(walletDid)).to.deep.equal([
              owners(before)[0],
              owners(after)[0],
            ]);
            expect(voters).to.include(target);
          }
        }
        for (const { docket } of ledger.dockets.slice(1)) {
          const { header } = docket;
          expect(header.rosterHash === header.nextRosterHash || docket.transactions.length === 1).to.equal(true);
        }
        expect(rosterHashOf(ledger.state.roster)).to.equal(ledger.dockets.at(-1)!.docket.header.nextRosterHash);
        expect(good({ ...ledger.state }).members).to.deep.equal(
          (ledger.view.state('members') as { members: unknown }).members,
        );
      }),
      { numRuns: 60 },
    );
  });
});

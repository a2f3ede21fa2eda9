// A repair believes neither its disk nor a peer: a docket goes back only with the certificate of its own quorum, and
// docket 0 only when it is the genesis of the register. A vote memory that does not fit the head is known to have
// forgotten.
import { expect } from 'chai';
import { judgeSealed } from '../../../../actors/repair/judge.js';
import { holdsVotes } from '../../../../actors/repair/survey.js';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import { freshRecord } from '../../../../core/consensus/state.js';
import type { ConsensusRecord } from '../../../../core/consensus/types.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { type LedgerWorld, mustState, REGISTER_ID, signerOf } from '../../../support/node/ledger-world.js';
import { chainOf } from '../../../support/node/replica.js';

const SEAT = signerOf('seat');

describe('judging a docket for a repair', () => {
  let from: LedgerWorld;
  let sealed: readonly SealedDocket[];
  before(async () => {
    from = await chainOf(4);
    sealed = await Promise.all([0, 1, 2, 3, 4].map(async (height) => (await from.chain.sealedDocket(1, height))!));
  });

  const judge = (one: SealedDocket, genesisHash = mustState(from).genesisHash) =>
    judgeSealed(one, { before: undefined, genesisHash, view: from.chain.view(1) });

  it('takes the genesis of this register and of no other', () => {
    expect(judge(sealed[0]!)).to.have.property('state');
    expect(judge(sealed[0]!, 'b'.repeat(64))).to.include({ wrong: 'copy' });
  });

  it('takes a docket with its own certificate only', () => {
    const founded = judge(sealed[0]!);
    if (!('state' in founded)) throw new Error('the genesis is sound');
    const given = { before: founded.state, genesisHash: founded.state.genesisHash, view: from.chain.view(1) };
    const [, first, second] = sealed as readonly SealedDocket[];
    const refused = judgeSealed({ docket: first!.docket, certificate: second!.certificate }, given);
    expect(refused).to.include({ wrong: 'copy' });
    // A quorum decided another docket of the same height: its certificate is a good one, and not of this docket.
    const state = mustState(from);
    const voter = SEAT.validatorId;
    const about = { registerId: REGISTER_ID, genesisHash: state.genesisHash, rosterHash: rosterHashOf(state.roster) };
    const at = { height: 1, round: 0, docketHash: 'd'.repeat(64) };
    const vote = { ...about, ...at, kind: 'COMMIT' as const, voter, approve: true, code: '' };
    const certificate = certificateOf([{ ...vote, signature: SEAT.sign(voteDigest(vote)) }], state.roster);
    expect(judgeSealed({ docket: first!.docket, certificate }, given)).to.include({ wrong: 'copy' });
    const forged = { ...first!.certificate, signatures: certificate.signatures };
    expect(judgeSealed({ docket: first!.docket, certificate: forged }, given)).to.include({ wrong: 'copy' });
  });

  it('misses votes where the memory lags behind the head, or builds on another one', async () => {
    const { chain, store, kv } = from;
    const tip = { height: 4, hash: mustState(from).hash };
    const record = { ...freshRecord(tip as never), height: 5, tipHash: tip.hash } as ConsensusRecord;
    const holds = async (stored: ConsensusRecord) => {
      await store.journal.commit(chain.recordOps(1, stored, false));
      return holdsVotes(kv, 1);
    };
    expect(from.registers.byId(REGISTER_ID)!.reg).to.equal(1);
    expect(await holds(record)).to.equal(true);
    expect(await holds({ ...record, height: 4 })).to.equal(false);
    expect(await holds({ ...record, height: 2 })).to.equal(false);
    expect(await holds({ ...record, tipHash: 'c'.repeat(64) })).to.equal(false);
  });
});

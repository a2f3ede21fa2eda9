// Validators by governance on the small register: candidates, seats, departures and new keys. Each rule once kept and
// once broken.
import { expect } from 'chai';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import { candidacyDigest } from '../../../../../core/register/governance/candidacy.js';
import { candidatesOf, changeAt } from '../../../../../core/register/governance/rows.js';
import {
  candidacy,
  judge,
  operation,
  proposal,
  readiness,
  seatValidator,
  supportOf,
} from '../../../../support/register/governance.js';
import {
  aSeat,
  Ledger,
  owner,
  publish,
  REGISTER_ID,
  signAsSeat,
  VALIDATOR,
} from '../../../../support/register/ledger.js';

describe('validators by governance', () => {
  it('are candidates first, and get their seat with a proof that they keep up', () => {
    const ledger = new Ledger();
    const seat = aSeat('new');
    const add = operation('add-validator', candidacy(ledger.state, seat));
    const docket = ledger.seal(proposal(add, [owner]));
    expect(docket.header.nextRosterHash).to.equal(docket.header.rosterHash);
    expect(candidatesOf(ledger.view)).to.deep.equal([seat]);
    expect(judge(ledger, proposal(operation('add-validator', candidacy(ledger.state, seat)), [owner]))).to.equal(
      'VAL_PERM_004 /payload/operation/validator',
    );
    const { validatorId } = seat;
    const activate = (given: object, as = validatorId) =>
      judge(
        ledger,
        proposal(
          operation('activate-validator', { validatorId: as, readiness: { ...readiness(ledger, seat), ...given } }),
          [owner],
        ),
      );
    expect(activate({ height: 0 })).to.contain('VAL_SIG_002');
    expect(activate({ height: -1 })).to.equal('VAL_STRUCT_011 /payload/operation/readiness');
    expect(activate({}, VALIDATOR.validatorId)).to.equal('VAL_PERM_004 /payload/operation/validatorId');
    const sealed = ledger.seal(
      proposal(operation('activate-validator', { validatorId, readiness: readiness(ledger, seat) }), [owner]),
    );
    expect(sealed.header.nextRosterHash).not.to.equal(sealed.header.rosterHash);
    expect(ledger.state.roster.validators).to.deep.equal([VALIDATOR, seat]);
    expect(candidatesOf(ledger.view)).to.deep.equal([]);
    expect(changeAt(ledger.view, 1)).to.deep.include({ height: 2, roster: { validators: [VALIDATOR, seat] } });
    ledger.seal(publish());
    expect(ledger.dockets.at(-1)!.certificate.signatures).to.have.length(2);
  });

  it('ask with their own key, for this register', () => {
    const ledger = new Ledger();
    const seat = aSeat('candidate');
    const good = candidacy(ledger.state, seat);
    const add = (members: object) =>
      judge(ledger, proposal(operation('add-validator', { ...good, ...members }), [owner]));
    expect(add({})).to.equal('ok');
    expect(add({ validator: { ...seat, orgId: 'another' } })).to.contain('VAL_SIG_002');
    expect(add({ validator: { ...seat, validatorId: VALIDATOR.validatorId } })).to.equal(
      'VAL_STRUCT_011 /payload/operation/validator',
    );
    expect(add(candidacy({ ...ledger.state, genesisHash: 'a'.repeat(64) }, seat))).to.equal(
      'VAL_PERM_004 /payload/operation/genesisHash',
    );
    expect(add(candidacy(ledger.state, VALIDATOR))).to.equal('VAL_PERM_004 /payload/operation/validator');
    const twice = new Ledger();
    twice.seal(
      proposal(operation('add-validator', candidacy(twice.state, { ...aSeat('one'), peerId: 'node' })), [owner]),
    );
    const second = candidacy(twice.state, { ...aSeat('two'), peerId: 'node' });
    expect(judge(twice, proposal(operation('add-validator', second), [owner]))).to.equal(
      'VAL_PERM_004 /payload/operation/validator',
    );
    const spelled = operation('add-member', { ...good, targetRole: 'Validator' });
    ledger.seal(proposal(spelled, [owner]));
    expect(candidatesOf(ledger.view)).to.deep.equal([seat]);
    ledger.seal(
      proposal(operation('remove-member', { targetRole: 'Validator', validatorId: seat.validatorId }), [owner]),
    );
    expect(candidatesOf(ledger.view)).to.deep.equal([]);
  });

  it('leave, but never the last one, nor below what the mode takes', () => {
    const ledger = new Ledger();
    const seats = ['b', 'c', 'd'].map(aSeat);
    const remove = (validatorId: string) =>
      proposal(operation('remove-validator', { validatorId, evidenceHash: 'e'.repeat(64) }), [owner]);
    expect(judge(ledger, remove(VALIDATOR.validatorId))).to.equal('VAL_PERM_004 /payload/operation/validatorId');
    expect(judge(ledger, remove('a'.repeat(64)))).to.equal('VAL_PERM_004 /payload/operation/validatorId');
    for (const seat of seats) seatValidator(ledger, seat);
    ledger.seal(proposal(operation('set-consensus-policy', { policy: { mode: 'bft', leader: 'rotate' } }), [owner]));
    expect(ledger.state.roster.mode).to.equal('bft');
    expect(judge(ledger, remove(seats[0]!.validatorId))).to.equal('VAL_PERM_004 /payload/operation/validatorId');
    ledger.seal(
      proposal(operation('set-consensus-policy', { policy: { mode: 'majority', leader: 'sticky' } }), [owner]),
    );
    ledger.seal(remove(VALIDATOR.validatorId));
    expect(ledger.state.roster).to.deep.equal({ validators: seats, mode: 'majority' });
  });

  it('take a new key in their old place', () => {
    const ledger = new Ledger();
    seatValidator(ledger, aSeat('second'));
    const { validatorId, consensusKey } = aSeat('fresh');
    const fresh = { validatorId, consensusKey, peerId: 'peer' };
    const sign = (digest: Uint8Array) => signAsSeat(fresh, digest);
    const proofFor = (replaces: string) =>
      sign(
        candidacyDigest({ registerId: REGISTER_ID, genesisHash: ledger.state.genesisHash, validator: fresh, replaces }),
      );
    const rekey = (members: object) =>
      proposal(
        operation('rekey-validator', {
          validatorId: VALIDATOR.validatorId,
          validator: fresh,
          genesisHash: ledger.state.genesisHash,
          proof: proofFor(VALIDATOR.validatorId),
          support: supportOf(RULES_LATEST, aSeat('fresh')),
          ...members,
        }),
        [owner],
      );
    expect(judge(ledger, rekey({ validatorId: aSeat('second').validatorId }))).to.contain('VAL_SIG_002');
    expect(judge(ledger, rekey({ validatorId: 'a'.repeat(64), proof: proofFor('a'.repeat(64)) }))).to.equal(
      'VAL_PERM_004 /payload/operation/validatorId',
    );
    ledger.seal(rekey({}));
    expect(ledger.state.roster.validators).to.deep.equal([{ ...fresh, orgId: 'org' }, aSeat('second')]);
    ledger.seal(publish());
  });
});

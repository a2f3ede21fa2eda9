// Keys and client ids of records: their form, who states them, and what they said as of a height.
import { expect } from 'chai';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import type { Json } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { factsAsOf, isVerifierAsOf } from '../../../../../core/register/people/credential-facts.js';
import { walletDid } from '../../../../../core/register/people/did.js';
import { checkRecord, type ParticipantRecord } from '../../../../../core/register/people/participants.js';
import { trustAsOf } from '../../../../../core/register/trust/as-of.js';
import { judge, operation } from '../../../../support/register/governance.js';
import {
  AT,
  alice,
  bob,
  Ledger,
  owner,
  REGISTER_ID,
  signed,
  type Wallet,
} from '../../../../support/register/ledger.js';
import { recordOf } from '../../../../support/register/people.js';
import { byOwner } from '../../../../support/register/trust.js';

const KEY = sha256Hex('credential key');
const HOLDER = toBase64Url(sha256('holder key'));
const VERIFIER = 'x509_san_dns:office.example';
const FACTS = { credentialKeys: [KEY], holderKeys: [HOLDER], verifierIds: [VERIFIER] };

function publication(record: ParticipantRecord, by: Wallet, after?: Transaction): Transaction {
  return signed(
    {
      registerId: REGISTER_ID,
      blueprintId: 'register-participants-v1',
      actionId: 'participant-publish',
      senderWallet: by.address,
      createdAt: AT,
      payload: record as unknown as Json,
      ...(after && { previousTransactionId: after.txId }),
    },
    [by],
  );
}

/** A record for which the Owner vouches, and its versions. */
class Office {
  version = 0;
  latest: Transaction | undefined;

  constructor(
    readonly ledger: Ledger,
    readonly id = 'office',
    readonly wallet = alice,
  ) {}

  next(more: Partial<ParticipantRecord> = {}, by = this.wallet): Transaction {
    return publication(recordOf(this.id, [this.wallet], { version: this.version + 1, ...more }), by, this.latest);
  }

  seal(more: Partial<ParticipantRecord> = {}, by = this.wallet): number {
    this.latest = this.next(more, by);
    this.version += 1;
    this.ledger.seal(this.latest);
    return this.ledger.state.height;
  }
}

function attested(ledger = new Ledger(), id = 'office', of = alice): Office {
  const office = new Office(ledger, id, of);
  office.seal();
  office.seal({}, owner);
  return office;
}

describe('keys and client ids of a record', () => {
  it('count from their docket on, and never otherwise for an earlier one', () => {
    const office = attested();
    const { view } = office.ledger;
    const stated = office.seal(FACTS);
    const other = office.seal({ ...FACTS, holderKeys: [toBase64Url(sha256('new'))] });
    const gone = office.seal();
    expect(factsAsOf(view, 'office', stated - 1)).to.equal(undefined);
    const said = { isActive: true, attested: 'organisation of office', primary: alice.address };
    expect(factsAsOf(view, 'office', stated)).to.deep.equal({ ...said, ...FACTS });
    expect(factsAsOf(view, 'office', other)?.holderKeys).to.deep.equal([toBase64Url(sha256('new'))]);
    expect(factsAsOf(view, 'office', gone)).to.deep.equal({
      ...{ ...said, credentialKeys: [], holderKeys: [], verifierIds: [] },
    });
    const at = [stated - 1, stated, other, gone];
    expect(at.map((height) => isVerifierAsOf(view, VERIFIER, height))).to.deep.equal([false, true, true, false]);
    const issuer = { participantId: 'office', did: walletDid(alice.address) };
    expect(at.map((height) => trustAsOf(view, height).issuerOf(KEY))).to.deep.equal([
      ...[undefined, issuer, issuer, undefined],
    ]);
  });

  it('count for as long as the record is Active', () => {
    const office = attested();
    const { view } = office.ledger;
    const stated = office.seal(FACTS);
    const away = office.seal({ ...FACTS, status: 'Deprecated' });
    const back = office.seal(FACTS);
    office.ledger.seal(byOwner(operation('revoke-participant', { participantId: 'office' })));
    const ended = office.ledger.state.height;
    for (const [height, is] of [
      [stated, true],
      [away, false],
      [back, true],
      [ended, false],
    ] as const) {
      expect(isVerifierAsOf(view, VERIFIER, height), String(height)).to.equal(is);
      expect(trustAsOf(view, height).issuerOf(KEY) !== undefined, String(height)).to.equal(is);
      expect(factsAsOf(view, 'office', height)?.isActive).to.equal(is);
    }
  });

  it('name a verifier while one of the records that name it is Active', () => {
    const ledger = new Ledger();
    const [one, two] = [new Office(ledger), new Office(ledger, 'branch', bob)];
    one.seal({ verifierIds: [VERIFIER] });
    two.seal({ verifierIds: [VERIFIER] });
    const oneLeft = one.seal();
    const none = two.seal();
    const at = [oneLeft - 1, oneLeft, none].map((height) => isVerifierAsOf(ledger.view, VERIFIER, height));
    expect(at).to.deep.equal([true, true, false]);
  });

  it('name an issuer where governance vouches for its organisation, and one for each key', () => {
    const ledger = new Ledger();
    const squatter = new Office(ledger, 'squatter', bob);
    squatter.seal({ credentialKeys: [KEY] });
    expect(trustAsOf(ledger.view, ledger.state.height).issuerOf(KEY), 'nobody vouches').to.equal(undefined);
    const office = attested(ledger);
    office.seal(FACTS);
    expect(trustAsOf(ledger.view, ledger.state.height).issuerOf(KEY)?.participantId).to.equal('office');
    const vouched = squatter.next({ credentialKeys: [KEY] }, owner);
    expect(judge(ledger, vouched)).to.equal('VAL_PARTICIPANT_007 /payload/credentialKeys/0');
    office.seal();
    expect(judge(ledger, vouched), 'once it is free').to.equal('ok');
  });

  it('are signed by the primary wallet alone; an Owner may leave them as they are', () => {
    const office = attested();
    for (const [member, stated] of Object.entries(FACTS))
      expect(judge(office.ledger, office.next({ [member]: stated }, owner))).to.equal(
        `VAL_PERM_003 /payload/${member}`,
      );
    office.seal(FACTS);
    expect(judge(office.ledger, office.next(FACTS, owner))).to.equal('ok');
  });

  const many = Array.from({ length: 9 }, (_, n) => sha256Hex(String(n)));
  const BAD: readonly (readonly [string, keyof typeof FACTS, unknown])[] = [
    ['no key', 'credentialKeys', []],
    ['too many keys', 'credentialKeys', many],
    ['a key twice', 'credentialKeys', [KEY, KEY]],
    ['a key that is no hash', 'credentialKeys', ['ff']],
    ['no list', 'credentialKeys', KEY],
    ['a thumbprint in hex', 'holderKeys', [KEY]],
    ['a thumbprint in another spelling', 'holderKeys', [`${HOLDER.slice(0, 42)}${HOLDER[42] === 'B' ? 'C' : 'B'}`]],
    ['a thumbprint of another length', 'holderKeys', [HOLDER.slice(0, 40)]],
    ['an id with a space', 'verifierIds', ['a b']],
    ['an empty id', 'verifierIds', ['']],
    ['an id that is too long', 'verifierIds', ['a'.repeat(513)]],
  ];
  for (const [name, member, stated] of BAD)
    it(`are refused with ${name}`, () => {
      const problems = checkRecord({ ...recordOf('office', [alice]), ...FACTS, [member]: stated } as unknown as Json);
      expect(problems.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([`VAL_PARTICIPANT_001 /${member}`]);
    });
});

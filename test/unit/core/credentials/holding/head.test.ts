// The count of a wallet and the changes of its credentials: bounds, numbers that are given once, and cursors of
// devices.
import { expect } from 'chai';
import {
  KEPT_CREDENTIALS_MAX,
  KEPT_REMOVALS_MAX,
  KEYS_ASKED_MAX,
  SYNC_CURSOR_MS,
} from '../../../../../core/base/limits/node/wallets.js';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import {
  emptiedHead,
  type KeptHead,
  NO_KEPT,
  readCursor,
  removalsSince,
  syncCursor,
  withAsked,
  withAutoAccept,
  withChange,
  withKept,
  withKeys,
  withoutAsked,
  withoutKept,
} from '../../../../../core/credentials/holding/head.js';
import { good } from '../../../../support/base/good.js';

const NOW = 1_796_000_000_000;
const held = (count: number): KeptHead => {
  let head = NO_KEPT;
  for (let i = 0; i < count; i++) head = good(withKept(head));
  return head;
};

const refusal = (result: Result<unknown>) => (isFailure(result) ? result.issue.code : 'none');

describe('core/credentials/holding/head', () => {
  it('keeps the issuers that are accepted with each change, until there are none or the wallet ends', () => {
    const autoAccept = {
      issuers: [{ issuer: 'https://i.example' }],
      organisationId: 'o',
      subject: 's',
      changedAtMs: NOW,
    };
    const head = withAutoAccept(held(1), autoAccept);
    expect(head).to.deep.equal({ ...held(1), change: 2, autoAccept });
    for (const later of [withKeys(head, 4), withChange(head), withoutKept(head, 'a'), good(withKept(head))])
      expect(later.autoAccept).to.equal(autoAccept);
    expect(withAutoAccept(head, { ...autoAccept, issuers: [] })).to.deep.equal({ ...held(1), change: 3 });
    expect(emptiedHead(head)).to.not.have.property('autoAccept');
  });

  it('counts what comes and goes, each under a change of its own, up to the bound', () => {
    const head = withoutKept(withChange(held(2)), 'a');
    expect(head).to.deep.equal({ ...NO_KEPT, count: 1, change: 4, removals: [{ id: 'a', change: 4 }] });
    const full = { ...NO_KEPT, count: KEPT_CREDENTIALS_MAX };
    expect(refusal(withKept(full))).to.equal('QUOTA_EXCEEDED');
    expect(good(withKept({ ...full, count: KEPT_CREDENTIALS_MAX - 1 })).count).to.equal(KEPT_CREDENTIALS_MAX);
  });

  it('gives numbers of keys once, also after the wallet was deleted', () => {
    const head = withKeys(withKeys(NO_KEPT, 4), 2);
    expect([head.nextKey, emptiedHead(head).nextKey]).to.deep.equal([6, 6]);
  });

  it('remembers the last keys of each issuer and type that brought nothing, up to a bound', () => {
    const asked = (issuer: string, typeId = 't') => ({ issuer, typeId, count: 4 });
    const head = withAsked(withAsked(withAsked(NO_KEPT, asked('a')), asked('b')), asked('a'));
    expect(head).to.deep.equal({
      ...{ ...NO_KEPT, nextKey: 12 },
      asked: [
        { ...asked('b'), first: 4 },
        { ...asked('a'), first: 8 },
      ],
    });
    expect(withAsked(head, asked('a', 'u')).asked).to.have.length(3);
    expect(withoutAsked(head, [4, 9]).asked).to.deep.equal([{ ...asked('a'), first: 8 }]);
    expect(withoutAsked(head, [4, 8])).to.deep.equal({ ...NO_KEPT, nextKey: 12 });
    let many = head;
    for (let i = 0; i < KEYS_ASKED_MAX; i++) many = withAsked(many, asked(`x${i}`));
    expect(many.asked?.map(({ issuer }) => issuer)).to.deep.equal(
      Array.from({ length: KEYS_ASKED_MAX }, (_, i) => `x${i}`),
    );
    expect(emptiedHead(head)).to.not.have.property('asked');
  });

  it('forgets the oldest removals beyond the bound, and who may have missed them', () => {
    let head = held(1);
    for (let i = 0; i <= KEPT_REMOVALS_MAX; i++) head = withoutKept(head, String(i));
    expect([head.removals.length, head.removals[0]?.id, head.forgotten]).to.deep.equal([KEPT_REMOVALS_MAX, '1', 2]);
    expect(refusal(readCursor(head, '1.1', NOW)), 'too old in time as well').to.equal('CURSOR_INVALID');
    const at = NOW.toString(36);
    expect(refusal(readCursor(head, `1.${at}`, NOW))).to.equal('CURSOR_INVALID');
    expect(readCursor(head, `2.${at}`, NOW)).to.equal(2);
  });

  it('reads a cursor as it gave it, within its time', () => {
    const head = held(40);
    const cursor = syncCursor(head, NOW);
    expect(readCursor(head, cursor, NOW)).to.equal(40);
    expect(readCursor(head, cursor, NOW + SYNC_CURSOR_MS)).to.equal(40);
    expect(refusal(readCursor(head, cursor, NOW + SYNC_CURSOR_MS + 1))).to.equal('CURSOR_INVALID');
    expect(refusal(readCursor(head, cursor, NOW - 1)), 'of the future').to.equal('CURSOR_INVALID');
    expect(refusal(readCursor(held(39), cursor, NOW)), 'of another wallet').to.equal('CURSOR_INVALID');
    for (const text of ['', '.', '1', '1.', '.1', 'A.1', '1.1.1', `${'z'.repeat(12)}.1`])
      expect(refusal(readCursor(head, text, NOW)), text).to.equal('CURSOR_INVALID');
  });

  it('takes no cursor of a wallet that was deleted, for the one that comes after it', () => {
    const head = held(3);
    const cursor = syncCursor(head, NOW);
    let later = emptiedHead(head);
    expect([later.count, later.removals]).to.deep.equal([0, []]);
    for (let i = 0; i < 3; i++) later = good(withKept(later));
    expect(refusal(readCursor(later, cursor, NOW))).to.equal('CURSOR_INVALID');
    expect(readCursor(later, syncCursor(later, NOW), NOW)).to.equal(later.change);
  });

  it('tells the removals since a change', () => {
    const head = withoutKept(withoutKept(held(2), 'a'), 'b');
    expect([removalsSince(head, 2), removalsSince(head, 3), removalsSince(head, 4)]).to.deep.equal([
      ...[['a', 'b'], ['b'], []],
    ]);
  });
});

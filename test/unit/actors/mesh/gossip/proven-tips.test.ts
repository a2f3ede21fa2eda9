// Which heads prove that dockets lack here, and for how long.
import { expect } from 'chai';
import { ProvenTips } from '../../../../../actors/mesh/gossip/proven-tips.js';
import type { RegisterState } from '../../../../../core/model/register.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { GossipLedger, headAt, ROSTER, recordOf, registerId } from '../../../../support/mesh/gossips.js';
import { promptClaims } from '../../../../support/node/ledger-world.js';
import { liar } from '../../../../support/register/evidence.js';

const ID = registerId(1);
const RECORD = recordOf(1);
const WEEK_MS = 7 * 24 * 3_600_000;

function scene() {
  const ledger = new GossipLedger();
  ledger.hold(RECORD, 3);
  let judged = 0;
  const verify: typeof promptClaims = (claims) => {
    judged++;
    return promptClaims(claims);
  };
  const clock = new VirtualClock();
  const heads = new ProvenTips({ clock, ledger, chain: ledger as never, verify });
  return { clock, ledger, heads, judged: () => judged };
}

describe('heads that a quorum signed', () => {
  it('are known until their docket is sealed here, and not judged again meanwhile', async () => {
    const { ledger, heads, judged } = scene();
    expect(heads.height(ID)).to.equal(-1);
    expect(await heads.onTold(RECORD, 'one', headAt(ID, 9))).to.equal('valid');
    expect(heads.height(ID)).to.equal(9);
    expect(await heads.onTold(RECORD, 'other', headAt(ID, 10))).to.equal(undefined);
    expect(judged()).to.equal(1);
    ledger.heights.set(ID, 8);
    expect(heads.height(ID)).to.equal(9);
    ledger.heights.set(ID, 9);
    expect(heads.height(ID)).to.equal(-1);
    expect(await heads.onTold(RECORD, 'other', headAt(ID, 10))).to.equal('valid');
  });

  it('are none where no quorum signed', async () => {
    const { clock, ledger, heads } = scene();
    const forged = headAt(ID, 9, { by: liar('somebody else') });
    expect(await heads.onTold(RECORD, 'liar', forged)).to.equal('unknown');
    const prevHash = ledger.docketAt(1, 3)?.hash;
    const next = headAt(ID, 4, { by: liar('somebody else'), ...(prevHash !== undefined && { prevHash }) });
    await clock.advance(10_000);
    expect(await heads.onTold(RECORD, 'liar', next)).to.equal('invalid');
    // Votes to prepare a docket decide nothing.
    const { certificate, ...head } = headAt(ID, 9);
    const prepared = { ...head, certificate: { ...certificate, kind: 'PREPARE' as const } };
    expect(await heads.onTold(RECORD, 'liar', prepared)).to.equal(undefined);
    const elsewhere = { ...head, certificate: { ...certificate, rosterHash: '1'.repeat(64) } };
    expect(await heads.onTold(RECORD, 'liar', elsewhere)).to.equal(undefined);
    expect(heads.height(ID)).to.equal(-1);
  });

  it('are forgotten where their dockets turn out to be of another branch, and with the register', async () => {
    const { heads } = scene();
    await heads.onTold(RECORD, 'one', headAt(ID, 9));
    heads.onParted(ID, 'other');
    expect(heads.height(ID)).to.equal(9);
    heads.onParted(ID, 'one');
    expect(heads.height(ID)).to.equal(-1);
    await heads.onTold(RECORD, 'one', headAt(ID, 9));
    heads.forget(ID);
    expect(heads.height(ID)).to.equal(-1);
  });

  it('are nothing any more once the roster that signed them is not the one here', async () => {
    const { ledger, heads } = scene();
    const told = ledger.state;
    const changed = { validators: [liar('another validator').seat] };
    expect(await heads.onTold(RECORD, 'removed member', headAt(ID, 1_000_000))).to.equal('valid');
    expect(heads.height(ID)).to.equal(1_000_000);
    // The same roster, read from the disk again.
    ledger.state = (id) => ({ ...(told(id) as RegisterState), roster: structuredClone(ROSTER) });
    expect(heads.height(ID)).to.equal(1_000_000);
    ledger.state = (id) => ({ ...(told(id) as RegisterState), roster: changed });
    expect(heads.height(ID)).to.equal(-1);
  });

  it('are none of a register that was founded anew under the same id while one was judged', async () => {
    const { ledger, heads } = scene();
    const judged = heads.onTold(RECORD, 'one', headAt(ID, 9));
    heads.forget(ID);
    const told = ledger.state;
    ledger.state = (id) => ({ ...(told(id) as RegisterState), genesisHash: '1'.repeat(64) });
    await judged;
    expect(heads.height(ID)).to.equal(-1);
  });

  it('are looked for in vain once in a while, and not with every lie', async () => {
    const { clock, heads, judged } = scene();
    const forged = (height: number) => headAt(ID, height, { by: liar('somebody else') });
    for (let i = 0; i < 20; i++) await heads.onTold(RECORD, 'liar', forged(9 + i));
    expect(judged()).to.equal(1);
    expect(await heads.onTold(RECORD, 'honest', headAt(ID, 9))).to.equal('valid');
    heads.forget(ID);
    await clock.advance(10_000);
    expect(await heads.onTold(RECORD, 'liar', headAt(ID, 9))).to.equal('valid');
  });

  it('are looked for again after as long where the clock was set back meanwhile', async () => {
    const { clock, heads } = scene();
    clock.setMs = WEEK_MS;
    await heads.onTold(RECORD, 'liar', headAt(ID, 9, { by: liar('somebody else') }));
    clock.setMs = 0;
    await clock.advance(10_000);
    expect(await heads.onTold(RECORD, 'liar', headAt(ID, 9))).to.equal('valid');
  });
});

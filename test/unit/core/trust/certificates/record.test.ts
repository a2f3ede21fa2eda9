// Which certificate of a wallet is in force, and which one takes uses from which.
import { expect } from 'chai';
import {
  type CertificateRecord,
  certificateStatus,
  daysOf,
  isDue,
  isToldOf,
  recordInForce,
  supersede,
  supersedeOthers,
} from '../../../../../core/trust/certificates/record.js';

const BOTH = ['credentials', 'requests'] as const;
const record = (changes: Partial<CertificateRecord> = {}): CertificateRecord => ({
  ...{ id: 'a', organisationId: 'o', wallet: 'w', provenance: 'Internal', boundKeySource: 'Primary' },
  ...{ uses: BOTH, inForce: BOTH, chain: [], anchor: { kind: 'authority', sha256: '00' } },
  ...{ notBeforeMs: 100, notAfterMs: 200, createdAtMs: 100 },
  ...changes,
});
const imported = (changes: Partial<CertificateRecord> = {}) =>
  record({ id: 'i', provenance: 'Imported', anchor: { kind: 'confirmed', sha256: '01' }, ...changes });
const listed = (changes: Partial<CertificateRecord> = {}) =>
  imported({ id: 'l', anchor: { kind: 'list', sha256: '02', trustListId: 'eu' }, ...changes });

describe('certificates of a wallet', () => {
  it('are active up to their last moment, then expired, and superseded for ever', () => {
    expect([100, 200, 201].map((at) => certificateStatus(record(), at))).to.deep.equal([
      ...['Active', 'Active', 'Expired'],
    ]);
    expect(certificateStatus(record({ inForce: [] }), 150)).to.equal('Superseded');
    expect(certificateStatus(record({ inForce: [] }), 201)).to.equal('Superseded');
  });

  it('are due in the last third of a short life, or told of once, where they are in force', () => {
    const [own, other] = [record({ notBeforeMs: 0, notAfterMs: 300 }), imported({ notBeforeMs: 0, notAfterMs: 300 })];
    expect([200, 201].map((at) => isDue(own, at))).to.deep.equal([false, true]);
    expect([200, 201].map((at) => isToldOf(other, at))).to.deep.equal([false, true]);
    expect([isDue(other, 201), isToldOf(own, 201)]).to.deep.equal([false, false]);
    expect([isDue({ ...own, inForce: [] }, 201), isToldOf({ ...other, inForce: [] }, 201)]).to.deep.equal([
      false,
      false,
    ]);
    expect(isToldOf({ ...other, toldAtMs: 1 }, 201)).to.equal(false);
    const day = 86_400_000;
    const year = { ...own, notAfterMs: 365 * day };
    expect([335 * day, 335 * day + 1].map((at) => isDue(year, at))).to.deep.equal([false, true]);
    expect(daysOf(year)).to.equal(365);
  });

  it('lose uses, and are superseded with the last one', () => {
    const once = supersede(record(), ['requests'], 150);
    expect([once.inForce, once.supersededAtMs]).to.deep.equal([['credentials'], undefined]);
    expect(supersede(once, ['requests'], 160)).to.equal(once);
    expect(supersede(once, BOTH, 160)).to.include({ supersededAtMs: 160 });
  });

  it('take the uses of those of their provenance alone', () => {
    const added = imported({ id: 'n', uses: ['requests'], createdAtMs: 150 });
    const changed = supersedeOthers(added, [record(), imported(), imported({ id: 'old', inForce: [] })]);
    expect(changed.map(({ id, inForce }) => [id, ...inForce])).to.deep.equal([['i', 'credentials']]);
  });

  it('are found by use and time, the newest of those that are wanted most', () => {
    const found = (asked: Partial<Parameters<typeof recordInForce>[1]>, records = [record(), imported(), listed()]) =>
      recordInForce(records, { use: 'credentials', atMs: 150, ...asked })?.id;
    expect(found({ trustAnchor: 'register' })).to.equal('a');
    expect(found({ trustAnchor: 'x509-lotl' })).to.equal('l');
    expect(found({}, [record({ createdAtMs: 140 }), imported()])).to.equal('i');
    expect(found({}, [record()])).to.equal('a');
    expect(found({}, [record(), record({ id: 'b', createdAtMs: 120 })])).to.equal('b');
    expect(found({ trustAnchor: 'x509-lotl' }, [record(), imported()])).to.equal(undefined);
    expect(found({ trustAnchor: 'register' }, [imported()])).to.equal(undefined);
    expect([99, 100, 200, 201].map((atMs) => found({ atMs }, [record()]))).to.deep.equal([
      ...[undefined, 'a', 'a', undefined],
    ]);
    expect(found({ use: 'requests' }, [record({ inForce: ['credentials'] })])).to.equal(undefined);
  });
});

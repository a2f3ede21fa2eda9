// Openings of instances: found at once, durable with the commit, and bounded a person.
import { expect } from 'chai';
import { INSTANCE_OPENINGS_MAX } from '../../../../../core/base/limits/node/inbox.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { InstanceOpenings } from '../../../../../storage/tables/workflow/instances.js';

describe('InstanceOpenings', () => {
  const opening = (instanceId: string, openedBy = 'ada') => ({
    instanceId,
    registerId: 'r',
    blueprintId: 'b',
    publicationTxId: 'p',
    organisationId: 'o',
    openedBy,
    openedAtMs: 1,
  });

  it('are found as they were kept, from the store too', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    await journal.commit(new InstanceOpenings(kv, journal).add(opening('one')));
    expect(new InstanceOpenings(kv, kv).find('one')).to.deep.equal(opening('one'));
    expect(new InstanceOpenings(kv, kv).find('two')).to.equal(undefined);
  });

  it('of one person are bounded: the oldest goes, and those of others stay', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const openings = new InstanceOpenings(kv, journal);
    await journal.commit(openings.add(opening('of bob', 'bob')));
    for (let i = 0; i <= INSTANCE_OPENINGS_MAX; i++) await journal.commit(openings.add(opening(`${i}`)));
    expect(openings.find('0')).to.equal(undefined);
    expect(openings.find('1')).to.deep.equal(opening('1'));
    expect(openings.find(`${INSTANCE_OPENINGS_MAX}`)).to.deep.equal(opening(`${INSTANCE_OPENINGS_MAX}`));
    expect(openings.find('of bob')).to.deep.equal(opening('of bob', 'bob'));
  });
});

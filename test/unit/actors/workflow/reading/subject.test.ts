// The name of an instance in a list: a long opening is not opened for it, because anybody may send many to a wallet.
import { expect } from 'chai';
import { subjectOf } from '../../../../../actors/workflow/reading/subject.js';
import { SUBJECT_READ_BYTES_MAX } from '../../../../../core/base/limits/node/reading.js';

describe('actors/workflow/reading/subject', () => {
  const named = { type: 'object', properties: { street: { type: 'string', 'x-subject': true } } };
  const definition = { participants: [], actions: [{ id: 1, sender: 'a', title: 'Open', dataSchemas: [named] }] };
  const askOf = (length: number) => {
    let opened = 0;
    const first = { transaction: { header: { actionId: '1' }, bytes: { length } } };
    const ports = {
      chain: {
        transaction: () => first,
        view: () => {
          opened += 1;
          throw new Error('it is opened');
        },
      },
    };
    const ask = { firstTransactionId: 'ab', definition, reader: { address: 'w', wallet: {} }, languages: [] };
    return subjectOf(ports as never, { reg: 1, id: 'r' } as never, ask as never).then(
      (name) => ({ name, opened }),
      () => ({ name: undefined, opened: Math.max(1, opened) }),
    );
  };

  it('is not read from a long opening', async () => {
    expect(await askOf(SUBJECT_READ_BYTES_MAX + 1)).to.eql({ name: undefined, opened: 0 });
    expect((await askOf(SUBJECT_READ_BYTES_MAX)).opened).to.equal(1);
  });
});

// The methods and streams of all hubs as operations: their arguments are compiled at the first call only, so each is
// called here with too many and with what is no list.
import { expect } from 'chai';
import { Refusal } from '../../../../api/define.js';
import { methodsOf, streamsOf } from '../../../../api/hubs/methods.js';
import { hubs } from '../../../../api/hubs/table.js';
import type { IncomingCall } from '../../../../api/requests/incoming.js';
import { DEFAULT_RATES, Limiters } from '../../../../api/requests/rate.js';

describe('the methods of hubs', () => {
  const limiters = new Limiters(DEFAULT_RATES, () => 0);
  const session = () => {
    throw new Error('no method runs');
  };

  for (const hub of hubs)
    for (const [name, { id, validate }] of [...methodsOf(hub, { limiters, session }), ...streamsOf(hub, { limiters })])
      it(`${hub.name}: ${name} refuses arguments that do not fit`, () => {
        for (const body of [undefined, 'text', Array.from({ length: 20 }, () => 'one')]) {
          const refusal = validate({ body } as unknown as IncomingCall) as Refusal;
          expect(refusal, id).to.be.instanceOf(Refusal);
          expect(refusal.issues.map(({ code }) => code)).to.deep.equal(['HUB_ARGUMENTS_INVALID']);
        }
      });
});

// The authority of a node is made once, and again where that failed.
import { expect } from 'chai';
import { TrustAuthority } from '../../../../actors/trust/trust-authority.js';
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import { memoryKv } from '../../../../storage/engine/memory.js';

describe('actors/trust/trust-authority', () => {
  it('is asked for anew where its key could not be used, by an answer or by a fault', async () => {
    let asked = 0;
    const authority = new TrustAuthority({
      clock: { now: () => 0 },
      kv: memoryKv(),
      keystore: {
        nodeKey: async () => {
          if (++asked === 2) throw new Error('a fault');
          return {} as never;
        },
        use: async () => fail(issue('WALLET_LOCKED', '', 'It opens nothing.')),
        signFormatted: async () => fail(issue('WALLET_LOCKED', '', 'It signs nothing.')),
      },
      commit: async () => undefined,
    });
    const refused = fail(issue('WALLET_LOCKED', '', 'It opens nothing.'));
    expect(await authority.certificate()).to.deep.equal(refused);
    const fault = await authority.certificate().catch((error: Error) => error.message);
    expect(fault).to.equal('a fault');
    expect(await authority.certificate()).to.deep.equal(refused);
    expect(asked).to.equal(3);
  });
});

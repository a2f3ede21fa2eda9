// The certificate that a docket comes with has to be the one that decided it: of COMMIT votes, of this docket, of this
// height, by a quorum.
import { expect } from 'chai';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { VoteKind } from '../../../../core/consensus/types.js';
import type { Certificate, SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { issuesOf } from '../../../support/base/results.js';
import { rekey } from '../../../support/mesh/mesh-governance.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import {
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  promptVerifier,
  REGISTER_ID,
  signerOf,
} from '../../../support/node/ledger-world.js';
import { chainOf, docketsOf, replicaOf } from '../../../support/node/replica.js';

const AT = 3;
/** The only validator of the chain. */
const SEAT = signerOf('seat');

async function* listed(dockets: readonly SealedDocket[]) {
  yield* dockets;
}

describe('a docket that another node brings', () => {
  let from: LedgerWorld;
  before(async () => {
    from = await chainOf(5);
  });

  /** Votes of the only validator over what is given, with signatures that verify. */
  function voted(about: { kind: VoteKind; height: number; docketHash: string }): Certificate {
    const { genesisHash, roster } = mustState(from);
    const voter = SEAT.validatorId;
    const given = { registerId: REGISTER_ID, genesisHash, round: 0, rosterHash: rosterHashOf(roster), voter };
    const vote = { ...given, ...about, approve: true, code: '' };
    return certificateOf([{ ...vote, signature: SEAT.sign(voteDigest(vote)) }], roster);
  }

  const WRONG: Readonly<Record<string, (sealed: SealedDocket) => Certificate>> = {
    // One PREPARE vote is a whole PREPARE certificate in majority mode: it would seal on the word of the proposer
    // alone.
    'of PREPARE votes': ({ docket: { header, hash } }) =>
      voted({ kind: 'PREPARE', height: header.height, docketHash: hash }),
    'of another docket': ({ docket: { header } }) =>
      voted({ kind: 'COMMIT', height: header.height, docketHash: 'a'.repeat(64) }),
    'of another height': ({ docket: { hash } }) => voted({ kind: 'COMMIT', height: AT + 1, docketHash: hash }),
    'with a signature of another vote': ({ certificate, docket: { header } }) => {
      const other = voted({ kind: 'COMMIT', height: header.height, docketHash: 'a'.repeat(64) });
      return { ...certificate, signatures: other.signatures };
    },
  };

  for (const mode of ['all', 'certified'] as const)
    for (const [name, certificate] of Object.entries(WRONG))
      it(`is not stored with a certificate ${name}, where ${mode} signatures count`, async () => {
        const replica = await replicaOf(from);
        const lie = (sealed: SealedDocket) =>
          sealed.docket.header.height === AT ? { ...sealed, certificate: certificate(sealed) } : sealed;
        const done = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 1, lie), mode);
        expect([done.height, done.issues[0]?.code]).to.deep.equal([AT - 1, 'CERTIFICATE_INVALID']);
        expect(replica.chain.docketAt(1, AT)).to.equal(undefined);
        const whole = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, AT), mode);
        expect([whole.height, whole.issues]).to.deep.equal([5, []]);
      });

  it('is judged under the roster of its height where it was verified ahead of a change', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'three');
    const pin = await mesh.found(['one', 'two', 'three']);
    for (const [i, name] of ['one', 'two', 'three'].entries()) {
      await rekey(mesh, 'one', name);
      await mesh.submit('one', mesh.action('one', pin, i));
      await mesh.clock.advance(1000);
    }
    const chain = await mesh.chain('one');
    const reader = await ledgerWorld({ keys: keysOf('reader'), clock: mesh.clock });
    await reader.ledger.follow({ genesis: chain[0]!, advertise: false });
    const done = await reader.ledger.adoptRange(REGISTER_ID, listed(chain.slice(1)), 'all');
    expect([done.height, done.issues]).to.deep.equal([mesh.state('one').height, []]);
  });

  it('is durable when the range that brought it ends', async () => {
    const kv = memoryKv();
    const slow = async (ops: readonly KvOp[]) => {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      await kv.write(ops);
    };
    const replica = await replicaOf(from, { kv: { ...kv, write: slow } });
    const done = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 1), 'certified');
    expect(replica.chain.docketAt(1, done.height)?.hash).to.equal(mustState(from).hash);
    expect([done.adopted, done.height]).to.deep.equal([5, 5]);
  });

  it('costs no signature of a transaction while its certificate does not hold', async () => {
    let asked = 0;
    const check = async (tx: Transaction) => {
      asked++;
      return promptVerifier.verify(tx);
    };
    const replica = await replicaOf(from, { verifier: { ...promptVerifier, verify: check } });
    const sealed = (await docketsOf(from, 1).next()).value as SealedDocket;
    asked = 0;
    for (const lie of Object.values(WRONG)) {
      const found = await replica.ledger.adopt(REGISTER_ID, { ...sealed, certificate: lie(sealed) });
      expect(issuesOf(found)).to.have.nested.property('[0].code', 'CERTIFICATE_INVALID');
    }
    expect(asked).to.equal(0);
    expect(await replica.ledger.adopt(REGISTER_ID, sealed)).to.equal('sealed');
    expect(asked).to.be.above(0);
  });
});

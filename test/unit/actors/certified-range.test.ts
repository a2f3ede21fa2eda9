// Ranges whose transactions are read as their quorum sealed them: the same rows as of any other range, and nothing of
// what its certificate does not cover.
import { expect } from 'chai';
import type { CertifiedWork } from '../../../actors/ports.js';
import type { SealedDocket } from '../../../core/model/register.js';
import { bodyRootOf, txRootOf } from '../../../core/register/body-roots.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { rowRange } from '../../../storage/keys/chain-keys.js';
import { readAsSealed } from '../../support/cells/read-as-sealed.js';
import { promptClaims, REGISTER_ID } from '../../support/node/ledger-world.js';
import { chainOf, docketsOf, replicaOf } from '../../support/node/replica.js';

describe('a range of certified dockets', () => {
  it('stores the same rows of dockets that are read as their quorum sealed them, and nothing of a lie', async () => {
    const from = await chainOf(6);
    const rows = async (read: boolean) => {
      const kv = memoryKv();
      const replica = await replicaOf(from, { kv });
      const done = await replica.ledger.adoptRange(
        REGISTER_ID,
        docketsOf(from, 1, read ? readAsSealed : undefined),
        'certified',
      );
      expect([done.height, done.issues]).to.deep.equal([6, []]);
      const found: string[] = [];
      for (const row of ['body', 'transaction', 'location', 'state', 'head', 'walletCount', 'blueprintCount'] as const)
        for await (const [key, value] of kv.range(rowRange(row)))
          found.push(`${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
      return found;
    };
    expect(await rows(true)).to.deep.equal(await rows(false));
    for (const [place, code] of [
      ['"sequence":', 'DOCKET_ROOT_MISMATCH'],
      ['"createdAt":"202', 'DOCKET_ROOT_MISMATCH'],
      ['"signatureValue":"', 'DOCKET_ROOT_MISMATCH'],
    ] as const) {
      const replica = await replicaOf(from);
      const lie = (sealed: SealedDocket): SealedDocket => {
        if (sealed.docket.header.height !== 4) return readAsSealed(sealed);
        const transactions = sealed.docket.transactions.map((tx) => {
          const bytes = Buffer.from(tx.bytes);
          const at = bytes.indexOf(place) + place.length;
          bytes[at] = bytes[at] === 0x39 ? 0x38 : 0x39;
          return { ...tx, bytes };
        });
        return readAsSealed({ ...sealed, docket: { ...sealed.docket, transactions } });
      };
      const done = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 1, lie), 'certified');
      expect([done.adopted, done.height]).to.deep.equal([3, 3]);
      expect(done.issues.map((found) => found.code)).to.include(code);
      const whole = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 4, readAsSealed), 'all');
      expect([whole.height, whole.issues[0]?.code]).to.deep.equal([3, 'NODE_UNAVAILABLE']);
    }
  });

  it('believes what other threads say of it, and judges by itself what they do not say', async () => {
    const from = await chainOf(5);
    const asked = { claims: 0, roots: 0 };
    const told = async (work: { readonly good: boolean; readonly roots: 'right' | 'wrong' | 'none' }) => {
      const certifiedWork: CertifiedWork = {
        claims: async (claims) => {
          asked.claims += claims.length;
          return work.good && promptClaims(claims);
        },
        roots: async (transactions) => {
          asked.roots++;
          if (work.roots === 'none') return undefined;
          const last = work.roots === 'wrong' && asked.roots % 5 === 3 ? 'f'.repeat(64) : undefined;
          return { txRoot: txRootOf(transactions), bodyRoot: last ?? bodyRootOf(transactions) };
        },
      };
      const replica = await replicaOf(from, { certifiedWork });
      return async (mode: 'all' | 'certified') => {
        const done = await replica.ledger.adoptRange(
          REGISTER_ID,
          docketsOf(from, 1, mode === 'certified' ? readAsSealed : undefined),
          mode,
        );
        return [done.height, done.issues[0]?.code];
      };
    };
    for (const roots of ['right', 'none'] as const) {
      const adopt = await told({ good: true, roots });
      Object.assign(asked, { claims: 0, roots: 0 });
      expect(await adopt('certified'), roots).to.deep.equal([5, undefined]);
      expect(asked, roots).to.deep.equal({ claims: 5, roots: 5 });
    }
    const forged = await told({ good: false, roots: 'right' });
    expect(await forged('certified')).to.deep.equal([0, 'CERTIFICATE_INVALID']);
    Object.assign(asked, { claims: 0, roots: 0 });
    expect(await forged('all'), 'judged whole, by itself').to.deep.equal([5, undefined]);
    expect(asked).to.deep.equal({ claims: 0, roots: 0 });
    const spoilt = await told({ good: true, roots: 'wrong' });
    expect(await spoilt('certified')).to.deep.equal([2, 'DOCKET_ROOT_MISMATCH']);
  });
});

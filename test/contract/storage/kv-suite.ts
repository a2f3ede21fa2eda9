// The promises of every engine under the Kv port, as one mocha suite run on each of them.
import { expect } from 'chai';
import type { Kv, KvOp } from '../../../storage/engine/kv.js';

const bytes = (...values: number[]): Uint8Array => Buffer.from(values);
const put = (key: Uint8Array, value: Uint8Array): KvOp => ({ key, value });

async function collect(kv: Kv, range: Parameters<Kv['range']>[0]): Promise<string[]> {
  const out: string[] = [];
  for await (const [key, value] of kv.range(range))
    out.push(`${Buffer.from(key).toString('hex')}=${Buffer.from(value).toString('hex')}`);
  return out;
}

export function kvSuite(name: string, open: () => Promise<Kv>): void {
  describe(`${name} as a Kv`, () => {
    let kv: Kv;
    beforeEach(async () => {
      kv = await open();
    });
    afterEach(async () => {
      await kv.close();
    });

    it('gives undefined for a missing key and the bytes for a present one', async () => {
      expect(kv.getSync(bytes(1))).to.equal(undefined);
      await kv.write([put(bytes(1), bytes(0, 255, 7))]);
      expect([...kv.getSync(bytes(1))!]).to.deep.equal([0, 255, 7]);
      await kv.write([put(bytes(1), bytes())]);
      expect(kv.getSync(bytes(1))!.length).to.equal(0);
    });

    it('applies the operations of a batch in order', async () => {
      await kv.write([
        put(bytes(1), bytes(1)),
        { key: bytes(1), value: undefined },
        put(bytes(2), bytes(1)),
        put(bytes(2), bytes(2)),
        { key: bytes(3), value: undefined },
        put(bytes(3), bytes(3)),
      ]);
      expect(await collect(kv, { gte: bytes(0), lt: bytes(9) })).to.deep.equal(['02=02', '03=03']);
    });

    it('shows a write once it resolves', async () => {
      expect(kv.getSync(bytes(1))).to.equal(undefined);
      // LevelDB writes on a thread of its own, so that a reader may see it before.
      await kv.write([put(bytes(1), bytes(1))]);
      expect(kv.getSync(bytes(1))).to.not.equal(undefined);
    });

    it('gives ranges in byte order, both ways, half-open and limited', async () => {
      const keys = [bytes(1), bytes(1, 0), bytes(1, 255), bytes(2), bytes(128), bytes(255)];
      await kv.write([...keys].reverse().map((key) => put(key, bytes(9))));
      const all = ['01=09', '0100=09', '01ff=09', '02=09', '80=09', 'ff=09'];
      expect(await collect(kv, { gte: bytes(), lt: bytes(255, 255) })).to.deep.equal(all);
      expect(await collect(kv, { gte: bytes(1, 0), lt: bytes(128) })).to.deep.equal(all.slice(1, 4));
      expect(await collect(kv, { gte: bytes(1, 0), lt: bytes(128), reverse: true, limit: 2 })).to.deep.equal([
        '02=09',
        '01ff=09',
      ]);
      expect(await collect(kv, { gte: bytes(2), lt: bytes(255), keysOnly: true })).to.deep.equal(['02=', '80=']);
      expect(await collect(kv, { gte: bytes(3), lt: bytes(3) })).to.deep.equal([]);
      expect(await collect(kv, { gte: bytes(0), lt: bytes(255), limit: 0 })).to.deep.equal([]);
    });

    it('ranges over a snapshot, and over more entries than one fetch', async () => {
      const key = (i: number): Uint8Array => bytes(1, i >> 8, i & 255);
      await kv.write(Array.from({ length: 700 }, (_, i) => put(key(i), bytes(1))));
      let seen = 0;
      for await (const [, value] of kv.range({ gte: bytes(1), lt: bytes(2) })) {
        if (seen === 0)
          await kv.write([put(key(699), bytes(2)), { key: key(500), value: undefined }, put(key(900), bytes(1))]);
        expect(value[0]).to.equal(1);
        seen += 1;
      }
      expect(seen).to.equal(700);
      expect((await collect(kv, { gte: bytes(1), lt: bytes(2) })).length).to.equal(700);
    });

    it('ends a range that is left early', async () => {
      await kv.write([put(bytes(1), bytes(1)), put(bytes(2), bytes(2))]);
      for await (const [key] of kv.range({ gte: bytes(0), lt: bytes(9) })) {
        expect(key[0]).to.equal(1);
        break;
      }
      await kv.write([put(bytes(1), bytes(3))]);
      expect(kv.getSync(bytes(1))![0]).to.equal(3);
    });

    it('gets many keys at once, in their order', async () => {
      await kv.write([put(bytes(1), bytes(1)), put(bytes(3), bytes(3))]);
      const values = await kv.getMany([bytes(3), bytes(2), bytes(1)]);
      expect(values.map((value) => value?.[0])).to.deep.equal([3, undefined, 1]);
    });

    it('refuses to write after it was closed', async () => {
      await kv.close();
      let refused = false;
      await kv.write([put(bytes(1), bytes(1))]).catch(() => {
        refused = true;
      });
      expect(refused).to.equal(true);
    });
  });
}

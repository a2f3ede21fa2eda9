// The bounds of a transfer of files at a node: chunks at the rate of the policy Strict with one whole file at once; a
// few downloads of a caller at a time; none for a reader that takes nothing.
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { DOWNLOADS_CALLER_MAX, FILE_CHUNKS_BURST } from '../../../../core/base/limits/node/files.js';
import { exampleOrders } from '../../ledger/fixtures.js';
import { aWorld, NO_LIMITS, type World } from '../../world/world.js';
import { aFile, anActionWith, upload } from './files.js';

describe('limits of files', () => {
  let world: World;
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.close();
  });

  it('the largest file comes at once, and more of them at the rate of the policy', async () => {
    world = await aWorld({ rates: { ...NO_LIMITS, strict: 5 } });
    const file = aFile(Array.from({ length: FILE_CHUNKS_BURST + 1 }, (_, i) => `part ${i}`));
    for (let i = 0; i < FILE_CHUNKS_BURST; i++)
      expect((await upload(world, file, i)).status, `chunk ${i}`).to.equal(201);
    const refused = await upload(world, file, FILE_CHUNKS_BURST);
    expect([refused.status, refused.json.code]).to.deep.equal([429, 'RATE_LIMITED']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).to.be.within(11, 12);
    world.advance(wait * 1000);
    expect((await upload(world, file, FILE_CHUNKS_BURST)).status).to.equal(201);
    expect((await upload(world, file, FILE_CHUNKS_BURST)).status).to.equal(429);
  });

  it('a caller has a few downloads at a time, and one that takes nothing loses them', async () => {
    world = await aWorld({ stallMs: 3000 });
    // More than the buffers between the two ends take.
    const file = aFile(Array.from({ length: 4 }, (_, i) => String(i).repeat(FILE_CHUNK_BYTES_MAX)));
    for (let i = 0; i < 4; i++) expect((await upload(world, file, i)).status).to.equal(201);
    const tx = await anActionWith(world, [file]);
    const { registerId } = await exampleOrders(world);
    const path = `/api/files/${EXAMPLE.walletAddress}/${registerId}/${tx}/${file.manifest.fileId}`;
    const authorization = `Bearer ${await world.token('administrator')}`;
    const url = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }));
    /** Takes the begin of the answer, which has its place from then on, and nothing more. */
    const idle = async (): Promise<Socket> => {
      const socket = connect(Number(url.port), url.hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`);
      await new Promise((begun) => socket.once('data', begun));
      return socket.pause();
    };
    const ask = async () => {
      const answer = await fetch(new URL(path, url), { headers: { authorization } });
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    };
    const idlers = await Promise.all(Array.from({ length: DOWNLOADS_CALLER_MAX }, idle));
    const until = Date.now() + 30_000;
    expect((await ask()).status).to.equal(429);
    while ((await ask()).status === 429 && Date.now() < until) await new Promise((done) => setTimeout(done, 100));
    expect(await ask()).to.deep.equal({ status: 200, bytes: file.manifest.size });
    for (const socket of idlers) socket.destroy();
  });
});

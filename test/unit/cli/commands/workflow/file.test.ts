// The upload of a file goes on after each failure that passes by itself, no sooner than the node says. It ends at every
// other one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { mayPass } from '../../../../../api/client/passing.js';
import { CHUNK_TRIES_MAX, freshManifest, readAttachment } from '../../../../../cli/workflow/attachments.js';
import { codeRow, ISSUE_CODES } from '../../../../../core/base/codes/table.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../../../core/base/limits/ledger/disclosure.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, problem, whole } from '../../../../support/program/command.js';
import type { FakeOptions, Request } from '../../../../support/program/terminal.js';

const taken = 'taken';
const RETRY_SECONDS = 7;

describe('cli/commands/workflow/file: upload', () => {
  const folder = folderOfAll();

  /** Uploads `size` bytes to a node that gives these answers to chunks in turn, and takes each one after them. */
  async function uploaded(size: number, answers: readonly unknown[], options: FakeOptions = {}) {
    const file = join(folder, 'plans.zip');
    writeFileSync(file, new Uint8Array(size));
    const manifest = freshManifest(await readAttachment(file));
    writeFileSync(`${file}.manifest`, JSON.stringify(manifest));
    const sent: number[] = [];
    const chunk = ({ body }: Request) => {
      const { chunkIndex } = JSON.parse(body) as { readonly chunkIndex: number };
      sent.push(chunkIndex);
      const answer = answers[sent.length - 1] ?? taken;
      return answer === taken ? whole(201, { nextChunkIndex: chunkIndex + 1 }) : answer;
    };
    const unknown = problem(404, 'UPLOAD_NOT_FOUND', 'There is none.');
    const stated = { [`GET /api/file-chunks/${manifest.fileId}`]: unknown, 'POST /api/file-chunks': chunk };
    return { ...(await called(['file', 'upload', file], stated, options)), sent };
  }

  it('waits as long as each refusal asks whose status is on the one list, and ends at each other', async () => {
    const rows = ISSUE_CODES.map((code) => [code, codeRow(code)] as const);
    const statuses = new Map(rows.map(([code, { status }]) => [status, code]));
    expect([...statuses.keys()]).to.include.members([409, 413, 429, 500, 502, 503]);
    for (const [status, code] of statuses) {
      const refused = problem(status, code, 'Not yet.', { 'retry-after': `${RETRY_SECONDS}` });
      const { exit, sent, pauses, err } = await uploaded(1, [refused]);
      const passes = mayPass({ status });
      expect([exit === 0, sent, pauses], code).to.deep.equal(
        passes ? [true, [0, 0], [RETRY_SECONDS * 1000]] : [false, [0], []],
      );
      if (passes) expect(err).to.contain('Not yet. Asking on.\n');
    }
  });

  it('sends the same chunk again where no answer came, or one of a proxy, and says so once each time', async () => {
    const away = new TypeError('fetch failed');
    const answers = [away, away, taken, whole(502, 'Bad Gateway')];
    const { exit, sent, pauses, err } = await uploaded(FILE_CHUNK_BYTES_MAX + 1, answers);
    expect([exit, sent, pauses]).to.deep.equal([0, [0, 0, 0, 1, 1], [1000, 1000, 1000]]);
    expect(err.match(/Asking on\./g)).to.have.length(2);
  });

  it('ends with the refusal where a chunk is never taken, and where Ctrl-C comes', async () => {
    const full = problem(503, 'NODE_DRAINING', 'The node stops.');
    const { exit, sent, err } = await uploaded(1, new Array(CHUNK_TRIES_MAX).fill(full));
    expect([exit, sent.length]).to.deep.equal([1, CHUNK_TRIES_MAX]);
    expect(err).to.contain('NODE_DRAINING');
    expect((await uploaded(1, [full, full], { pausesMax: 1 })).sent).to.have.length(1);
  });
});

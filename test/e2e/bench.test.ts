// The bench as a program reads it: rows with every figure, measured on a real node. Says nothing about how fast it is.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const PROGRAM = 'dist/run/quorate.js';

describe('bench', () => {
  it('gives a row for each load, with ratios to the floor of the same run', async function () {
    this.timeout(120_000);
    const call = ['bench', '--json', '--concurrency', '4', '--batch', '1,5', '--transactions', '200', '--seconds', '2'];
    const { stdout } = await run(process.execPath, [PROGRAM, ...call]);
    const rows = JSON.parse(stdout) as Record<string, number | string>[];
    expect(rows.map((row) => [row.nodes, row.mode, row.batch, row.concurrency])).to.deep.equal([
      [1, 'majority', 1, 4],
      [1, 'majority', 5, 4],
    ]);
    for (const row of rows) {
      expect(Object.keys(row)).to.have.members([
        'scenario',
        'nodes',
        'mode',
        'batch',
        'concurrency',
        'sealedPerSecond',
        'p50Ms',
        'p99Ms',
        'refused',
        'cpuMicrosPerTx',
        'fsyncsPerSecond',
        'bytesPerTx',
        'verifyPerSecondCore',
        'ratio',
      ]);
      expect(row.sealedPerSecond).to.be.greaterThan(0);
      expect(row.fsyncsPerSecond).to.be.greaterThan(0);
      expect(row.p99Ms).to.be.at.least(row.p50Ms as number);
      expect(row.ratio).to.be.closeTo((row.sealedPerSecond as number) / (row.verifyPerSecondCore as number), 0.001);
    }
  });

  it('sets actions beside the plain transactions of the same load', async function () {
    this.timeout(120_000);
    const call = [
      'bench',
      '--json',
      '--scenario',
      'workflow',
      '--concurrency',
      '4',
      '--transactions',
      '100',
      '--seconds',
      '2',
    ];
    const { stdout } = await run(process.execPath, [PROGRAM, ...call]);
    const [plain, actions] = JSON.parse(stdout) as [Record<string, number | string>, Record<string, number | string>];
    expect([plain.scenario, actions.scenario]).to.deep.equal(['plain', 'workflow']);
    expect(plain).to.not.have.property('toPlain');
    const ratio = (actions.sealedPerSecond as number) / (plain.sealedPerSecond as number);
    expect(actions.toPlain).to.be.closeTo(ratio, 0.001);
  });

  it('refuses loads that make no sense, before it starts anything', async () => {
    const failed = await run(process.execPath, [PROGRAM, 'bench', '--batch', '0']).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed?.code).to.equal(2);
    expect(failed?.stderr).to.contain('--batch takes whole numbers');
  });
});

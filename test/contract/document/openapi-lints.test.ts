// The OpenAPI documents of the listeners, judged by two linters, each a process of its own.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { checkOf } from '../world/document-check.js';

const run = promisify(execFile);

/**
 * Successes and examples are judged in openapi.test.ts: an operation that the specification names and that answers 501
 * has no success; spectral compiles the schemas of each example anew, in half of its time. Paths that the specification
 * names, such as /api/organizations/validate-subdomain/{subdomain}, meet those with an id in that place, which is a
 * UUID and no word.
 */
const OFF = {
  spectral: ['operation-success-response', 'oas3-valid-media-example'],
  redocly: ['operation-2xx-response', 'no-ambiguous-paths'],
};

describe('the OpenAPI documents', () => {
  const LINTS = {
    redocly: { args: ['lint', '--format=json'], settings: 'redocly.yaml', base: 'recommended' },
    spectral: {
      args: ['lint', '--fail-severity=hint', '--format=json'],
      settings: '.spectral.json',
      base: 'spectral:oas',
    },
  } as const;
  for (const tool of ['redocly', 'spectral'] as const) {
    it(`pass ${tool} without a warning`, async function () {
      // Seconds of work, by a process of its own: on a busy machine they take a minute.
      this.timeout(300_000);
      const program = join(process.cwd(), 'node_modules/.bin', tool);
      if (!existsSync(program)) return this.skip();
      const folder = mkdtempSync(join(tmpdir(), 'quorate-openapi-'));
      try {
        const files = (['public', 'internal', 'workload'] as const).map((listener) => {
          const file = join(folder, `${listener}.json`);
          writeFileSync(file, JSON.stringify(checkOf(listener).document, null, 2));
          return file;
        });
        const { args, settings, base } = LINTS[tool];
        const rules = Object.fromEntries(OFF[tool].map((rule) => [rule, 'off']));
        // JSON is YAML too.
        writeFileSync(join(folder, settings), JSON.stringify({ extends: [base], rules }));
        const env = {
          ...process.env,
          SCARF_ANALYTICS: 'false',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        };
        const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
        const outcome = await run(program, [...args, ...files], options).catch(
          (error: { stdout: string; stderr: string }) => error,
        );
        const failed = 'code' in outcome || outcome instanceof Error;
        expect(failed, summary(outcome)).to.equal(false);
        if (tool === 'redocly')
          expect(outcome.stdout.match(/"warnings": \d+/g)).to.deep.equal(files.map(() => '"warnings": 0'));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});

function summary({ stdout, stderr }: { stdout: string; stderr: string }): string {
  return `${stdout}${stderr}`.slice(0, 3000);
}

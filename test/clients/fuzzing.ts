// Schemathesis against the whole document, with all of its checks, brought to its end. The part fails where the run was
// not whole, and for each finding that ./findings.ts does not excuse.
import { createReadStream, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  breakOf,
  excuseOf,
  type Finding,
  findingsIn,
  type RunReport,
  type Templates,
  templatesOf,
} from './findings.js';
import { STORIES } from './generated.js';
import type { ClientPart, ClientWorld } from './part.js';
import { run, SCHEMATHESIS } from './tools.js';

const SEED = '20261128';

/**
 * They take the account from the caller, stop the seats of the node or change its limits, after which requests say
 * nothing; those of the last row call hosts that the request names. A session that ended is followed by another.
 */
const EXCLUDED = [
  ...['switchOrganization', 'changePassword', 'removeUser', 'updateUser', 'setUserRole', 'suspendUser'],
  ...['stopValidator', 'updateValidatorConfig', 'stopValidation', 'pauseValidation'],
  ...['checkOutgoing', 'sendTestMail', 'setIdentityProvider', 'discoverIssuer', 'setSocialProvider'],
];

async function play(world: ClientWorld): Promise<string> {
  const { folder, document, env } = world;
  await run(['python3', '-m', 'venv', 'venv'], { folder });
  await run([join(folder, 'venv/bin/python'), '-m', 'pip', 'install', '-q', `schemathesis==${SCHEMATHESIS}`], {
    folder,
  });
  const [report, events] = [join(folder, 'report.json'), join(folder, 'events.ndjson')];
  const excluded = EXCLUDED.flatMap((id) => ['--exclude-operation-id', id]);
  // One worker: what makes the data keeps sources of itself in a cache that threads break (hypothesis 6.170).
  const words = [
    ...[join(folder, 'venv/bin/st'), 'run', document, '--url', env.QUORATE_URL as string],
    ...['--checks', 'all', '--seed', SEED],
    ...['--max-examples', '10', '--workers', '1', '--no-color', '--continue-on-failure', ...excluded],
    // A busy machine makes data and answers late, and a key of RSA takes seconds; what a node never answers fails then.
    ...['--suppress-health-check', 'too_slow'],
    ...['--max-response-time', '60', '--request-timeout', '60'],
    ...['--report', 'json,ndjson', '--report-json-path', report, '--report-ndjson-path', events],
  ];
  // Its own judgement of the node: 1 is that there are findings.
  const hooks = { SCHEMATHESIS_HOOKS: resolve(STORIES, 'schemathesis/session.py') };
  await run(words, { folder, codes: [1], env: { ...env, ...hooks } });
  const whole = JSON.parse(readFileSync(report, 'utf8')) as RunReport;
  const broken = breakOf(whole);
  if (broken !== undefined) throw new Error(`The run says too little: ${broken}; see ${report}`);
  const { faults, excused } = await judged(events, templatesOf(JSON.parse(readFileSync(document, 'utf8'))));
  const said = `${whole.test_cases.generated} requests; ${shown(excused)}`;
  if (faults.length === 0) return said;
  const rest = `all are in ${events}`;
  throw new Error(`${said}; ${faults.length} that nothing excuses, such as ${JSON.stringify(faults[0])}; ${rest}`);
}

interface Judged {
  readonly faults: readonly Finding[];
  /** How many, by the reason. */
  readonly excused: ReadonlyMap<string, number>;
}

async function judged(events: string, templates: Templates): Promise<Judged> {
  const faults: Finding[] = [];
  const excused = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(events) }))
    for (const finding of findingsIn(line)) {
      const why = excuseOf(finding, templates);
      if (why === undefined) faults.push(finding);
      else excused.set(`${finding.kind} ${why}`, (excused.get(`${finding.kind} ${why}`) ?? 0) + 1);
    }
  return { faults, excused };
}

function shown(excused: ReadonlyMap<string, number>): string {
  return [...excused].map(([why, count]) => `${count} ${why}`).join(', ');
}

export const FUZZING: ClientPart = {
  name: 'schemathesis',
  about: `schemathesis ${SCHEMATHESIS}, all checks`,
  needs: ['python3'],
  play,
};

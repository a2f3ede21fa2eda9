// Schemathesis against the whole document, with all of its checks. Many of its findings are refusals of the domain that
// no schema can state; the part fails for what no document could excuse: an answer 500, an answer that the document
// does not have, and one that does not have its schema.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientPart, ClientWorld } from './part.js';
import { run, SCHEMATHESIS } from './tools.js';

const SEED = '20261128';

/**
 * They end the session of the caller, stop the seats of the node or change its limits, after which requests say
 * nothing; the last two leave the machine.
 */
const EXCLUDED = [
  ...['logout', 'revokeToken', 'revokeUserTokens', 'revokeOrganizationTokens', 'endSession', 'endAllSessions'],
  ...['switchOrganization', 'changePassword', 'removeUser', 'updateUser', 'setUserRole', 'suspendUser'],
  ...['stopValidator', 'updateValidatorConfig', 'stopValidation', 'pauseValidation', 'checkOutgoing', 'sendTestMail'],
];

/** Titles of findings that fail the part, as the program prints them. */
const FATAL = /^- (Server error|Undocumented HTTP status code|Response violates schema|Undocumented Content-Type)/gm;
/** Documented refusals of a part of the node that is away count as server errors to the program. */
const STATUS = /^\[(\d{3})\]/m;

async function play(world: ClientWorld): Promise<string> {
  const { folder, document, env } = world;
  await run(['python3', '-m', 'venv', 'venv'], { folder });
  await run([join(folder, 'venv/bin/python'), '-m', 'pip', 'install', '-q', `schemathesis==${SCHEMATHESIS}`], {
    folder,
  });
  const excluded = EXCLUDED.flatMap((id) => ['--exclude-operation-id', id]);
  const words = [
    ...[join(folder, 'venv/bin/st'), 'run', document, '--url', env.QUORATE_URL as string],
    ...['--header', `Authorization: Bearer ${env.QUORATE_TOKEN}`, '--checks', 'all', '--seed', SEED],
    ...['--max-examples', '10', '--workers', '2', '--no-color', '--continue-on-failure', ...excluded],
  ];
  const text = await run(words, { folder, codes: [1] });
  const report = join(folder, 'report.txt');
  writeFileSync(report, text);
  const fatal = failuresIn(text).filter(({ title, status }) => title !== 'Server error' || status === 500);
  if (fatal.length > 0)
    throw new Error(`${fatal.length} findings, such as ${JSON.stringify(fatal[0])}; all are in ${report}`);
  return text.trim().split('\n').at(-1) ?? '';
}

interface Finding {
  readonly title: string;
  readonly status: number;
}

/** The findings of the report that no document could excuse, each with the status that is shown below it. */
export function failuresIn(text: string): readonly Finding[] {
  return [...text.matchAll(FATAL)].map((match) => {
    const status = STATUS.exec(text.slice(match.index));
    return { title: match[1] as string, status: Number(status?.[1] ?? 0) };
  });
}

export const FUZZING: ClientPart = {
  name: 'schemathesis',
  about: `schemathesis ${SCHEMATHESIS}, all checks`,
  needs: ['python3'],
  play,
};

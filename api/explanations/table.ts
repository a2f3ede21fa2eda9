// The explanation of every code of an error, by area, and the page docs/errors.md that is made of it. The compiler asks
// for a row for each code.
import type { IssueCode } from '../../core/base/issue.js';
import { type ErrorRow, errorTable } from '../errors/errors.js';
import { ACCOUNTS } from './accounts.js';
import type { Explanation } from './explanation.js';
import { FEDERATION } from './federation.js';
import { LINKED } from './linked.js';
import { MOVES } from './moves.js';
import { NODES } from './nodes.js';
import { OUTGOING } from './outgoing.js';
import { PAYLOADS } from './payloads.js';
import { REGISTERS } from './registers.js';
import { REQUESTS } from './requests.js';
import { TRANSACTIONS } from './transactions.js';
import { WORKFLOWS } from './workflows.js';

/** Areas in the order of the page. */
export const AREAS: Readonly<Record<string, Partial<Record<IssueCode, Explanation>>>> = {
  'Requests and hubs': REQUESTS,
  'Accounts and wallets': ACCOUNTS,
  'Identity providers and sign-in at them': FEDERATION,
  'Registers, governance, validators and evidence': REGISTERS,
  'Transactions: form, signatures, chain, rights, time': TRANSACTIONS,
  'Transactions: payloads, routes, participants and files': PAYLOADS,
  'Transactions: moves of an instance': MOVES,
  'Blueprints, rehearsals, instances and rules': WORKFLOWS,
  'Peers, identities and the store': NODES,
  'Requests and mail that leave the node': OUTGOING,
  'Linked data and DIDs': LINKED,
};

const EXPLANATIONS = {
  ...REQUESTS,
  ...ACCOUNTS,
  ...FEDERATION,
  ...REGISTERS,
  ...TRANSACTIONS,
  ...PAYLOADS,
  ...MOVES,
  ...WORKFLOWS,
  ...NODES,
  ...OUTGOING,
  ...LINKED,
} as const satisfies Record<IssueCode, Explanation>;

export interface ExplainedError extends ErrorRow {
  readonly code: IssueCode;
  readonly cause: string;
  readonly remedy: string;
}

export function explainedError(code: IssueCode): ExplainedError {
  const [cause, remedy] = EXPLANATIONS[code];
  return { code, ...errorTable[code], cause, remedy };
}

const INTRODUCTION = `# Errors

Made of the tables of codes (\`api/errors/errors.ts\`, \`api/explanations/\`) by \`test/unit/api/explanations/table.test.ts\`; do not edit it by hand.

Every failure is problem+json (RFC 9457): \`code\` is stable, \`type\` is \`urn:quorate:problem:CODE\`, \`title\` is the meaning below, \`detail\` says what was expected and found, \`path\`
is a JSON Pointer to the member at fault, \`errors\` lists all issues, and \`traceId\` finds the request in the log. The first issue decides the status. One row of this
page is told by each node (GET /api/errors/CODE) and, without one, by \`quorate explain-error CODE\`. A status with a time in seconds comes with a Retry-After header of that or a better known value.

A refused submission also says \`definitive\`: true where no node seals it as it is, false where only this node, its clock or the present state refused it. Codes that begin with
BP_ are findings about a blueprint and have a page of their own: \`docs/findings.md\`. Token endpoints answer the codes of RFC 6749 in place of these.
`;

/** docs/errors.md. */
export function errorsPage(): string {
  const sections = Object.entries(AREAS).map(([title, rows]) => {
    const lines = (Object.keys(rows) as IssueCode[]).map((code) => row(explainedError(code)));
    return [`## ${title}`, '', '| Code | Status | Meaning | Cause | To do |', '|---|---|---|---|---|', ...lines].join(
      '\n',
    );
  });
  return `${[INTRODUCTION, ...sections].join('\n')}\n`.replaceAll('|\n## ', '|\n\n## ');
}

function row({ code, status, retryAfter, title, cause, remedy }: ExplainedError): string {
  const shown = retryAfter === undefined ? `${status}` : `${status}, ${retryAfter} s`;
  return `| ${code} | ${shown} | ${title} | ${cause} | ${remedy} |`;
}

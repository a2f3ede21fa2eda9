// Results of tools: the envelope of the specification (specification 4.7) around an answer or a refusal, bounded, and
// the short text for models that read no structured content.
import { codeRow } from '../../core/base/codes/table.js';
import { showHidden } from '../../core/base/hidden.js';
import type { Issue } from '../../core/base/issue.js';
import { TOOL_RESULT_BYTES_MAX, TOOL_TEXT_MAX } from '../../core/base/limits/node/requests.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { TOOL_STATUSES, ToolAnswer } from './tools/define.js';

type ToolStatus = (typeof TOOL_STATUSES)[number];

/** As MCP calls its members. */
export interface ToolResult {
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
}

/** When it was asked, and how long it took. */
export interface ToolTiming {
  readonly checkedAtMs: number;
  readonly durationMs: number;
}

export function toolResult(answer: Result<ToolAnswer>, timing: ToolTiming): ToolResult {
  const known = isFailure(answer) ? refusedMembers(answer.issues) : answeredMembers(answer);
  const { status, message, ...rest } = known;
  const envelope = {
    status,
    message,
    checkedAt: new Date(timing.checkedAtMs).toISOString(),
    responseTimeMs: Math.max(0, Math.round(timing.durationMs)),
    ...{ validationErrors: [], ...rest },
  };
  return resultOf(withinBytes(envelope));
}

export function writtenResult(structuredContent: Readonly<Record<string, unknown>>): ToolResult {
  return resultOf({ structuredContent, json: JSON.stringify(structuredContent) });
}

/** With the same as text. */
interface Structured extends Pick<ToolResult, 'structuredContent'> {
  readonly json: string;
}

/** A refusal names its code. */
function resultOf({ structuredContent, json }: Structured): ToolResult {
  const text = { type: 'text', text: textOf(json) } as const;
  return { structuredContent, content: [text], ...('code' in structuredContent && { isError: true as const }) };
}

interface Members {
  readonly status: ToolStatus;
  readonly message: string;
  readonly [member: string]: unknown;
}

function answeredMembers({ status, message, members, data }: ToolAnswer): Members {
  return { status, message, ...members, ...(data !== undefined && { data }) };
}

function refusedMembers(issues: readonly Issue[]): Members {
  const [first] = issues as readonly [Issue];
  const row = codeRow(first.code);
  const retryAfterSeconds = first.retryAfterSeconds ?? row.retryAfter;
  return {
    status: statusOf(row.status),
    message: first.message,
    validationErrors: issues.map(({ code, path, message }) => ({ code, path, message })),
    code: first.code,
    cause: row.cause,
    remedy: row.remedy,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
  };
}

/** By the status of HTTP that the code has. */
const STATUSES: Readonly<Record<number, ToolStatus>> = {
  400: 'ValidationError',
  401: 'Unauthorized',
  403: 'Unauthorized',
  408: 'Timeout',
  413: 'ValidationError',
  415: 'ValidationError',
  429: 'Unavailable',
  502: 'Unavailable',
  503: 'Unavailable',
  504: 'Timeout',
};

function statusOf(status: number): ToolStatus {
  return STATUSES[status] ?? (status < 500 ? 'Refused' : 'Error');
}

/** Without the answer of the operation where all of it would be too large. */
function withinBytes(envelope: Readonly<Record<string, unknown>>): Structured {
  const json = JSON.stringify(envelope);
  const bytes = Buffer.byteLength(json);
  if (bytes <= TOOL_RESULT_BYTES_MAX) return { structuredContent: envelope, json };
  const { data: _, ...rest } = envelope;
  const structuredContent = {
    ...rest,
    omitted: `The answer has ${bytes} bytes, and a result takes ${TOOL_RESULT_BYTES_MAX}. Ask for less.`,
  };
  return { structuredContent, json: JSON.stringify(structuredContent) };
}

/** Texts of others stay inside of the quotes of JSON, and each character that people do not see is written out. */
function textOf(json: string): string {
  // As much as hidden characters that are written out leave of it: a long answer is not looked through to its end.
  const text = showHidden(json.slice(0, TOOL_TEXT_MAX + 1));
  return text.length <= TOOL_TEXT_MAX ? text : `${text.slice(0, TOOL_TEXT_MAX)}… (cut; structuredContent has all)`;
}

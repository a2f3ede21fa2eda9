// The notice by which a citizen's wallet says on all devices that an application is on its way. It clears itself. Pure.
import { NAME_RULE, nameProblem } from '../../base/hidden.js';
import { type Issue, issue } from '../../base/issue.js';
import { PENDING_LABEL_MAX, PENDING_NOTICE_MS } from '../../base/limits/node/wallets.js';

export interface PendingNotice {
  readonly label: string;
  readonly setAtMs: number;
}

/** The notice as long as it stands. */
export function standingNotice(notice: PendingNotice | undefined, nowMs: number): PendingNotice | undefined {
  return notice !== undefined && nowMs < notice.setAtMs + PENDING_NOTICE_MS ? notice : undefined;
}

/** 1 to 80 characters, one of which shows: BODY_INVALID at /label. */
export function labelProblem(label: string): Issue | undefined {
  const length = [...label].length;
  if (length <= PENDING_LABEL_MAX && nameProblem(label) === undefined) return undefined;
  const message = `A label has 1 to ${PENDING_LABEL_MAX} characters. ${NAME_RULE}`;
  return issue('BODY_INVALID', '/label', message);
}

// The end of an operation, as programs read it: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to its successor.
import { assert } from '../../../core/base/assert.js';
import type { Deprecated } from '../../define.js';
import type { CallOutcome } from '../../requests/outcome.js';

/** Months that clients have to leave an operation (specification 9.3). */
const NOTICE_MONTHS_MIN = 6;

/** Adds the headers of a deprecated operation to its answers, refusals among them. */
export function deprecationHeaders({ since, sunset, successor }: Deprecated): (outcome: CallOutcome) => CallOutcome {
  const from = new Date(since);
  const earliest = new Date(from);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS_MIN);
  const end = new Date(sunset);
  assert(end >= earliest, `expected a sunset ${NOTICE_MONTHS_MIN} months after ${since} or later, found ${sunset}`);
  const message = { deprecation: `@${from.getTime() / 1000}`, sunset: end.toUTCString() };
  const link = `<${successor}>; rel="successor-version"`;
  return (outcome) => {
    const { link: others } = outcome.headers;
    const headers = { ...outcome.headers, ...message, link: others === undefined ? link : `${others}, ${link}` };
    return { ...outcome, headers };
  };
}

// Refusals of OData operations: the error object of the OData JSON format (version 4.01, section 21.1) as the member
// `error` of problem details. So clients of both kinds read it.
import { PROBLEM_TYPE } from '../errors.js';
import { challengeHeaders } from './challenge.js';
import type { ErrorFamily } from './error-family.js';

interface Detail {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

export const odataFamily: ErrorFamily = {
  type: PROBLEM_TYPE,
  plainType: 'application/json; charset=utf-8',
  answer: (refused) => {
    const { problem } = refused;
    return {
      status: problem.status,
      headers: { 'odata-version': '4.0', ...challengeHeaders(refused) },
      body: {
        ...problem,
        error: {
          ...entry({ code: problem.code, path: problem.path, message: problem.detail }),
          details: (problem.errors as readonly Detail[]).map(entry),
          innererror: { traceId: problem.traceId },
        },
      },
    };
  },
};

function entry({ code, path, message }: Detail) {
  return { code, message, ...(path !== '' && { target: path }) };
}

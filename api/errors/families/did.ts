// Refusals of the resolution of DIDs: the names of DID 1.0 section 7, in a result without a document, beside the
// members of problem details. So resolvers and all other clients read them.
import { PROBLEM_TYPE } from '../errors.js';
import { challengeHeaders } from './challenge.js';
import type { ErrorFamily, RefusedProblem } from './error-family.js';

const NAMES = {
  DID_INVALID: 'invalidDid',
  PATH_INVALID: 'invalidDid',
  DID_URL_INVALID: 'invalidDidUrl',
  // Parameters of a DID URL that was not percent-encoded arrive as a query.
  QUERY_INVALID: 'invalidDidUrl',
  DID_METHOD_UNSUPPORTED: 'methodNotSupported',
  DID_NOT_FOUND: 'notFound',
  NOT_ACCEPTABLE: 'representationNotSupported',
} as const satisfies Partial<Record<RefusedProblem['problem']['code'], string>>;

export const didFamily: ErrorFamily = {
  type: PROBLEM_TYPE,
  plainType: 'application/json; charset=utf-8',
  answer: (refused) => {
    const { problem } = refused;
    return {
      status: problem.status,
      headers: {
        'access-control-allow-origin': '*',
        ...challengeHeaders(refused),
      },
      body: {
        ...problem,
        didDocument: null,
        didResolutionMetadata: {
          error: (NAMES as Partial<Record<string, string>>)[problem.code] ?? 'internalError',
          message: problem.detail,
        },
        didDocumentMetadata: {},
      },
    };
  },
};

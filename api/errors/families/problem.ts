// Problem details (RFC 9457), which every operation has that states no other family.
import { PROBLEM_TYPE } from '../errors.js';
import { challengeHeaders } from './challenge.js';
import type { ErrorFamily } from './error-family.js';

export const problemFamily: ErrorFamily = {
  type: PROBLEM_TYPE,
  answer: (refused) => ({
    status: refused.problem.status,
    headers: challengeHeaders(refused),
    body: refused.problem,
  }),
};

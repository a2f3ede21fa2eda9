// Refusals where a device redeems a code or a token: {code, message} of specification section 7.3, among the members of
// problem details. Too many requests are one refusal there, whether of a code or of a caller.
import type { ErrorFamily } from './error-family.js';
import { problemFamily } from './problem.js';

export const redemptionFamily: ErrorFamily = {
  type: problemFamily.type,
  renamed: { RATE_LIMITED: 'RateLimited' },
  answer: (refused) => {
    const { problem } = refused;
    return { ...problemFamily.answer(refused), body: { ...problem, message: problem.detail } };
  },
};

// The ports that this group may touch, by itself and by what it calls.
import type { SubmissionDeps } from '../../../workflow/submission.js';

export type ActionDeps = SubmissionDeps;

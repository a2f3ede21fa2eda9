// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';
import type { SubmissionDeps } from '../../../workflow/submission.js';

export type InstanceDeps = SubmissionDeps & Pick<ApiDeps, 'openings'>;

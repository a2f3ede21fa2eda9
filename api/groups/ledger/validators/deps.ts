// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';
import type { AdmissionDeps } from '../../../submission/admission.js';

export type ValidatorDeps = AdmissionDeps &
  Pick<ApiDeps, 'clockWatch' | 'validatorSettings' | 'applyValidatorSettings'>;

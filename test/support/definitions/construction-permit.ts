// The construction permit of language 1 with its defaults, lifted, as a definition for tests.
import type { JsonObject } from '../../../core/base/json.js';
import { instantiate } from '../../../core/design/templates/template.js';
import { constructionPermit } from '../../vectors/templates-1/construction-permit.js';

export const CONSTRUCTION_PERMIT: JsonObject = {
  ...(instantiate(constructionPermit, {}) as unknown as JsonObject),
  id: 'construction-permit',
};

// The template of this name of language 1 with its defaults, as a definition for tests.
import type { JsonObject } from '../../core/base/json.js';
import { filledIn } from '../../core/design/templates/template.js';
import { constructionPermit } from '../vectors/templates-1/construction-permit.js';

export const CONSTRUCTION_PERMIT: JsonObject = {
  ...(filledIn(constructionPermit, {}) as unknown as JsonObject),
  id: 'construction-permit',
};

// The template of this name of language 1 with its defaults, as a definition for tests.
import type { JsonObject } from '../../core/base/json.js';
import { filledIn } from '../../core/design/templates/template.js';
import { equipmentRefurbishment } from '../vectors/templates-1/equipment-refurbishment.js';

export const EQUIPMENT_REFURBISHMENT: JsonObject = {
  ...(filledIn(equipmentRefurbishment, {}) as unknown as JsonObject),
  id: 'equipment-refurbishment',
};

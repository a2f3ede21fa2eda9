// Execution helpers: one step of an action for given data, without an instance (specification 4.1). Nothing is stored.
import { route } from '../../../define.js';
import {
  ExecutionBody,
  ExecutionCalculation,
  ExecutionDisclosure,
  ExecutionRouting,
  ExecutionValidation,
} from '../../../schemas/workflow/blueprint.js';

const ERRORS = [
  'BODY_INVALID',
  'BLUEPRINT_NOT_FOUND',
  'PUBLICATION_NOT_FOUND',
  'REGISTER_NOT_FOUND',
  'REGISTER_FORKED',
  'UPGRADE_NEEDED',
  'BLUEPRINT_INVALID',
  'BLUEPRINT_TOO_COSTLY',
  'ENGINE_BUSY',
  'VAL_SCHEMA_003',
  'VAL_SCHEMA_005',
  'VAL_SCHEMA_007',
  'LOGIC_INVALID',
  'LOGIC_LIMIT',
  'LOGIC_ABSENT',
  'LOGIC_TYPE',
  'LOGIC_RANGE',
  'LOGIC_CURRENCY',
  'LOGIC_TABLE',
] as const;
const DEFINITION =
  'The definition is exactly the publication that publicationTxId names; without it the draft of the organisation, or else the newest publication that the ' +
  'caller sees. A draft of language 1 is executed as it would be published.';

const CHAINED =
  ' The data is that of the action, or what calculate gave for it: a calculated member with another value is refused.';

export const executionRoutes = {
  executeValidate: route({
    method: 'POST',
    url: '/api/execution/validate',
    writes: 'nothing',
    can: 'CanExecuteBlueprints',
    summary: 'Check the data of an action against its schemas',
    description: DEFINITION,
    bodySize: 'content',
    input: { body: ExecutionBody },
    output: ExecutionValidation,
    errors: ERRORS,
    rate: 'heavy',
  }),
  executeCalculate: route({
    method: 'POST',
    url: '/api/execution/calculate',
    writes: 'nothing',
    can: 'CanExecuteBlueprints',
    summary: 'Add the calculated fields to the data of an action',
    description: DEFINITION,
    bodySize: 'content',
    input: { body: ExecutionBody },
    output: ExecutionCalculation,
    errors: ERRORS,
    rate: 'heavy',
  }),
  executeRoute: route({
    method: 'POST',
    url: '/api/execution/route',
    writes: 'nothing',
    can: 'CanExecuteBlueprints',
    summary: 'Tell where an action leads',
    description: DEFINITION + CHAINED,
    bodySize: 'content',
    input: { body: ExecutionBody },
    output: ExecutionRouting,
    errors: ERRORS,
    rate: 'heavy',
  }),
  executeDisclose: route({
    method: 'POST',
    url: '/api/execution/disclose',
    writes: 'nothing',
    can: 'CanExecuteBlueprints',
    summary: 'Tell who would see what of an action',
    description: DEFINITION + CHAINED,
    bodySize: 'content',
    input: { body: ExecutionBody },
    output: ExecutionDisclosure,
    errors: ERRORS,
    rate: 'heavy',
  }),
};

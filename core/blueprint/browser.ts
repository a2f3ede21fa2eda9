// What a page gets of the engine: `npm run build:engine` makes one ES module of this file (dist/engine/quorate-engine.mjs). The functions are those that nodes
// and validators run, so a form that was tried in a browser behaves the same on the ledger. It imports no platform, and holds no key and no secret.
// A definition is a value: what follows from it is found once for each object, so a page that edits one makes a new object.
export { canonical, parseJsonText } from '../base/json.js';
export { checkRun, seenIn } from '../cells/check-run.js';
export { layoutOf } from '../cells/layout.js';
export { dataOf, valuesOf } from '../cells/values.js';
export { calculate } from './calculate.js';
export { checkBlueprint, checkExecution, isPublishable } from './check.js';
export { executionHash } from './definition-hash.js';
export { disclose } from './disclose.js';
export { execute, execute2, validate } from './execute.js';
export { graphSvg } from './graph-svg.js';
export { graphMermaid, graphText } from './graph-text.js';
export { checkLogic, evaluate } from './logic.js';
export { route } from './route.js';
export { operandsOf } from './statements.js';
export { checkTemplate, instantiate } from './template.js';
export { shippedTemplate, TEMPLATES } from './templates/shipped.js';
export { typeRule } from './typing/rule-types.js';

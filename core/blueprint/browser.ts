// The exports of the engine for a page: `npm run build:engine` makes one ES module of this file
// (dist/engine/quorate-engine.mjs). The functions are those that nodes and validators run, so a form that was tried in
// a browser behaves the same on the ledger. It imports no platform, and holds no key and no secret. A definition is a
// value: what follows from it is found once for each object, so a page that edits one makes a new object.
export { canonical, parseJsonText } from '../base/json.js';
export { layoutOf } from '../cells/layout/layout.js';
export { dataOf, valuesOf } from '../cells/layout/values.js';
export { checkRun, seenIn } from '../cells/reading/check-run.js';
export { graphSvg } from './authoring/graph-svg.js';
export { graphMermaid, graphText } from './authoring/graph-text.js';
export { checkBlueprint, checkExecution, isPublishable } from './check/check.js';
export { executionHash } from './definition/definition-hash.js';
export { execute, execute2, validate } from './execution/execute.js';
export { route } from './execution/route.js';
export { sealedUntil } from './instance/sealed-runs.js';
export { calculate } from './logic/calculate.js';
export { checkLogic, evaluate } from './logic/logic.js';
export { disclose } from './names/disclose.js';
export { isReading, readsOf } from './names/run-reads.js';
export { operandsOf } from './names/statements.js';
export { sealsOf } from './plan/seals.js';
export { typeRule } from './signatures/rule-types.js';
export { shippedTemplate, TEMPLATES } from './templates/shipped.js';
export { checkTemplate, instantiate } from './templates/template.js';

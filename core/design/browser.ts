// The exports of the engine for a page: `npm run build:engine` makes one ES module of this file
// (dist/engine/quorate-engine.mjs). The functions are those that nodes and validators run, so a form that was tried in
// a browser behaves the same on the ledger. It imports no platform, and holds no key and no secret. A definition is a
// value: what follows from it is found once for each object, so a page that edits one makes a new object.
export { canonical, parseJsonText } from '../base/json.js';
export { executionHash } from '../blueprint/definition/definition-hash.js';
export { execute, validate } from '../blueprint/execution/execute.js';
export { route } from '../blueprint/execution/route.js';
export { findSeal } from '../blueprint/instance/sealed-runs.js';
export { checkLogic } from '../blueprint/logic/logic.js';
export { disclose } from '../blueprint/names/disclose.js';
export { isReading, readsOf } from '../blueprint/names/run-reads.js';
export { sealsOf } from '../blueprint/plan/seals.js';
export { typeRule } from '../blueprint/signatures/rule-types.js';
export { layoutOf } from '../envelope/layout/layout.js';
export { dataOf, valuesOf } from '../envelope/layout/values.js';
export { checkRun, isSeenIn } from '../instance/runs/check-run.js';
export { graphSvg } from './authoring/graph-svg.js';
export { graphMermaid, graphText } from './authoring/graph-text.js';
export { checkBlueprint, checkExecution, isPublishable } from './check/check.js';
export { lift } from './lift/lift.js';
export { shippedTemplate, TEMPLATES } from './templates/shipped.js';
export { checkTemplate, instantiate } from './templates/template.js';

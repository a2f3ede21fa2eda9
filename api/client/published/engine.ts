// The engine of workflows as nodes run it, for forms that behave the same before and after they are sent:
// `@quorate/client/engine`.
export * from '../../../core/design/browser.js';

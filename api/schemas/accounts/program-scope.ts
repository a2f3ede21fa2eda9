// A scope of a program, as people are told of it.
import Type from 'typebox';
import { PROGRAM_SCOPE_WORDS } from '../../../core/tenant/programs/scopes.js';
import { namedObject } from '../base/common.js';

export const ProgramScopeName = Type.Enum([...PROGRAM_SCOPE_WORDS], {
  title: 'ProgramScope',
  description: 'docs/operations.md, Programs.',
});

export const ProgramScopeShown = namedObject('ProgramScopeShown', {
  scope: ProgramScopeName,
  does: Type.String({ description: 'For people: what a program with it does.' }),
});

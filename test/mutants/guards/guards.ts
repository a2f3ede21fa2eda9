// Files with guards of consensus, evidence and admission. test/tidy/guards.test.ts demands a row for each that has one.
import type { Guarded } from './guard.js';

const CONSENSUS = 'unit/core/consensus/guards';
const EVIDENCE = 'unit/core/chain/evidence/guards';

export const GUARDED: readonly Guarded[] = [
  { file: 'core/envelope/cells/opening', test: 'unit/core/envelope/cells/opening-guards' },
  { file: 'core/consensus/draft', test: `${CONSENSUS}/messages` },
  { file: 'core/consensus/evidence', test: `${CONSENSUS}/evidence` },
  { file: 'core/consensus/handlers/on-decided', test: `${CONSENSUS}/messages` },
  { file: 'core/consensus/handlers/on-proposal', test: `${CONSENSUS}/proposals` },
  { file: 'core/consensus/handlers/on-round-change', test: `${CONSENSUS}/messages` },
  { file: 'core/consensus/handlers/on-vote', test: `${CONSENSUS}/votes` },
  { file: 'core/consensus/handlers/propose', test: `${CONSENSUS}/progress` },
  { file: 'core/consensus/handlers/receive', test: `${CONSENSUS}/messages` },
  { file: 'core/consensus/handlers/resend', test: `${CONSENSUS}/progress` },
  { file: 'core/consensus/handlers/round', test: `${CONSENSUS}/votes` },
  { file: 'core/consensus/handlers/votes', test: `${CONSENSUS}/votes` },
  { file: 'core/consensus/proposal-rules', test: `${CONSENSUS}/proposals` },
  { file: 'core/consensus/step', test: `${CONSENSUS}/progress` },
  { file: 'core/consensus/view', test: `${CONSENSUS}/progress` },
  { file: 'core/envelope/files', test: 'unit/core/envelope/shown-guards' },
  { file: 'core/mesh/fork', test: 'unit/core/mesh/guards' },
  { file: 'core/mesh/vote-memory', test: 'unit/core/mesh/guards' },
  { file: 'core/chain/evidence/form', test: EVIDENCE },
  { file: 'core/chain/evidence/known', test: EVIDENCE },
  { file: 'core/chain/evidence/proof', test: EVIDENCE },
  { file: 'core/register/genesis/payload', test: 'unit/core/register/genesis/payload-guards' },
];

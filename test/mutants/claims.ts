// Broken versions about claims: who reserves a role that is not held, for how long, and who reads for it meanwhile.
import type { Mutant } from './mutant.js';

const OPEN = 'unit/core/instance/people/open-roles';
const QUIET = 'unit/core/instance/people/quiet-roles';

export const CLAIMS: readonly Mutant[] = [
  {
    name: 'a candidate renews its claim by giving the role back',
    edits: [
      {
        file: 'core/moves/claim/claims',
        from: 'if (own && atMs <= own.untilMs + claimForMsOf(role))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/instance/people/candidates',
    caught: 'get no other term by giving the role back',
  },
  {
    name: 'candidates that take turns keep the others out',
    edits: [{ file: 'core/moves/claim/claims', from: 'if ((own?.count ?? 0) >= ROLE_CLAIMS_MAX)', to: 'if (false)' }],
    test: 'unit/core/instance/people/candidates',
    caught: 'where two of them take turns',
  },
  {
    name: 'a role that is named like a member of every object has no readers',
    edits: [
      {
        file: 'core/instance/people/readers',
        from: ': Object.fromEntries(found);',
        to: ': Object.assign({}, Object.fromEntries(found));',
      },
    ],
    test: 'unit/core/instance/people/candidates',
    caught: 'named like a member of every object',
  },
  {
    name: 'a stranger takes a role with candidates',
    edits: [
      {
        file: 'core/instance/people/claims',
        from: 'if (candidacy && !isCandidate(view, candidacy, wallet))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/instance/people/candidates',
    caught: 'alone take it',
  },
  {
    name: 'a claim never lapses',
    edits: [{ file: 'core/instance/people/claims', from: '!claim || atMs > claim.untilMs ||', to: '!claim ||' }],
    test: 'unit/core/instance/people/candidates',
    caught: 'reserve it for a time',
  },
  {
    name: 'candidates read on when another one holds the role',
    edits: [
      {
        file: 'core/instance/people/readers',
        from: 'if (isKept || role.walletAddress)',
        to: 'if (role.walletAddress)',
      },
    ],
    test: 'unit/core/instance/people/candidates',
    caught: 'goes to all of them until one holds it',
  },
  {
    name: 'an open role is taken while another party has reserved it',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: 'const refused = takingRefusal(ctx.view, of);',
        to: 'const refused = candidacy ? takingRefusal(ctx.view, of) : undefined;',
      },
    ],
    test: OPEN,
    caught: 'by no other wallet meanwhile',
  },
  {
    name: 'a wallet that only claims a role uses up the deliveries of its holder',
    edits: [
      {
        file: 'core/moves/delivery/deliveries',
        from: 'return claims === 0 ? share :',
        to: 'return claims >= 0 ? share :',
      },
    ],
    test: OPEN,
    caught: 'keeps deliveries for its holder',
  },
  {
    name: 'strangers claim an open role in turns without end',
    edits: [{ file: 'core/moves/claim/claims', from: '>= OPEN_ROLE_CLAIMS_MAX', to: '> 1000' }],
    test: OPEN,
    caught: 'so often at most by all together',
  },
  {
    name: 'an open role is claimed by a wallet to which nothing can be sealed',
    edits: [
      {
        file: 'core/moves/claim/claims',
        from: 'if (isReplaced(view, wallet) || cannotReceiveIn(view)(wallet))',
        to: 'if (false)',
      },
    ],
    test: OPEN,
    caught: 'claimed by none that could not take it',
  },
  {
    name: 'a role with a wallet is claimed by another one',
    edits: [{ file: 'core/moves/claim/claims', from: 'if (!isOpenRole)', to: 'if (false)' }],
    test: OPEN,
    caught: 'claimed by none that could not take it',
  },
  {
    name: 'a claim breaks four eyes',
    edits: [
      {
        file: 'core/moves/claim/claims',
        from: 'return takingProblem(view, {',
        to: 'return false && takingProblem(view, {',
      },
    ],
    test: OPEN,
    caught: 'claimed by none that could not take it',
  },
  {
    name: 'a record uses up the claims of the wallet after which it is named',
    edits: [
      {
        file: 'core/moves/claim/claims',
        from: '`record/',
        to: '`',
      },
    ],
    test: OPEN,
    caught: 'named like the wallet of another party',
  },
  {
    name: 'a run that is sealed after a claim is not for the claimer',
    edits: [
      {
        file: 'core/instance/people/readers',
        from: 'return claim ? [...deputies, claim.wallet] : deputies;',
        to: 'return candidacy && claim ? [...deputies, claim.wallet] : deputies;',
      },
    ],
    test: OPEN,
    caught: 'sealed for who claimed it meanwhile',
  },
  {
    name: 'an open role is given away while another party has reserved it',
    edits: [{ file: 'core/moves/handover/handover', from: 'if (reserved !== undefined)', to: 'if (false)' }],
    test: OPEN,
    caught: 'given to a participant by those that take part',
  },
  {
    name: 'a claim that votes reserves a role of another action',
    edits: [
      {
        file: 'core/instance/people/claims',
        from: 'return planned?.approval?.voters.get(role)?.planned ??',
        to: 'return [...actions.values()].find((one) => one.sender.id === role) ?? planned?.approval?.voters.get(role)?.planned ??',
      },
    ],
    test: OPEN,
    caught: 'names its role, and no other one',
  },
  {
    name: 'a role that does nothing reads the move after its claim as one that is open',
    edits: [{ file: 'core/moves/claim/row', from: 'moves: before.moves - 1 }', to: 'moves: before.moves }' }],
    test: QUIET,
    caught: 'held where the next move is sealed',
  },
  {
    name: 'a role that acts is held for good by a claim',
    edits: [
      {
        file: 'core/blueprint/plan/quiet-roles',
        from: 'if (walletAddress || doing.has(id))',
        to: 'if (walletAddress)',
      },
    ],
    test: QUIET,
    caught: 'which a claim only reserves',
  },
  {
    name: 'a role that does nothing is only reserved by a claim, and never held',
    edits: [
      { file: 'core/moves/claim/row', from: '({ takes: takenBy(plan, tx.header) })', to: '({ takes: undefined })' },
    ],
    test: QUIET,
    caught: 'so that all runs to its end',
  },
  {
    name: 'the participant that claims a role that does nothing holds it by its key alone',
    edits: [{ file: 'core/moves/claim/claims', from: '{ ...row.roles, [role]: record }', to: '{ ...row.roles }' }],
    test: QUIET,
    caught: 'so that all runs to its end',
  },
  {
    name: 'a vote of a free role is no task of its candidates',
    edits: [
      {
        file: 'core/instance/people/acting-now',
        from: '...takersOf(view, place, approval.voters.get(id)?.planned),',
        to: '',
      },
    ],
    test: 'contract/people/candidates',
    caught: 'find a vote that waits for them',
  },
  {
    name: 'a vote stays a task of who claimed its role when that is over',
    edits: [
      {
        file: 'core/instance/people/acting-now',
        from: 'candidacy || (claim && atMs <= claim.untilMs) ? [role] : []',
        to: '[role]',
      },
    ],
    test: 'contract/people/candidates',
    caught: 'for as long as that lasts',
  },
];

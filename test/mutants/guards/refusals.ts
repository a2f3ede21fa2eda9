// Broken versions of guards that are not a chain of `&&`: a condition of a refusal, or a value in a chain.
import type { Mutant } from '../mutant.js';

export const REFUSALS: readonly Mutant[] = [
  {
    name: 'so many round changes as a member joins justify a proposal',
    edits: [
      {
        file: 'core/consensus/handlers/on-proposal',
        from: 'voters.size >= d.env.quorum.commit',
        to: 'voters.size >= d.env.quorum.join',
      },
    ],
    test: 'unit/core/consensus/guards/proposals',
    caught: 'isQuorumFor: voters.size >= d.env.quorum.commit',
  },
  {
    name: 'evidence goes on from a docket at the height of its own',
    edits: [
      {
        file: 'core/chain/evidence/proof',
        from: 'header.height >= docket.header.height',
        to: 'header.height > docket.header.height',
      },
    ],
    test: 'unit/core/chain/evidence/guards',
    caught: 'goes on from no docket',
  },
  {
    name: 'evidence goes on from a docket of another register',
    edits: [{ file: 'core/chain/evidence/proof', from: 'header.registerId !== scene.genesis.registerId ||', to: '' }],
    test: 'unit/core/chain/evidence/guards',
    caught: 'is of this register',
  },
  {
    name: 'evidence goes on from a docket of another roster',
    edits: [{ file: 'core/chain/evidence/proof', from: 'header.rosterHash !== before ||', to: '' }],
    test: 'unit/core/chain/evidence/guards',
    caught: 'of the rosters of the document',
  },
  {
    name: 'evidence goes on from a docket that gives another roster',
    edits: [
      {
        file: 'core/chain/evidence/proof',
        from: '|| header.nextRosterHash !== rosterHashOf(rosterAt(scene, header.height + 1))',
        to: '',
      },
    ],
    test: 'unit/core/chain/evidence/guards',
    caught: 'of the rosters of the document',
  },
  {
    name: 'an opening shows manifests of files that no cell names',
    edits: [{ file: 'core/envelope/cells/opening', from: 'if (manifests.length < files.length)', to: 'if (false)' }],
    test: 'unit/core/envelope/cells/opening-guards',
    caught: 'no manifest of a file',
  },
  {
    name: 'an opening shows a cell at the place of another one',
    edits: [{ file: 'core/envelope/cells/opening', from: 'cells[i]?.pointer === pointer', to: 'true' }],
    test: 'unit/core/envelope/cells/opening-guards',
    caught: 'each cell at its place',
  },
  {
    name: 'an opening shows a class of another length',
    edits: [{ file: 'core/envelope/cells/opening', from: 'one.leaves.length === cells.length', to: 'true' }],
    test: 'unit/core/envelope/cells/opening-guards',
    caught: 'each cell at its place',
  },
  {
    name: 'an opening shows a group twice',
    edits: [{ file: 'core/reading/envelopes/group-opening', from: 'left.delete(one.groupId);', to: '' }],
    test: 'unit/core/envelope/shown-guards',
    caught: 'is shown once',
  },
];

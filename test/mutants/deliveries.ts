// Broken versions about what holders of roles are given later: who sends it, who gets it, and what it may tell.
import type { Mutant } from './mutant.js';

export const DELIVERIES: readonly Mutant[] = [
  {
    name: 'a challenge gives time to branches of others too',
    edits: [
      { file: 'core/blueprint/disputes/challenges', from: '?.sender.id === role', to: '?.sender.id !== undefined' },
    ],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'takes none from others in either order',
  },
  {
    name: 'a receiver of a delivery acts as if it had not come',
    edits: [
      {
        file: 'core/validate/instance/delivered',
        from: 'if (last === undefined ||',
        to: 'if (true ||',
      },
    ],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'is named by the next action of its receiver',
  },
  {
    name: 'a run has to name what its sender had for sure',
    edits: [{ file: 'core/instance/deliveries/known-deliveries', from: 'last.n > leadsSince(before)', to: 'true' }],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'is named by the next action of its receiver',
  },
  {
    name: 'a run that was delivered behind another run counts as seen',
    edits: [{ file: 'core/disputes/operands', from: 'if (one.n <= of.row.n)', to: 'if (true)' }],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'is known to a run behind it in its docket',
  },
  {
    name: 'a reader takes what was delivered to the sender for unseen',
    edits: [{ file: 'core/reading/cells/states', from: '(moves.placeOf(txId) ?? place) < place', to: 'false' }],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'is what its receiver acts on from the next action on',
  },
  {
    name: 'a run that was given falsely keeps a challenge from its answer',
    edits: [
      {
        file: 'actors/workflow/deliveries/delivering',
        from: 'if (made.length === 0 && failed.length > 0)',
        to: 'if (failed.length > 0)',
      },
    ],
    test: 'contract/people/deliveries/delivery',
    caught: 'owes a run that it was given falsely',
  },
  {
    name: 'a wallet whose key only signs counts as one that receives',
    edits: [{ file: 'core/instance/people/able', from: 'return !isFailure(address) &&', to: 'return false &&' }],
    test: 'unit/core/instance/people/able',
    caught: 'lets a participant change to such a key',
  },
  {
    name: 'a role passes to a wallet that cannot receive',
    edits: [{ file: 'core/moves/handover/handover', from: 'if (lacksKey(view, to))', to: 'if (false)' }],
    test: 'unit/core/instance/people/able',
    caught: 'from a hand-over',
  },
  {
    name: 'an open role is taken by a wallet that cannot receive',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: 'if (lacksKey(ctx.view, tx.header.senderWallet))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/instance/people/able',
    caught: 'keeps it from an open role',
  },
  {
    name: 'a candidate to whom nothing can be sealed stops who would seal to it',
    edits: [
      {
        file: 'core/instance/people/candidates',
        from: 'row.own !== true || lacksKey(view, row.primary)',
        to: 'row.own !== true',
      },
    ],
    test: 'unit/core/instance/people/able',
    caught: 'from one that has candidates',
  },
  {
    name: 'a definition names a wallet that reads nothing',
    edits: [
      {
        file: 'core/validate/records/candidates',
        from: "if (typeof role.walletAddress === 'string' &&",
        to: 'if (false &&',
      },
    ],
    test: 'unit/core/instance/people/able',
    caught: 'from one that has candidates',
  },
  {
    name: 'a record drops the key by which its wallet receives',
    edits: [
      {
        file: 'core/register/people/participants',
        from: 'if (!isSignatureAlgorithm(algorithm) || wrapOf(algorithm, false) !== undefined)',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/instance/people/able',
    caught: 'whatever a later record of it leaves out',
  },
  {
    name: 'governance puts a wallet in place that cannot receive',
    edits: [
      {
        file: 'core/register/governance/replacement',
        from: 'if (wrapOf(address.algorithm, address.encapsulationKey !== undefined) === undefined)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/register/governance/replacement',
    caught: 'without the key by which it receives',
  },
  {
    name: 'a node does not answer a challenger that was revoked',
    edits: [
      { file: 'actors/workflow/sealing/recipient-keys', from: "row?.status === 'Revoked' && isRequired", to: 'false' },
    ],
    test: 'contract/people/deliveries/delivery',
    caught: 'that was revoked since',
  },
  {
    name: 'a receipt is judged once by an answer that was only proposed',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: '? judgedOnce : judgedHere',
        to: '? judgedOnce : judgedOnce',
      },
    ],
    test: 'unit/core/instance/deliveries/provable',
    caught: 'by the answer that is sealed, whatever answer a proposal had',
  },
  {
    name: 'a challenger that gives its role away cannot be answered',
    edits: [
      {
        file: 'core/moves/delivery/deliveries',
        from: '{ role, wallet }) && !isAnswering()',
        to: '{ role, wallet })',
      },
    ],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'also when its challenger gave the role away',
  },
  {
    name: 'a record that lists a wallet acts and is at fault for it',
    edits: [
      { file: 'core/register/people/party', from: 'mine?.own === true && its?.own === true &&', to: 'mine && its &&' },
    ],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'by a record that only lists the wallet of the sender',
  },
  {
    name: 'a hand-over that waits is of a member of every object',
    edits: [
      {
        file: 'core/moves/handover/handover',
        from: 'row && Object.hasOwn(row.roles, role.id) ?',
        to: 'row?.roles[role.id] !== undefined ?',
      },
    ],
    test: 'unit/core/moves/handover/handover',
    caught: 'named like a member of every object',
  },
  {
    name: 'a delivery goes to no deputy',
    edits: [
      {
        file: 'core/moves/delivery/deliveries',
        from: 'return deputiesReceiving(',
        to: 'return false && deputiesReceiving(',
      },
    ],
    test: 'unit/core/instance/deliveries/deputies',
    caught: 'from the moment of the delegation on',
  },
  {
    name: 'a delivery goes to a deputy before and after its time',
    edits: [
      {
        file: 'core/instance/deliveries/owed',
        from: 'instanceId, ...standing }, { id: role })',
        to: 'instanceId, ...standing, isOrLater: true }, { id: role })',
      },
    ],
    test: 'unit/core/instance/deliveries/deputies',
    caught: 'from the moment of the delegation on',
  },
  {
    name: 'a deputy is owed nothing',
    edits: [
      {
        file: 'core/instance/deliveries/owed',
        from: 'return receivers.filter(isOwed)',
        to: 'return holders.filter(isOwed)',
      },
    ],
    test: 'unit/core/instance/deliveries/deputies',
    caught: 'from the moment of the delegation on',
  },
  {
    name: 'a delivery goes to a wallet that does not hold the role',
    edits: [
      {
        file: 'core/moves/delivery/deliveries',
        from: 'if (!isHolder && !isDeputy(view, of, { role, wallet }) &&',
        to: 'if (false &&',
      },
    ],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'goes to the holder of the role',
  },
  {
    name: 'a delivery is taken from who was given a part',
    edits: [{ file: 'core/moves/delivery/deliveries', from: '!classes.every((at) => has.has(at))', to: 'false' }],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'is sent by who was given all',
  },
  {
    name: 'a delivery may tell something else than the run',
    edits: [{ file: 'core/envelope/delivery/delivery', from: 'return givesRoot(', to: 'return true || givesRoot(' }],
    test: 'unit/core/instance/deliveries/delivery',
    caught: 'tells what the run says, or nothing',
  },
  {
    name: 'a missing delivery is proven before its term has passed',
    edits: [{ file: 'core/moves/challenge/challenges', from: 'if (atMs > row.untilMs)', to: 'if (true)' }],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'once the term has passed, and not before',
  },
  {
    name: 'a delivery in time is proven to be missing',
    edits: [{ file: 'core/moves/challenge/challenges', from: 'if (row.answeredBy !== undefined)', to: 'if (false)' }],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'is answered by the sender of the run alone',
  },
  {
    name: 'anybody answers a challenge',
    edits: [
      {
        file: 'core/moves/challenge/challenges',
        from: '&& isOfSender(view, run, by.sender)',
        to: '',
      },
    ],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'is answered by the sender of the run alone',
  },
  {
    name: 'a party challenges without end',
    edits: [{ file: 'core/blueprint/disputes/challenges', from: 'TERMS_MAX * withinMs - laterMs', to: 'withinMs' }],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'two terms at most',
  },
  {
    name: 'an objection undoes runs of another instance',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'if (run && instanceIdOf(run) !== instanceIdOf(tx))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'it would undo runs there',
  },
  {
    name: 'a sender copies the carrier of somebody else',
    edits: [{ file: 'core/envelope/delivery/provable', from: 'if (verifyCarrier(', to: 'if (true || verifyCarrier(' }],
    test: 'unit/core/instance/deliveries/provable',
    caught: 'is of a carrier whose secret its sender knows',
  },
  {
    name: 'a point outside the group of prime order is taken',
    edits: [
      {
        file: 'core/crypto/encryption/known-exponent',
        from: 'point.is0() || !point.isTorsionFree() ? undefined : point',
        to: 'point',
      },
    ],
    test: 'unit/core/crypto/encryption/shown-agreement.slow',
    caught: 'has no carrier or key of low order',
  },
  {
    name: 'a shared point is taken without its proof',
    edits: [
      {
        file: 'core/crypto/encryption/shown-agreement',
        from: 'if (!verifyExponent(group, { context, pairs }, proof))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/instance/deliveries/provable',
    caught: 'that gives the run is not proven otherwise',
  },
  {
    name: 'a proof of equal exponents leaves one pair out',
    edits: [
      {
        file: 'core/crypto/encryption/known-exponent',
        from: 'return equalBytes(',
        to: 'return commitments.length > 1 || equalBytes(',
      },
    ],
    test: 'unit/core/crypto/encryption/shown-agreement.slow',
    caught: 'never shows a false image',
  },
  {
    name: 'a delivery that gives the run is proven not to',
    edits: [{ file: 'core/moves/objection/receipts', from: "return 'undelivered' in given ?", to: 'return true ?' }],
    test: 'unit/core/instance/deliveries/provable',
    caught: 'that gives the run is not proven otherwise',
  },
  {
    name: 'a challenge is answered by what can be shown to no judge',
    edits: [
      {
        file: 'core/moves/challenge/challenges',
        from: 'return proof !== undefined || !canShow(wallet)',
        to: 'return true',
      },
    ],
    test: 'unit/core/instance/deliveries/provable',
    caught: 'is the one answer to a challenge',
  },
  {
    name: 'a wallet that can show nothing is never answered',
    edits: [
      {
        file: 'core/moves/challenge/challenges',
        from: 'proof !== undefined || !canShow(wallet)',
        to: 'proof !== undefined',
      },
    ],
    test: 'unit/core/instance/deliveries/provable',
    caught: 'is not asked for where nothing could be shown',
  },
  {
    name: 'a challenge that was answered stays a task',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: 'return row !== undefined && row.answeredBy === undefined',
        to: 'return row !== undefined',
      },
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: 'if (asked && asked.answeredBy === undefined)',
        to: 'if (asked)',
      },
    ],
    test: 'contract/people/deliveries/provable',
    caught: 'is made by the node for a party that asks',
  },
  {
    name: 'a delivery that is refused keeps other holders from theirs',
    edits: [
      {
        file: 'actors/workflow/deliveries/sent-deliveries',
        from: 'refused.push({ ...to, issues: outcome.issues });',
        to: 'return outcome;',
      },
    ],
    test: 'unit/actors/workflow/deliveries/sent-deliveries',
    caught: 'are all sent',
  },
  {
    name: 'each delivery waits until the one before it is sealed',
    edits: [
      {
        file: 'actors/workflow/deliveries/sent-deliveries',
        from: 'await Promise.all(made.map(({ tx }) => submit(tx)))',
        to: '[]; for (const { tx } of made) outcomes.push(await submit(tx))',
      },
    ],
    test: 'unit/actors/workflow/deliveries/sent-deliveries',
    caught: 'wait together to be sealed',
  },
];

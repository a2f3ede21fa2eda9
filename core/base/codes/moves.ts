// Codes of issues about moves of an instance.
import { conflict, forbidden, unprocessable } from './code-row.js';

export const MOVE_CODES = {
  VAL_BP_001: unprocessable(
    'The blueprint refuses the transaction',
    'An instance is opened once, by a starting action, and other actions follow something.',
    'Open another instance (quorate instance start), or follow the newest transaction.',
  ),
  VAL_BP_002: forbidden(
    'The sender is not the participant of this action',
    'The wallet does not hold the role that does this.',
    'See quorate instance show: it names the holder of each role.',
  ),
  VAL_BP_003: unprocessable(
    'The blueprint refuses the transaction',
    'The previous action does not lead here, another branch did it already, or there are too many branches.',
    'See quorate action pending for what may be done. A transaction follows the one at which its branch stands: "action N follows", or else "last", in quorate instance show.',
  ),
  VAL_BP_010: unprocessable(
    'The blueprint refuses the transaction',
    'The definition breaks a rule of blueprints; `path` points into it.',
    'Run quorate blueprint validate; docs/findings.md explains each finding.',
  ),
  VAL_BP_011: conflict('The instance has ended', 'The instance has ended.', 'Open another one.'),
  VAL_BP_012: conflict(
    'The deadline of the branch has passed',
    'The deadline of the branch has passed by the time of dockets.',
    'See quorate instance show for what follows it.',
  ),
  VAL_BP_013: conflict(
    'The action waits for others',
    'The action joins branches, and some of them are not there yet, or wait to be confirmed.',
    'Wait for the actions and the roles that the message names; quorate instance show says where their branches are.',
  ),
  VAL_BP_014: unprocessable(
    'The action cannot be rejected',
    'The definition lets no role reject this action, or nothing is done that could be sent back.',
    'See quorate instance definition.',
  ),
  VAL_BP_015: unprocessable(
    'The instance has its most moves',
    'The role has made all the moves that it may make in the instance.',
    'Let it end the instance, or another party cancel it once nothing goes on: quorate instance cancel.',
  ),
  VAL_BP_016: unprocessable(
    'A candidate has no record of its own, or a wallet of a role cannot receive',
    'A candidate has no active record that its own wallet signed, or a wallet of a role has no key that receives.',
    'It publishes one: quorate participant publish.',
  ),
  VAL_BP_017: conflict(
    'The instance is disputed',
    'A dispute pauses or stops the instance.',
    'Redo the action that is at fault, or resolve it: quorate instance resolve.',
  ),
  VAL_BP_018: conflict(
    'It is too late to cancel the instance',
    'An action after which the definition allows no cancellation is complete.',
    'Go on, or reject where the definition allows it.',
  ),
  VAL_BP_019: conflict(
    'The cancellation changes nothing',
    'The cancellation changes nothing: the role agreed before, several roles agree at once, or its roles are not of their form.',
    'Name one role that the wallet holds and that has not agreed.',
  ),
  VAL_BP_020: conflict(
    'The instance is not full, or this party filled it',
    'Something can go on in the instance, so it is not full; or the party used up its own moves.',
    'Go on, or let another party end it: quorate instance cancel.',
  ),
  VAL_FLOW_002: unprocessable(
    'A due time or a weight is not the one of the data',
    'A stated due time, or weight of a vote, is not the one that the data gives.',
    'State the time or the number of the member that the definition names.',
  ),
  VAL_FLOW_003: conflict(
    'The vote does not count',
    'The role does not vote here or has voted, its participant or the deputy has a vote already, or the vote has been settled.',
    'See quorate instance show for the ballots.',
  ),
  VAL_FLOW_004: unprocessable(
    'The timer is not the one that the state gives',
    'No timer of this branch runs, or its transaction is not the one that follows from the state.',
    'Nothing is to be done: nodes make it themselves.',
  ),
  VAL_FLOW_005: forbidden(
    'Another party has to do this action',
    'Separation of duties: this party did an action that another one has to do.',
    'Let another party, or another organisation, do it. An Owner or Admin has to vouch for the organisations of both.',
  ),
  VAL_FLOW_006: forbidden(
    'The wallet may not reserve this role, or give it back',
    'The wallet may not take the open role, another one has reserved it, it had all its claims, or there is nothing to give back.',
    'See quorate instance show for the candidates and who has claimed the role.',
  ),
  VAL_FLOW_007: conflict(
    'The timer is not due',
    'The time of the docket is before the one that the timer, or the role that acts late, waits for.',
    'Wait until then.',
  ),
  VAL_FLOW_008: unprocessable(
    'The action is done by other moves',
    'The action is decided by votes and this is not one, or the other way round.',
    'Use quorate action submit, which sends the right kind.',
  ),
  VAL_FLOW_009: forbidden(
    'The deputy may not act for so much',
    'The delegation does not reach so far, has ended, or is not for this blueprint.',
    'Let the participant act itself, or widen it: quorate participant delegate.',
  ),
  VAL_FLOW_010: conflict(
    'The action is not open yet',
    'The definition does not let this action be done before a time (`notBefore`), and it has not come by the time of dockets; or a role is claimed for an action that is not open.',
    'Do it, or claim its role, after the time that the message names, or when a branch leads to it; quorate action pending shows it.',
  ),
  VAL_BP_VERSION_001: unprocessable(
    'The pinned definition cannot be resolved',
    'The pin is not a sealed publication of the blueprint, or not the one that the instance began with.',
    'Take the pin that quorate instance show names.',
  ),
  VAL_DELIVER_001: unprocessable(
    'The wallet is not owed this run',
    'The wallet is not owed this run: it has it, its role reads nothing of it, or it neither holds the role nor is a deputy now. Kept evidence of a gate is owed to who challenged it.',
    'See quorate instance owed.',
  ),
  VAL_DELIVER_002: unprocessable(
    'The delivery cannot be proven',
    'A challenge is answered by a provable delivery of that run alone, and this one is not: it has no proof, or its proof does not verify.',
    'Deliver anew (quorate instance deliver): the node makes what the challenge asks for. Keys of ED25519 and NISTP256 can show what they are given, also with ML-DSA-65.',
  ),
  VAL_DELIVER_003: forbidden(
    'The wallet may not deliver the run',
    'The sender was not given all that the role reads, or as many delivered it as may.',
    'Let another wallet that was given it deliver.',
  ),
  VAL_DELIVER_004: unprocessable(
    'The role has all the deliveries that it may have',
    'The role has as many deliveries as it may have in an instance.',
    'Nothing more can be delivered to it; hand the role over if it has to read more.',
  ),
  VAL_DELIVER_005: unprocessable(
    'The wallet cannot challenge this run',
    'The run is not one that this wallet was to receive. Or it has no kept evidence of this gate that the wallet was to get at the seal.',
    'See quorate action suspects, and quorate instance gates.',
  ),
  VAL_DELIVER_006: conflict(
    'The run was challenged before',
    'The wallet challenged the run before, or its role has no challenge left in this instance.',
    'Wait for the answer (quorate instance owed); if it gives nothing, object (quorate instance object).',
  ),
  VAL_DELIVER_007: conflict(
    'The sender was delivered something that it does not name',
    'Runs were delivered to the sender since what the action follows, and the action does not say that it knew of them.',
    'Act again: the node reads what was delivered and names it. A sender that signs elsewhere states the TxId of the last delivery as metadata.delivered.',
  ),
  VAL_DELIVER_008: conflict(
    'The run is still sealed for this role',
    'The disclosure of the run to this role begins later (`from`), and nothing opened it yet by the ledger and the time of dockets.',
    'Wait for what the message names; quorate instance owed lists what is sealed, and until when. The node of its sender delivers it then.',
  ),
  VAL_DELIVER_009: conflict(
    'A sealed run is not delivered yet, or would be waited for',
    'A rule of the action reads a run that was sealed for its role (`from`) and is not delivered to this wallet yet; or an action that reads runs of this one may be done now, and would wait for it.',
    'Wait for the delivery, or challenge the run: quorate instance challenge. An open role is claimed first. Where the message names an action, do it first.',
  ),
  VAL_GATE_001: unprocessable(
    'The action says something else of its gates than its definition asks',
    'A statement in metadata.gates is missing, of another form or too many, or the evidence stands elsewhere than the definition says.',
    'Prepare the gates first and act with what comes of that: the node of the wallet makes the statements. The message says what was expected.',
  ),
  VAL_GATE_002: conflict(
    'The gate was judged too long before the docket, or after it',
    'A docket takes a gate at most proofMaxAge after it was judged, and at most a minute before.',
    'Show the credential again. Where the message names a time ahead, compare clocks.',
  ),
  VAL_GATE_003: conflict(
    'The gate was judged by another state than the register had',
    'The docket that the statement names is not sealed, was succeeded long before, or the register had other pins by then.',
    'Show the credential again: it is judged by the newest docket.',
  ),
  VAL_GATE_004: unprocessable(
    'The gate was verified by somebody else',
    'The wallet in by does not hold the role of verifiedBy, or has no Active record. A signature of it that is not good is VAL_SIG_002.',
    'Have the holder of the role verify the presentation.',
  ),
  VAL_GATE_005: conflict(
    'The credential was used as often as it may be',
    'The requirement counts the uses of one credential in the register or the instance, and this one has none left.',
    'Show another credential.',
  ),
  VAL_GATE_006: unprocessable(
    'A presentation in the clear does not pass its gate',
    'Every validator judges evidence that is public, and found it false on the ground that the message names.',
    'Present again what the requirement asks, for this action and its data.',
  ),
  VAL_ISSUE_001: unprocessable(
    'The run issues no such credential',
    'The transaction that it follows is not a run that counts. Or its action has no such credential, or the workflow or governance revoked that for good.',
    'See the issuances of the instance (quorate instance show), and the credentials of its action.',
  ),
  VAL_ISSUE_002: forbidden(
    'The wallet may not issue this credential',
    'The party that sent the run issues its credentials, or a deputy of it; the wallet is neither.',
    'Use the wallet of the party that did the action.',
  ),
  VAL_ISSUE_003: conflict(
    'The credential is issued already',
    'The credential of the run has an Issuance in force that this one does not replace, or replaces one that is not in force.',
    'Name the one in force under replaces, or revoke it before.',
  ),
  VAL_ISSUE_004: unprocessable(
    'The issuance is beyond what the definition allows',
    'It has more copies than the definition states, another end, or is one more than its role may have in an instance.',
    'Correct what the message names.',
  ),
  VAL_ISSUE_005: conflict(
    'The credential cannot have this status',
    'A revoked credential stays revoked; the others change to another status than they have, and a bounded number of times.',
    'Issue another credential in its place.',
  ),
  VAL_ISSUE_006: forbidden(
    'The wallet may not change the status of this credential',
    'The party that issued it changes its status, and the holders of the roles that the definition names (revokedBy).',
    'Ask one of them, or propose the act of governance revoke-credential.',
  ),
  VAL_READ_001: conflict(
    'The action was calculated by another state than the one it meets',
    'The rules of the action read runs that changed since it was calculated (metadata.sees). Or that number is missing, of a later state, or not asked for.',
    'Act again: the node calculates anew, and refuses what breaks a bound by now. A sender that signs elsewhere calculates anew and runs quorate tx prepare.',
  ),
  VAL_READ_002: conflict(
    'Another party has to have time to act first',
    'An open action of another role reads what the move changes, and was not done for more than 64 moves: that role has its time slot of seven seconds.',
    'Do it from the time on that the message and Retry-After say. The node of the wallet waits for it by itself.',
  ),
  VAL_CONF_001: conflict(
    'The previous run waits for confirmation',
    'The run before waits for its confirmations, so nothing follows it yet.',
    'Let the roles confirm it: quorate instance confirm.',
  ),
  VAL_CONF_002: unprocessable(
    'The run does not wait for confirmation',
    'No such run waits for confirmation.',
    'See quorate instance show.',
  ),
  VAL_CONF_003: forbidden(
    'The wallet does not confirm this run',
    'The wallet does not hold a role that the run waits for; an open role is held from its first act on.',
    'The message names the roles.',
  ),
  VAL_CONF_004: conflict(
    'The time to confirm is over',
    'The time to confirm is over.',
    'The timer of the instance decides: quorate instance show.',
  ),
  VAL_HAND_001: unprocessable(
    'The role cannot be handed over so',
    'The role is taken by a candidate, is reserved, is not held by the named wallet, or was handed over as often as it may.',
    'Read the instance again.',
  ),
  VAL_HAND_002: forbidden(
    'A consent to the hand-over is missing',
    'A signature is missing of the holder, the new holder, or another party that has to agree.',
    'Let the wallet that the message names sign.',
  ),
  VAL_HAND_003: conflict(
    'The holder of the role may still refuse',
    'The holder did not sign and may still refuse.',
    'Sign it again after the time in the message.',
  ),
  VAL_HAND_004: unprocessable(
    'The new holder has no participant record of its own, or cannot receive',
    'The new holder has no active record of its own, cannot receive, or is not a candidate.',
    'It publishes one: quorate participant publish.',
  ),
  VAL_OBJ_001: unprocessable(
    'The run that is objected to is not in force',
    'The run is of another instance, or not in force.',
    'See quorate action suspects.',
  ),
  VAL_OBJ_002: unprocessable(
    'The time to object has passed',
    'The time in which the run can be objected to has passed. Or kept evidence is challenged whose term ends before its sender would have to deliver it.',
    'Reject it where the definition allows that.',
  ),
  VAL_OBJ_003: unprocessable(
    'An opening of the objection is wrong',
    'A shown cell does not open the root of its run.',
    'Let the node make the objection: quorate instance object.',
  ),
  VAL_OBJ_004: unprocessable(
    'The objection is not proven',
    'The shown cells do not prove that the run breaks a rule.',
    'Show those that the rule reads, or name another ground.',
  ),
  VAL_OBJ_005: unprocessable(
    'The objection shows too much',
    'The objection shows cells that its ground does not need.',
    'Leave them out: what is shown is public for good.',
  ),
  VAL_OBJ_006: forbidden(
    'The wallet has no part in it',
    'The wallet holds no role here and was not sent the run.',
    'Let a party object.',
  ),
  VAL_OBJ_007: conflict(
    'The run was proven false before',
    'Another objection proved the run false.',
    'Nothing is to be done.',
  ),
  VAL_OBJ_009: unprocessable(
    'The objection has to be public',
    'No resolver can judge the objection in private, or the role has objected so often enough.',
    'Object in public: without --private.',
  ),
  VAL_RES_001: conflict('No such dispute lasts', 'No dispute of this instance lasts.', 'See quorate instance show.'),
  VAL_RES_002: forbidden(
    'The wallet has no word in how the dispute ends',
    'The party at fault, or a wallet without the role, has no word in it; an open role is held from its first act on.',
    'Let the roles that the instance names decide.',
  ),
  VAL_RES_003: conflict(
    'The role said so before',
    'The role said so, or spoke as often as it may.',
    'Others have to agree now.',
  ),
  VAL_RES_004: conflict(
    'The dispute waits for another word',
    'The dispute waits first for whether it is proven, or for its outcome.',
    'Say the one that the message names: quorate instance resolve.',
  ),
};

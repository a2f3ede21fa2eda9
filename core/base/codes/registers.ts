// Codes of issues about registers, governance, validators and evidence.
import { bad, busy, conflict, missing, unauthenticated, unavailable, unprocessable } from './code-row.js';

export const REGISTER_CODES = {
  REGISTER_NOT_FOUND: missing(
    'There is no such register',
    'This node does not have the register, or it is not yours to see.',
    'Compare with quorate register list; follow it with quorate register subscribe.',
  ),
  REGISTER_OFFLINE: unavailable(
    'The register is offline',
    'The register is OFFLINE on this node: by order, or because its data cannot be read.',
    'The operator follows docs/operations.md, OFFLINE.',
    5,
  ),
  REGISTER_FORKED: unavailable(
    'The register has forked',
    'Two quorums decided one height: there are two histories of the register.',
    'The organisations choose a branch: docs/operations.md, REGISTER_FORKED.',
    3600,
  ),
  HEAD_UNCONFIRMED: unavailable(
    'The tip of the register is not believed yet',
    'The node is new to the register, or was away for long, and no second organisation told it the head.',
    'Name a head: quorate register subscribe REGISTER --checkpoint HASH@HEIGHT.',
    60,
  ),
  REGISTER_LEFT: unavailable(
    'This node reaches no validator of the register any more',
    'The node lost its seat or its access, and reaches no validator of the register.',
    'Ask a node of a member for the receipt, or submit the same transaction there; it is never sealed twice.',
    60,
  ),
  GENESIS_AMBIGUOUS: conflict(
    'Several registers have this id',
    'Peers offer several registers under one id, and no count of nodes says which is meant.',
    'Ask the owners for the hash of docket 0: quorate register subscribe REGISTER --genesis HASH.',
  ),
  REGISTER_IN_USE: conflict(
    'The register is in use',
    'The id is taken on this node, or the register is being founded, followed or removed.',
    'Wait, or unsubscribe first: quorate register unsubscribe.',
  ),
  REGISTER_STATUS_INVALID: conflict(
    'The register is not in a state that allows this',
    'The register is not forked, or the docket that was named is not the one that is sealed here.',
    'Read quorate register misbehaviour, then name the docket of the branch that this node holds.',
  ),
  REGISTRATION_NOT_FOUND: missing(
    'There is no such pending registration',
    'No registration that waits for attestations has this id, or it is of another caller.',
    'Initiate it again: quorate register initiate.',
  ),
  REGISTRATION_EXPIRED: {
    status: 408,
    title: 'The pending registration has expired',
    cause: 'The attestations did not come in time.',
    remedy: 'Initiate it again: quorate register initiate.',
  },
  REGISTRATION_NONCE_INVALID: unauthenticated(
    'The nonce of the registration is wrong',
    'The nonce is not the one that the initiation returned.',
    'Send it as it was given.',
  ),
  ATTESTATION_MISSING: bad(
    'An attestation is missing',
    'An owner or a validator that the register names did not attest it.',
    'Let each owner sign (quorate register attest); the message says which one is missing.',
  ),
  ATTESTATION_MISMATCH: bad(
    'An attestation does not belong to this registration',
    'The attestation is of another registration, wallet or key.',
    'Attest what the initiation gave: quorate register attest.',
  ),
  ATTESTATION_SIGNATURE_INVALID: unauthenticated(
    'The signature of an attestation is wrong',
    'The signature does not verify with the key of the owner.',
    'Sign again with the wallet that is named.',
  ),
  OWNER_DUPLICATE: bad(
    'An owner is named twice',
    'A wallet is named as an owner twice, or attests twice.',
    'Name each once.',
  ),
  OWNER_WALLET_UNKNOWN: bad(
    'The wallet of an owner is not known',
    'The wallet is not kept on this node, so the node cannot sign for it.',
    'Create one, or let its owner attest elsewhere: quorate register initiate and quorate register finalize.',
  ),
  TRANSACTION_NOT_FOUND: missing(
    'There is no such transaction',
    'The register has no sealed transaction of this id, as far as this node was told.',
    'Compare the TxId; ask for its receipt (quorate tx receipt) if it was submitted here.',
  ),
  REGISTER_BEHIND: unavailable(
    'This node may lack dockets of the register',
    'The node has not the height that was asked for, or may lack dockets that others have sealed.',
    'Ask again after Retry-After seconds, here or at another node.',
    1,
  ),
  RECEIPT_NOT_FOUND: missing(
    'There is no receipt for this transaction',
    'This node never accepted a transaction of this id.',
    'Ask the node that it was submitted to.',
  ),
  DOCKET_NOT_FOUND: missing(
    'There is no such docket',
    'The register has no docket of this number here.',
    'See quorate docket latest.',
  ),
  PUBLICATION_NOT_FOUND: missing(
    'There is no such publication',
    'The register has no publication of this blueprint, or the version is on no register that you see.',
    'See quorate blueprint versions.',
  ),
  GOVERNANCE_ROSTER_NOT_SEALED: unavailable(
    'The roster of the register is not sealed yet',
    'The genesis of the register is not sealed yet, or not here.',
    'Ask again in two seconds.',
    2,
  ),
  GOVERNANCE_ROSTER_UNAVAILABLE: unavailable(
    'The roster of the register cannot be read',
    'The state of the register cannot be read now.',
    'Ask again; if it lasts, the operator reads quorate status.',
    2,
  ),
  GOVERNANCE_PROPOSAL_NOT_FOUND: missing(
    'There is no such governance proposal',
    'The register has no such proposal.',
    'See quorate governance proposals.',
  ),
  GOVERNANCE_PROPOSAL_CLOSED: conflict(
    'The governance proposal is closed',
    'The proposal was enacted, refused, has expired, or was closed by another act.',
    'Propose it again if it is still wanted.',
  ),
  GOVERNANCE_PROPOSAL_EXISTS: conflict(
    'The same governance act was proposed before',
    'The same act was proposed before.',
    'Vote on that proposal: quorate governance proposals lists it.',
  ),
  GOVERNANCE_PROPOSALS_FULL: conflict(
    'Too many governance proposals are open',
    'The register has as many open proposals as it may.',
    'Decide some of them, or let them expire.',
  ),
  GOVERNANCE_VOTE_DUPLICATE: conflict(
    'The member has voted on this proposal',
    'The member voted on this proposal.',
    'Nothing is to be done.',
  ),
  GOVERNANCE_SIGNATURE_INVALID: bad(
    'The signature of an approval is wrong',
    'The approval was not signed over this act with the key that the roster has for the member.',
    'Sign the act again with the wallet of the member.',
  ),
  GOVERNANCE_CHANGE_PENDING: conflict(
    'A docket changes roster or policy once',
    'A docket changes roster or policy once, and this one does already.',
    'Nothing is to be done: the next docket takes it.',
  ),
  GOVERNANCE_READINESS_INVALID: unprocessable(
    'The readiness of the candidate is not proven',
    'The proof that the candidate keeps up is old, of another candidate, or does not verify.',
    'Make it anew on the node of the candidate (quorate validator readiness) and activate within 64 dockets.',
  ),
  VALIDATOR_NOT_RUNNING: conflict(
    'The validator does not run',
    'The seat of this node on the register is paused, stopped, or does not exist.',
    'See quorate validator status; submit at another node meanwhile.',
  ),
  VALIDATOR_NOT_FOUND: missing(
    'There is no such validator',
    'This node has no seat on the register.',
    'See quorate validator list.',
  ),
  VALIDATOR_FENCED: conflict(
    'The validator is fenced after a restore',
    'The store may have lost votes of this seat, so it signs nothing.',
    'Follow docs/operations.md, Fenced.',
  ),
  CONFIG_INVALID: bad(
    'The configuration is not valid',
    'A setting of the node or a member of a policy is unknown or out of bounds.',
    'Compare with quorate settings; the message names the member and the bound.',
  ),
  POOL_FULL: unavailable(
    'The pool of the register is full',
    'The register is brought more than it seals, or your organisation has as much waiting as is free for it.',
    'Come again after Retry-After seconds. See docs/operations.md, POOL_FULL.',
    1,
  ),
  POOL_SENDER_FULL: busy(
    'The sender has too many transactions in the pool',
    'The wallet has as many unsealed transactions as one sender may.',
    'Wait for some of them to be sealed.',
    1,
  ),
  WAIT_TIMEOUT: {
    status: 504,
    title: 'The wait ended before the outcome',
    cause: 'No docket was sealed in the time that the request was willing to wait.',
    remedy: 'The transaction stays accepted: ask for its receipt (quorate tx receipt).',
  },
  DOCKET_PARENT_UNKNOWN: conflict(
    'The docket before this one is not known',
    'The docket is of another register, or not the next one here.',
    'The node fetches what is between by itself.',
  ),
  DOCKET_HASH_MISMATCH: bad(
    'The hash of the docket is wrong',
    'The docket does not have the hash that is stated, or a field is outside of its encoding.',
    'Do not use it; ask another node.',
  ),
  DOCKET_WORK: bad(
    'The payloads of the docket take too many steps to check',
    'The payloads of the docket take more steps than validators spend on one docket.',
    'Proposers hold such transactions back for later dockets; a docket that has them is refused.',
  ),
  DOCKET_ROOT_MISMATCH: bad(
    'The Merkle root of the docket is wrong',
    'The transactions or a Merkle path are not those that the header commits to.',
    'Do not use it; ask another node.',
  ),
  DOCKET_ROSTER_MISMATCH: bad(
    'The roster of the docket is wrong',
    'The docket names other validators than its register has at this height.',
    'Do not use it; a change of the roster may have been left out on purpose.',
  ),
  DOCKET_STATE_MISMATCH: bad(
    'The state commitment of the docket is wrong',
    'The transactions give another state than the header commits to.',
    'Do not use it; report it if an honest node made it.',
  ),
  DOCKET_HISTORY_MISMATCH: bad(
    'The history root of the docket is wrong',
    'The docket commits to another history of the register.',
    'Do not use it; compare heads with other organisations (quorate register head).',
  ),
  DOCKET_ANNEX_MISMATCH: bad(
    'The annex of the docket is wrong',
    'The annex is not the one that the header commits to.',
    'Do not use it; ask another node.',
  ),
  DOCKET_TIME_INVALID: bad(
    'The time of the docket is wrong',
    'The docket is too far ahead of the clock here, or too old for a fresh one.',
    'Compare clocks: quorate clock show. See docs/operations.md, Clock.',
  ),
  DOCKET_SIZE_INVALID: bad(
    'The size of the docket is wrong',
    'A part of the docket is larger than it may be, or a number is outside of the safe range.',
    'Do not use it.',
  ),
  DOCKET_EMPTY: bad('The docket is empty', 'A docket holds at least one transaction.', 'Do not use it.'),
  DOCKET_DUPLICATE_TRANSACTION: bad(
    'The docket holds a transaction twice',
    'The docket holds one transaction twice.',
    'Do not use it.',
  ),
  DOCKET_RULES_UNKNOWN: bad(
    'The rules of the docket are not known',
    'The docket follows rules or a format that this program does not know, or older rules than a docket below it.',
    'Install a newer program, or ask for evidence that is whole.',
  ),
  UPGRADE_NEEDED: unavailable(
    'The register follows rules that this program does not know',
    'The register was raised to rules that the program of this node does not know.',
    'Install a newer program: UPGRADING.md. The register goes on by itself then.',
    3600,
  ),
  DOCKET_CONFLICT: conflict(
    'The height is sealed with another docket',
    'Another docket is sealed at this height here.',
    'Compare heads (quorate register head); read quorate register misbehaviour.',
  ),
  CERTIFICATE_INVALID: bad(
    'The quorum certificate is not valid',
    'The signatures are not those of a quorum of the roster over this docket.',
    'Do not use it; ask another node.',
  ),
  EVIDENCE_INVALID: bad(
    'The evidence is not valid',
    'A part of the evidence does not have its form, or does not verify.',
    'Ask for the file again (quorate tx evidence); if it stays so, do not believe it.',
  ),
  EVIDENCE_ANCHOR_MISMATCH: bad(
    'The evidence contradicts the docket that is known',
    'The evidence is of another chain than the head that you know.',
    'Ask several organisations for their head: one of the two chains is false.',
  ),
  EVIDENCE_TOO_OLD: bad(
    'The head of the evidence is too old',
    'The head of the evidence is older than you accept.',
    'Ask for the evidence again, with a newer head.',
  ),
  EVIDENCE_TOO_LONG: conflict(
    'The way from the docket that is known is longer than one evidence file',
    'More changes of the validator roster lie between than one evidence file carries.',
    'Prove the docket that the message names first, and ask with it as head.',
  ),
};

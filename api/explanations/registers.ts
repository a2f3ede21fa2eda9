// Errors of registers, governance, validators, pools, dockets and evidence, explained.
import type { REGISTER_CODES } from '../../core/base/codes/registers.js';
import type { Explanation } from './explanation.js';

export const REGISTERS = {
  REGISTER_NOT_FOUND: [
    'This node does not have the register, or it is not yours to see.',
    'Compare with quorate register list; follow it with quorate register subscribe.',
  ],
  REGISTER_OFFLINE: [
    'The register is OFFLINE on this node: by order, or because its data cannot be read.',
    'The operator follows docs/operations.md, OFFLINE.',
  ],
  REGISTER_FORKED: [
    'Two quorums decided one height: there are two histories of the register.',
    'The organisations choose a branch: docs/operations.md, REGISTER_FORKED.',
  ],
  HEAD_UNCONFIRMED: [
    'The node is new to the register, or was away for long, and no second organisation told it the head.',
    'Name a head: quorate register subscribe REGISTER --checkpoint HASH@HEIGHT.',
  ],
  REGISTER_LEFT: [
    'The node lost its seat or its access, and reaches no validator of the register.',
    'Ask a node of a member for the receipt, or submit the same transaction there; it is never sealed twice.',
  ],
  GENESIS_AMBIGUOUS: [
    'Peers offer several registers under one id, and no count of nodes says which is meant.',
    'Ask the owners for the hash of docket 0: quorate register subscribe REGISTER --genesis HASH.',
  ],
  REGISTER_IN_USE: [
    'The id is taken on this node, or the register is being founded, followed or removed.',
    'Wait, or unsubscribe first: quorate register unsubscribe.',
  ],
  REGISTER_STATUS_INVALID: [
    'The register is not forked, or the docket that was named is not the one that is sealed here.',
    'Read quorate register misbehaviour, then name the docket of the branch that this node holds.',
  ],
  REGISTRATION_NOT_FOUND: [
    'No registration that waits for attestations has this id, or it is of another caller.',
    'Initiate it again: quorate register initiate.',
  ],
  REGISTRATION_EXPIRED: ['The attestations did not come in time.', 'Initiate it again: quorate register initiate.'],
  REGISTRATION_NONCE_INVALID: ['The nonce is not the one that the initiation returned.', 'Send it as it was given.'],
  ATTESTATION_MISSING: [
    'An owner or a validator that the register names did not attest it.',
    'Let each owner sign (quorate register attest); the message says which one is missing.',
  ],
  ATTESTATION_MISMATCH: [
    'The attestation is of another registration, wallet or key.',
    'Attest what the initiation gave: quorate register attest.',
  ],
  ATTESTATION_SIGNATURE_INVALID: [
    'The signature does not verify with the key of the owner.',
    'Sign again with the wallet that is named.',
  ],
  OWNER_DUPLICATE: ['A wallet is named as an owner twice, or attests twice.', 'Name each once.'],
  OWNER_WALLET_UNKNOWN: [
    'The wallet is not kept on this node, so the node cannot sign for it.',
    'Create one, or let its owner attest elsewhere: quorate register initiate and quorate register finalize.',
  ],
  TRANSACTION_NOT_FOUND: [
    'The register has no sealed transaction of this id, as far as this node was told.',
    'Compare the TxId; ask for its receipt (quorate tx receipt) if it was submitted here.',
  ],
  REGISTER_BEHIND: [
    'The node has not the height that was asked for, or may lack dockets that others have sealed.',
    'Ask again after Retry-After seconds, here or at another node.',
  ],
  RECEIPT_NOT_FOUND: ['This node never accepted a transaction of this id.', 'Ask the node that it was submitted to.'],
  DOCKET_NOT_FOUND: ['The register has no docket of this number here.', 'See quorate docket latest.'],
  PUBLICATION_NOT_FOUND: [
    'The register has no publication of this blueprint, or the version is on no register that you see.',
    'See quorate blueprint versions.',
  ],
  GOVERNANCE_ROSTER_NOT_SEALED: [
    'The genesis of the register is not sealed yet, or not here.',
    'Ask again in two seconds.',
  ],
  GOVERNANCE_ROSTER_UNAVAILABLE: [
    'The state of the register cannot be read now.',
    'Ask again; if it lasts, the operator reads quorate status.',
  ],
  GOVERNANCE_PROPOSAL_NOT_FOUND: ['The register has no such proposal.', 'See quorate governance proposals.'],
  GOVERNANCE_PROPOSAL_CLOSED: [
    'The proposal was enacted, refused, has expired, or was closed by another act.',
    'Propose it again if it is still wanted.',
  ],
  GOVERNANCE_PROPOSAL_EXISTS: [
    'The same act was proposed before.',
    'Vote on that proposal: quorate governance proposals lists it.',
  ],
  GOVERNANCE_PROPOSALS_FULL: [
    'The register has as many open proposals as it may.',
    'Decide some of them, or let them expire.',
  ],
  GOVERNANCE_VOTE_DUPLICATE: ['The member voted on this proposal.', 'Nothing is to be done.'],
  GOVERNANCE_SIGNATURE_INVALID: [
    'The approval was not signed over this act with the key that the roster has for the member.',
    'Sign the act again with the wallet of the member.',
  ],
  GOVERNANCE_CHANGE_PENDING: [
    'A docket changes roster or policy once, and this one does already.',
    'Nothing is to be done: the next docket takes it.',
  ],
  GOVERNANCE_READINESS_INVALID: [
    'The proof that the candidate keeps up is old, of another candidate, or does not verify.',
    'Make it anew on the node of the candidate (quorate validator readiness) and activate within 64 dockets.',
  ],
  VALIDATOR_NOT_RUNNING: [
    'The seat of this node on the register is paused, stopped, or does not exist.',
    'See quorate validator status; submit at another node meanwhile.',
  ],
  VALIDATOR_NOT_FOUND: ['This node has no seat on the register.', 'See quorate validator list.'],
  VALIDATOR_FENCED: [
    'The store may have lost votes of this seat, so it signs nothing.',
    'Follow docs/operations.md, Fenced.',
  ],
  CONFIG_INVALID: [
    'A setting of the node or a member of a policy is unknown or out of bounds.',
    'Compare with quorate settings; the message names the member and the bound.',
  ],
  POOL_FULL: [
    'The register is brought more than it seals, or your organisation has as much waiting as is free for it.',
    'Come again after Retry-After seconds. See docs/operations.md, POOL_FULL.',
  ],
  POOL_SENDER_FULL: [
    'The wallet has as many unsealed transactions as one sender may.',
    'Wait for some of them to be sealed.',
  ],
  WAIT_TIMEOUT: [
    'No docket was sealed in the time that the request was willing to wait.',
    'The transaction stays accepted: ask for its receipt (quorate tx receipt).',
  ],
  DOCKET_PARENT_UNKNOWN: [
    'The docket is of another register, or not the next one here.',
    'The node fetches what is between by itself.',
  ],
  DOCKET_HASH_MISMATCH: [
    'The docket does not have the hash that is stated, or a field is outside of its encoding.',
    'Do not use it; ask another node.',
  ],
  DOCKET_WORK: [
    'The payloads of the docket take more steps than validators spend on one docket.',
    'Proposers hold such transactions back for later dockets; a docket that has them is refused.',
  ],
  DOCKET_ROOT_MISMATCH: [
    'The transactions or a Merkle path are not those that the header commits to.',
    'Do not use it; ask another node.',
  ],
  DOCKET_ROSTER_MISMATCH: [
    'The docket names other validators than its register has at this height.',
    'Do not use it; a change of the roster may have been left out on purpose.',
  ],
  DOCKET_STATE_MISMATCH: [
    'The transactions give another state than the header commits to.',
    'Do not use it; report it if an honest node made it.',
  ],
  DOCKET_HISTORY_MISMATCH: [
    'The docket commits to another history of the register.',
    'Do not use it; compare heads with other organisations (quorate register head).',
  ],
  DOCKET_ANNEX_MISMATCH: ['The annex is not the one that the header commits to.', 'Do not use it; ask another node.'],
  DOCKET_TIME_INVALID: [
    'The docket is too far ahead of the clock here, or too old for a fresh one.',
    'Compare clocks: quorate clock show. See docs/operations.md, Clock.',
  ],
  DOCKET_SIZE_INVALID: [
    'A part of the docket is larger than it may be, or a number is outside of the safe range.',
    'Do not use it.',
  ],
  DOCKET_EMPTY: ['A docket holds at least one transaction.', 'Do not use it.'],
  DOCKET_DUPLICATE_TRANSACTION: ['The docket holds one transaction twice.', 'Do not use it.'],
  DOCKET_RULES_UNKNOWN: [
    'The docket follows rules or a format that this program does not know, or older rules than a docket below it.',
    'Install a newer program, or ask for evidence that is whole.',
  ],
  UPGRADE_NEEDED: [
    'The register was raised to rules that the program of this node does not know.',
    'Install a newer program: UPGRADING.md. The register goes on by itself then.',
  ],
  DOCKET_CONFLICT: [
    'Another docket is sealed at this height here.',
    'Compare heads (quorate register head); read quorate register misbehaviour.',
  ],
  CERTIFICATE_INVALID: [
    'The signatures are not those of a quorum of the roster over this docket.',
    'Do not use it; ask another node.',
  ],
  EVIDENCE_INVALID: [
    'A part of the evidence does not have its form, or does not verify.',
    'Ask for the file again (quorate tx evidence); if it stays so, do not believe it.',
  ],
  EVIDENCE_ANCHOR_MISMATCH: [
    'The evidence is of another chain than the head that you know.',
    'Ask several organisations for their head: one of the two chains is false.',
  ],
  EVIDENCE_TOO_OLD: [
    'The head of the evidence is older than you accept.',
    'Ask for the evidence again, with a newer head.',
  ],
  EVIDENCE_TOO_LONG: [
    'More changes of the validator roster lie between than one evidence file carries.',
    'Prove the docket that the message names first, and ask with it as head.',
  ],
} as const satisfies Readonly<Record<(typeof REGISTER_CODES)[number], Explanation>>;

// Codes of issues about the form, signatures, chain, rights and times of transactions. Codes of the validation
// pipeline are spelled as in reference-facts 4.3.3.
import { bad, broken, conflict, forbidden, unavailable, unprocessable } from './code-row.js';

export const TRANSACTION_CODES = {
  VAL_STRUCT_001: bad(
    'The transaction has no usable id',
    'The transaction states no transactionId.',
    'Make it with quorate tx prepare, or as docs/hashes.md says.',
  ),
  VAL_STRUCT_002: bad(
    'The transaction names no usable register',
    'The header names no register, or another one than it is sent to.',
    'State the id of the register.',
  ),
  VAL_STRUCT_003: bad(
    'The structure of the transaction is wrong',
    'The header names no blueprint, or a genesis another one than "genesis".',
    'State blueprintId.',
  ),
  VAL_STRUCT_004: bad('The structure of the transaction is wrong', 'The header names no action.', 'State actionId.'),
  VAL_STRUCT_005: bad(
    'The structure of the transaction is wrong',
    'The transaction has no payload.',
    'Send one; an empty object is one.',
  ),
  VAL_STRUCT_006: bad(
    'The structure of the transaction is wrong',
    'The header states no payloadHash.',
    'State the SHA-256 of the canonical payload (docs/hashes.md).',
  ),
  VAL_STRUCT_007: bad(
    'The structure of the transaction is wrong',
    'The transaction has no list of signatures.',
    'Sign it: quorate tx sign.',
  ),
  VAL_STRUCT_008: bad(
    'The structure of the transaction is wrong',
    'A signature has no usable publicKey in base64.',
    'Give the key of the wallet that signs.',
  ),
  VAL_STRUCT_009: bad(
    'The structure of the transaction is wrong',
    'A signature has no usable signatureValue in base64.',
    'Sign again.',
  ),
  VAL_STRUCT_010: bad(
    'The structure of the transaction is wrong',
    'A signature names no algorithm.',
    'Name it as the wallet does.',
  ),
  VAL_STRUCT_011: bad(
    'The structure of the transaction is wrong',
    'A member has not its form; `path` names it.',
    'Compare with the schema of the operation at /docs and with docs/hashes.md.',
  ),
  VAL_STRUCT_012: bad(
    'The structure of the transaction is wrong',
    'The transaction, act or operation has a member that its kind does not have.',
    'Leave it out: every byte is signed, so nothing is passed over.',
  ),
  VAL_SIZE_001: bad(
    'The transaction is too large',
    'The transaction or its envelope has more bytes than one may.',
    'Send less in one action; files go in chunks.',
  ),
  VAL_HASH_001: bad(
    'A hash of the transaction is wrong',
    'The payload was changed after its hash was taken, or the hash is of other bytes than the canonical ones.',
    'Compute it as docs/hashes.md says, and sign again.',
  ),
  VAL_HASH_002: bad(
    'A hash of the transaction is wrong',
    'The TxId is not the hash of the header.',
    'Compute it as docs/hashes.md says, and sign again.',
  ),
  VAL_SIG_001: bad(
    'A signature of the transaction is wrong',
    'The algorithm of a signature is not one of this program.',
    'Sign with a wallet of a supported algorithm.',
  ),
  VAL_SIG_002: bad(
    'A signature of the transaction is wrong',
    'A signature does not verify, or the statement of a publication in evidence does not.',
    'Sign the TxId again with the key that is stated.',
  ),
  VAL_SIG_003: bad(
    'A signature of the transaction is wrong',
    'A public key has the wrong length or is not a sound key of its algorithm.',
    'Give the key as the wallet shows it.',
  ),
  VAL_SIG_004: bad(
    'A signature of the transaction is wrong',
    'The sender is not the address of the first key that signed.',
    'Sign with the wallet of the sender first.',
  ),
  VAL_SIG_005: bad(
    'The statement of the publication is missing or wrong',
    'A publication carries no statement of its sender, or one that does not verify.',
    'Publish with quorate blueprint publish, which makes it.',
  ),
  VAL_POLICY_001: bad(
    'The policy of the register refuses the transaction',
    'The policy of the register does not accept the algorithm.',
    'Sign with a wallet of one that it accepts (quorate register show).',
  ),
  VAL_POLICY_002: bad(
    'The policy of the register refuses the transaction',
    'The policy of the register asks for a signature, and there is none.',
    'Sign it: quorate tx sign.',
  ),
  VAL_CHAIN_001: conflict(
    'The transaction does not fit the chain',
    'The previous transaction is not sealed on this register, or did not come within an hour.',
    'Submit the previous one first; where it is lost, make both anew.',
  ),
  VAL_CHAIN_002: conflict(
    'The transaction does not fit the chain',
    'The previous transaction is of another instance, or not the one that this kind follows.',
    'Follow the transaction that quorate instance show names.',
  ),
  VAL_CHAIN_003: conflict(
    'The transaction does not fit the chain',
    'A docket has another height than the next one. Transactions do not get it.',
    'The node fetches what is missing by itself.',
  ),
  VAL_CHAIN_004: conflict(
    'The transaction does not fit the chain',
    'A docket follows another docket than the one that is sealed here. Transactions do not get it.',
    'Compare heads: quorate register head.',
  ),
  VAL_CHAIN_FORK: conflict(
    'The previous transaction was continued already',
    'The branch of the previous transaction went on, or was taken back.',
    'Read the instance again (quorate instance show) and follow its newest transaction.',
  ),
  VAL_CHAIN_TRANSIENT: unavailable(
    'The chain cannot be read now',
    'The specification has it for a register that cannot be reached. Here that is NODE_UNAVAILABLE, of transactions and of everything else.',
    'Ask again.',
    1,
  ),
  VAL_PERM_001: forbidden(
    'The sender lacks the right',
    'A transaction of governance has no signature.',
    'Sign it with the wallet of a member.',
  ),
  VAL_PERM_002: forbidden(
    'The sender lacks the right',
    'The signer, proposer or approver is not on the governance roster.',
    'See quorate governance roster.',
  ),
  VAL_PERM_003: forbidden(
    'The sender lacks the right',
    'The role of the signer does not carry this act, or the record is not its own.',
    'Let a member with the role sign; a record is signed by its primary wallet.',
  ),
  VAL_PERM_004: forbidden(
    'The sender lacks the right',
    'The act does not fit the state: the roster, the policy, the rules or the time that it is about.',
    'Read quorate governance show and propose what fits.',
  ),
  VAL_PERM_005: forbidden(
    'The sender lacks the right',
    'The proposer signed neither the transaction nor an approval in it.',
    'Let the proposer sign.',
  ),
  VAL_PERM_006: forbidden(
    'The sender lacks the right',
    'The specification has it for an act without its quorum. Here such an act is sealed as a proposal and waits for votes, so that nothing gives it.',
    'See the open proposals: quorate governance show.',
  ),
  VAL_GOV_DEF_001: unprocessable(
    'The governance definition refuses the transaction',
    'A transaction of governance names another blueprint than the one of governance.',
    'Use quorate governance propose.',
  ),
  VAL_TRUST_001: conflict(
    'The trust list would go back',
    'The act states a sequence number that is not above the one under which the list was pinned last.',
    'Take the newest list, or state a higher number: one id and number name one content, also after a removal.',
  ),
  VAL_TRUST_002: conflict(
    'The register has too many trust lists',
    'The register has pinned as many lists as it may.',
    'Remove one that no gate names: quorate governance remove-trust.',
  ),
  VAL_TIME_001: bad(
    'A time of the transaction is wrong',
    'createdAt is ahead of the clock of the node, or a proposal ahead of its docket.',
    'Compare clocks (quorate clock show) and sign again.',
  ),
  VAL_TIME_002: bad(
    'A time of the transaction is wrong',
    'createdAt is more than an hour ago.',
    'Make and sign it again.',
  ),
  VAL_TIME_003: bad(
    'A time of the transaction is wrong',
    'expiresAt has passed, or lies before the tip of a register whose time is ahead.',
    'Make it again, later or without expiresAt.',
  ),
  VAL_TIME_004: bad(
    'A time of the transaction is wrong',
    'createdAt lies before the docket of the transaction that it follows, by more than five minutes, and before that was made.',
    'Compare clocks (quorate clock show), and make and sign it again.',
  ),
  VAL_TIME_005: bad(
    'A time of the transaction is wrong',
    'Rules of the action read time.signed, and its docket comes more than an hour after createdAt.',
    'Do the action again: the node calculates and signs it anew.',
  ),
  VAL_REPLAY_001: conflict(
    'The transaction is on the register already',
    'The register has this transaction.',
    'Nothing is to be done: its receipt says in which docket.',
  ),
  VAL_INTERNAL: broken(
    'Validation failed inside',
    'A check failed without a reason that it could tell.',
    'Report it with the traceId and the transaction.',
  ),
};

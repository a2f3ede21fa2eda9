// Bounds of encrypted payloads and of the files that they name.
import { BLUEPRINT_PARTICIPANTS_MAX } from './definitions.js';
import { RECIPIENTS_MAX, TRANSACTION_BYTES_MAX } from './transactions.js';

/** Groups of one envelope: no more than there are participants who could see different things. */
export const DISCLOSURE_GROUPS_MAX = BLUEPRINT_PARTICIPANTS_MAX;
/** Wrapped keys of one envelope, over all its groups: RECIPIENTS_MAX wallets, each of which may play two roles. */
export const DISCLOSURE_KEYS_MAX = 2 * RECIPIENTS_MAX;
/** Encrypted content is filled up to a multiple of this, so that its length does not tell yes from no. */
export const DISCLOSURE_PADDING_BYTES = 256;
/**
 * Values in the sealed text of a group, a level of nesting among them. They, more than its bytes, are what a text costs
 * its reader: so many, each with a name of its own, are parsed and looked through in some 60 ms.
 */
export const SEALED_VALUES_MAX = 16 * 1024;
/**
 * In that of what gives a run on, as PASSED_ON_BYTES_MAX: a delivery puts an object and a list around it, and a private
 * objection has OPENING_LEAVES_MAX hashes and salts besides.
 */
export const PASSED_ON_VALUES_MAX = SEALED_VALUES_MAX + 20 * 1024;
/** Canonical bytes of an envelope: a transaction less its header, metadata, recipients and signatures. */
export const ENVELOPE_BYTES_MAX = TRANSACTION_BYTES_MAX - 128 * 1024;
/**
 * Of what gives a run on: a delivery of it, or a private objection that shows a part of it. It has what the run has,
 * with its own members, hashes and salts besides; and its transaction has one signature and few recipients.
 */
export const PASSED_ON_BYTES_MAX = TRANSACTION_BYTES_MAX - 32 * 1024;
/**
 * Files of one action, chunks of one file, bytes of a chunk and of a file, all before sealing: docs/specification.md
 * C6.
 */
export const ACTION_FILES_MAX = 20;
export const FILE_CHUNKS_MAX = 64;
export const FILE_CHUNK_BYTES_MAX = 4 * 1024 * 1024;
export const FILE_BYTES_MAX = 40 * 1024 * 1024;
/** Characters of a file's name and content type. */
export const FILE_NAME_MAX = 255;
export const FILE_TYPE_MAX = 127;

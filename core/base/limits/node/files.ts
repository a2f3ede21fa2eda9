// Bounds on files that a node takes, checks, keeps and fetches.
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../ledger/disclosure.js';

/** An upload that no action names is kept this long after its last chunk: somebody comes back to it tomorrow. */
export const UPLOAD_KEEP_MS = 24 * 60 * 60 * 1000;
/**
 * Bytes of uploads that no action names yet: ten of the largest files of one organisation, and ten such organisations
 * at a time.
 */
export const UPLOADS_ORGANISATION_BYTES_MAX = 10 * FILE_BYTES_MAX;
export const UPLOADS_NODE_BYTES_MAX = 100 * FILE_BYTES_MAX;
/**
 * Chunks of a file that may come at once under the policy Strict: the largest file, which then takes no two minutes.
 */
export const FILE_CHUNKS_BURST = FILE_BYTES_MAX / FILE_CHUNK_BYTES_MAX;
/**
 * Uploads that a node opens and checks at the same time, one of each caller: two chunks of memory each. Uploads that
 * wait, of all callers and of one.
 */
export const FILE_CHECKS_MAX = 2;
export const FILE_CHECKS_WAITING_MAX = 64;
export const FILE_CHECKS_CALLER_WAITING_MAX = 8;
/**
 * Uploads that are remembered as good, a hash each: those of two hundred submissions that name as many files as they
 * may.
 */
export const FILE_CHECKS_KEPT = 4096;
/**
 * Downloads at the same time, of all callers and of one: each holds three chunks in memory, 400 MiB together, for as
 * long as its reader takes.
 */
export const DOWNLOADS_MAX = 32;
export const DOWNLOADS_CALLER_MAX = 8;
/**
 * Space that files leave free on the disk: the ledger stops when it cannot write, and uploads shall not stop it. How
 * old a look at the disk may be.
 */
export const FILES_DISK_RESERVE_BYTES = 512 * 1024 * 1024;
export const FILES_DISK_STALE_MS = 1000;
/**
 * Chunks that a node fetches from others at the same time, 4 MiB of memory each, and those that wait for their turn:
 * beyond that a caller is told to come back.
 */
export const FILE_FETCHES_MAX = 4;
export const FILE_FETCHES_WAITING_MAX = 64;
/**
 * Chunks that a node gives to others at the same time, of all peers and of one, which asks for no more: 4 MiB of memory
 * each until the peer took it.
 */
export const FILE_ANSWERS_MAX = 16;
export const FILE_ANSWERS_PEER_MAX = FILE_FETCHES_MAX;
/**
 * Bytes a second that a validator fetches before anybody asks for them: a tenth of a fast network, and the disk stays
 * free for dockets.
 */
export const FILE_FETCH_BYTES_PER_SECOND = 16 * 1024 * 1024;
/** Chunks that no peer had are looked for again after this, and after twice as long each time, up to the second. */
export const FILE_RETRY_MS = 30_000;
export const FILE_RETRY_MAX_MS = 60 * 60 * 1000;
/**
 * Actions with missing chunks that one round looks after, and those whose next attempt is remembered: any other is
 * tried when its turn comes.
 */
export const FILE_TASKS_MAX = 256;
export const FILE_RETRIES_KEPT = 10_000;
/**
 * Actions with files whose sender is remembered until they are sealed: what a follower offers in a minute, less than a
 * megabyte.
 */
export const FILE_SENDERS_KEPT = 4096;
/**
 * Dockets without files until it is written down how far a register was looked through: after a crash they are read
 * once more.
 */
export const FILE_CURSOR_DOCKETS = 1000;

// Every bound of the system but those of credentials (credential-limits.ts), hubs (hub-limits.ts), clocks (clock-limits.ts) and shares (sharing-limits.ts), one constant a line with its reason. A bound that a person may set is a default here and a setting in node/config.

// Bodies and JSON.
/** HTTP body: docs/specification.md C6. */
export const BODY_BYTES_MAX = 10 * 1024 * 1024;
/** Deep enough for any real form; far from a stack overflow. */
export const JSON_DEPTH_MAX = 64;
/** Query string and header block: reference-facts 8.2. */
export const QUERY_BYTES_MAX = 2048;
export const HEADER_BYTES_MAX = 8192;

// Transactions and dockets.
/** Canonical bytes of one transaction, a published blueprint among them: docs/specification.md C5. */
export const TRANSACTION_BYTES_MAX = 4 * 1024 * 1024;
/** A docket never exceeds this; a larger one is refused (docs/specification.md C5). */
export const DOCKET_BYTES_MAX = 10 * 1024 * 1024;
/** A builder stops adding transactions here (docs/specification.md C5). */
export const DOCKET_BUILD_BYTES_MAX = 1024 * 1024;
export const DOCKET_TRANSACTIONS_MAX = 1000;
/** Enough for every co-signer of a governance act; bounds verification work per transaction. */
export const SIGNATURES_MAX = 31;
export const RECIPIENTS_MAX = 200;
export const METADATA_BYTES_MAX = 16 * 1024;
export const ID_LENGTH_MAX = 128;
/** Clock skew that a createdAt may run ahead by: reference-facts 4.3.2. */
export const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** A submission older than this at admission is refused (VAL_TIME_002). */
export const TRANSACTION_AGE_MAX_MS = 60 * 60 * 1000;
/** The end of the year 9999: every time of a docket has the spelling of the timestamps, and is one that Date can hold (ECMA-262 21.4.1.1). */
export const TIMESTAMP_MAX_MS = 253_402_300_799_999;

// Pool.
export const POOL_TRANSACTIONS_MAX = 10_000;
export const POOL_BYTES_MAX = 64 * 1024 * 1024;
/** All pools of the node together (docs/protocol.md 13). */
export const POOL_NODE_BYTES_MAX = 512 * 1024 * 1024;
export const POOL_TTL_MS = 60 * 60 * 1000;
export const POOL_SWEEP_MS = 60 * 1000;
/** Share of the pool and of a docket reserved for, and capped at, high priority (specification section 8). */
export const POOL_HIGH_SHARE = 0.2;
/** No sender holds more of a pool than this (docs/protocol.md 13). */
export const POOL_SENDER_SHARE = 0.1;
export const POOL_ORPHAN_SHARE = 0.1;
export const POOL_ORPHAN_TTL_MS = 60 * 1000;
/** Entries accepted by this node and not yet sealed or refused (docs/protocol.md 13). */
export const OUTBOX_MAX = 100_000;
/** How long the answer of a finished submission that was refused stays readable. */
export const RECEIPT_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** What no validator takes from this node for so long is given up: the members may have erred, and for the rest of its hour another node takes it. */
export const PROMISE_GIVEN_UP_MS = 10 * 60 * 1000;

// Consensus.
export const VALIDATORS_MAX = 31;
export const ROUNDS_AHEAD_MAX = 16;
/** The last round of a height: at 16 rounds a timeout of half a minute, the furthest that one member can hurry the others, it is a century away. */
export const ROUND_MAX = 2 ** 31 - 1;

/**
 * The longest round of a register that hears nothing new. 10,000 of them then say something 85 times a second to each peer that is linked, for three percent
 * of a core; whoever is linked again is told at once, so that nobody waits for the end of such a round.
 */
export const STALLED_ROUND_MS_MAX = 240_000;
/** Dockets that replication reads ahead of the judgement, and that the judgement may be ahead of the disk (docs/protocol.md 14). */
export const ADOPT_AHEAD_MAX = 64;
/** Bytes read ahead of the judgement: several dockets for the threads that verify, and little enough to be forgotten while it is young to the collector. */
export const ADOPT_AHEAD_BYTES_MAX = 512 * 1024;
/** Consensus messages that wait for a cold register to be opened, over all registers. */
export const RECEIVED_COLD_MAX = 1000;
/** Consensus keys of one node: one a rekey, and a rekey is an operator's answer to a disaster. */
export const CONSENSUS_KEYS_MAX = 1000;
/** Docket bodies that a height keeps, in memory and on disk: seven that may be promised or in hand, and a spare; more only where members claim more. */
export const BODIES_MAX = 8;
export const ROUND_MS_CAP = 30_000;

// Evidence (docs/protocol.md 9).
/** Evidence in one docket: half a roster at once; more rides with the next docket. */
export const ANNEX_ENTRIES_MAX = 16;
/** Canonical bytes of an annex: an entry is about 2 KiB. */
export const ANNEX_BYTES_MAX = 64 * 1024;
/** Dockets after which an offence is no longer sealed: past rosters are kept that long. */
export const EVIDENCE_AGE_MAX = 10_000;
/** Rosters before the present one under which evidence is judged: seats change rarely. */
export const PAST_ROSTERS_MAX = 16;
/** Splits of one register that an operator settled and that are remembered: each took people to agree, and a branch that was given up dies out. */
export const FORKS_SETTLED_MAX = 32;
/** Proofs against keys that stop nothing, of one register and of the node: each shows a key that none before it did, so that past keys fill no disk, and the oldest go first. */
export const FORK_CLAIMS = { register: 32, node: 1024 } as const;
/** Sealed offences of one member: the first flags it, the others only add to the file, and a liar must not fill the state. */
export const FAULTS_PER_MEMBER_MAX = 16;
/** Roster changes in one evidence document: 31 seats that each get a new key every year for thirty years; some seconds of signatures to verify. */
export const EVIDENCE_ROSTER_CHANGES_MAX = 1000;
/** Evidence that waits for a docket, of one register and of the node. */
export const EVIDENCE_POOL_MAX = 256;
export const EVIDENCE_NODE_MAX = 16_384;

// Registers and rosters (reference-facts 8.2).
export const REGISTER_NAME_MAX = 38;
export const REGISTER_DESCRIPTION_MAX = 2048;
export const ATTESTATIONS_MAX = 10;
/** Members of a governance roster (reference-facts 4.2.4); bounds the approvals of one act too. */
export const MEMBERS_MAX = 25;
/** Governance proposals of one register that wait for votes: each change of members closes them all in one docket. */
export const PROPOSALS_OPEN_MAX = 32;
/** Characters of a justification or comment (reference-facts 4.2.4). */
export const JUSTIFICATION_MAX = 500;
/** A candidate's readiness names one of the last dockets: older ones do not show that it keeps up (docs/protocol.md 10). */
export const READINESS_DOCKETS_MAX = 64;
/** A pending registration expires after this. */
export const REGISTRATION_TTL_MS = 5 * 60 * 1000;
/** Registrations of all tenants that wait for attestations: five minutes of more than three a second. */
export const REGISTRATIONS_PENDING_MAX = 1000;
/** Hot register actors kept in memory, and how long an idle one stays (docs/protocol.md 17). */
export const REGISTERS_ACTIVE_MAX = 1000;
export const REGISTER_IDLE_MS = 60_000;

// Storage.
/** Operations gathered in one group commit, by bytes (docs/protocol.md 4). */
export const COMMIT_BYTES_MAX = 4 * 1024 * 1024;
export const JOURNAL_BACKLOG_BYTES_MAX = 8 * 1024 * 1024;
/** Batch numbers kept to find a missing WAL record: more than two memtables hold (docs/protocol.md 12). */
export const JOURNAL_RING = 262_144;
/** Decoded rows that the journal keeps at least (twice as many at most), and the longest value of one: a wallet with hybrid keys, and some 100 MiB together at the very most. */
export const ROWS_KEPT_MAX = 4096;
export const ROW_KEPT_BYTES_MAX = 4096;

// Pages.
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;
/** Transactions of one batch submission. */
export const BATCH_MAX = 500;
export const WAIT_SECONDS_MAX = 60;

// Wallets and identity.
/** Imported public keys, checks and addresses kept per algorithm: the wallets that are active at one time, a few MiB of memory. */
export const KEY_CACHE_MAX = 10_000;
/** How long key pairs of wallets that sign stay plain in memory, and how many: enough for the wallets that act within a second. */
export const KEY_IN_USE_MS = 1000;
export const KEYS_IN_USE_MAX = 256;
/** RSA handles hold kilobytes each. */
export const RSA_KEY_CACHE_MAX = 1000;
/** Steps of a derivation path: twice what BIP44 uses. */
export const DERIVATION_DEPTH_MAX = 10;
export const WALLET_NAME_MAX = 100;
export const GRANT_CONTEXTS_MAX = 20;
/** Subjects that ever had a grant on one wallet: keeps the list of grants one page. */
export const GRANTS_PER_WALLET_MAX = 100;
export const WALLET_DESCRIPTION_MAX = 2048;
export const WALLET_TAGS_MAX = 20;
/** Data handed to sign, encrypt and decrypt, decoded: what fits a transaction (docs/specification.md C5). */
export const WALLET_DATA_BYTES_MAX = 4 * 1024 * 1024;
/** RSA keys kept sealed per wallet, one a derivation path: each costs seconds to make and kilobytes to keep. */
export const RSA_PATHS_PER_WALLET_MAX = 16;
/** Registers whose recent system signatures are counted at one time: a few MiB of memory. */
export const SYSTEM_SIGNING_REGISTERS_MAX = 100_000;
/** RSA derivations waiting for the one worker: about a minute of work. */
export const RSA_DERIVATIONS_WAITING_MAX = 16;
/** Wallet grant for the creator of an organisation wallet (specification section 8). */
export const ORGANISATION_WALLET_GRANT_MS = 90 * 24 * 60 * 60 * 1000;
export const ACCESS_TOKEN_MS = 60 * 60 * 1000;
export const REFRESH_TOKEN_MS = 24 * 60 * 60 * 1000;
export const SERVICE_TOKEN_MS = 8 * 60 * 60 * 1000;
export const TOKEN_SKEW_S = 300;
export const IDEMPOTENCY_KEEP_MS = 24 * 60 * 60 * 1000;

// Blueprints.
/** Participants, actions and routes of one definition: far beyond any real workflow, and a bound on every check over them. */
export const BLUEPRINT_PARTICIPANTS_MAX = 100;
export const BLUEPRINT_ACTIONS_MAX = 500;
/** Nodes of all schemas of a definition with references expanded: bounds both compilation and the work on each payload value. */
export const SCHEMA_NODES_MAX = 10_000;
/** `uniqueItems` compares pairs: without such a maxItems beside it, 6,000 objects take more than a second. */
export const SCHEMA_UNIQUE_ITEMS_MAX = 256;
/** Compiled definitions kept; another one is compiled again from the ledger in milliseconds. */
export const DEFINITION_CACHE_MAX = 128;
/** Calculations of one action, and disclosures of one action with their pointers together: far beyond any real form. */
export const CALCULATIONS_MAX = 100;
export const DISCLOSURE_POINTERS_MAX = 1000;
/** Parts and levels of one JSON Logic rule: a rule that a person can still read, and a bound on recursion. */
export const LOGIC_NODES_MAX = 1000;
export const LOGIC_DEPTH_MAX = 32;
/** Steps of all rules of one action together: some ten milliseconds. */
export const LOGIC_STEPS_MAX = 100_000;
/** Characters and items that the rules of one action make: without it one reduce doubles a text to 67 MB in a millisecond. */
export const LOGIC_OUTPUT_MAX = 65_536;
/** Characters that a rule looks for in a text: a search costs their product at worst. */
export const LOGIC_NEEDLE_MAX = 256;
/** The longest deadline, ten years: a docket time plus it is still a time that Date can hold. */
export const DURATION_MAX_MS = 3660 * 24 * 60 * 60 * 1000;
/** Errors of a schema that a person gets at once. */
export const SCHEMA_ERRORS_MAX = 50;
/** Ways between actions that a picture of a workflow shows. */
export const GRAPH_EDGES_MAX = 5000;
/** Ways looked at for parallel branches that meet: hundreds of branches through the largest definition, in some milliseconds. */
export const BRANCH_STEPS_MAX = 100_000;
/** Findings about one blueprint that a designer gets at once. */
export const FINDINGS_MAX = 200;
/** Values and characters that a template makes: a blueprint of the largest body, and some milliseconds. */
export const TEMPLATE_OUTPUT_MAX = 250_000;
/** Parameters and named examples of a template: a person fills them in and reads them. */
export const TEMPLATE_PARAMETERS_MAX = 100;
export const TEMPLATE_EXAMPLES_MAX = 20;
/** Templates of one organisation: what lists show of them stands in one row. */
export const TEMPLATES_MAX = 100;
/** Bytes of a template as canonical JSON: the largest shipped one has a sixth of it. */
export const TEMPLATE_BYTES_MAX = 131_072;
/** Canonical bytes of a draft: what fits a publication, less its header. */
export const BLUEPRINT_BYTES_MAX = TRANSACTION_BYTES_MAX - 16 * 1024;
/** Drafts of one organisation, and as many deleted ones that can be recovered: a search reads what lists show of each. */
export const BLUEPRINTS_MAX = 10_000;
/** Publications of drafts that are begun and not sealed: far more than designers of one node publish in an hour. */
export const PUBLICATIONS_EXPECTED_MAX = 10_000;
/** A publication that nothing waits for any more is forgotten after this: as long as a submission may take to be sealed or refused. */
export const PUBLICATION_EXPECTED_MS = 2 * POOL_TTL_MS;
/** Registers that one question about a blueprint looks at. */
export const BLUEPRINT_REGISTERS_MAX = 1000;
/** Runs of the engine that wait for its one thread, all callers together: at worst a minute and a half of work. */
export const ENGINE_WAITING_MAX = 32;
/** CPU time of a check or run of an untrusted blueprint: a hundred times what a large real one takes. */
export const ENGINE_TASK_MS = 3000;
/** The thread is given this long to load its modules. */
export const ENGINE_START_MS = 30_000;
/** Heap of the engine's thread: a definition of 4 MiB and its compiled schemas take a tenth of it. */
export const ENGINE_HEAP_MIB = 256;
/** Characters of the reason of a rejection or cancellation, and of what it says of one field (reference-facts 4.1). */
export const REASON_MAX = 1000;
/** Fields that a rejection says something of: far beyond any real form. */
export const FIELD_ERRORS_MAX = 100;
/** Wallets of one participant record (reference-facts 8.2), the characters of its names, and the canonical bytes of its metadata. */
export const PARTICIPANT_ADDRESSES_MAX = 10;
export const PARTICIPANT_NAME_MAX = 200;
export const PARTICIPANT_METADATA_BYTES_MAX = 4096;
/** Branches of one route, and in language 1 all that are decided and not begun: each is in the instance's state. */
export const INSTANCE_BRANCHES_MAX = 64;
/** Transactions of one instance that a node reads to show it or to act in it: all of them are opened again, because nothing opened is kept. */
export const INSTANCE_TRANSACTIONS_MAX = 2000;
/** Registers in which an instance is looked for that nothing names: one read each, some 10 ms of them. */
export const INSTANCE_REGISTERS_MAX = 1000;
/**
 * Folding sealed dockets into the inbox: transactions, bytes and dockets of one commit (some 10 ms of work), actions between two turns of others (2 ms), and
 * registers at one time. Bytes of sealed transactions that wait in memory for it, of all registers: beyond that they are read from the disk again.
 */
export const INBOX_BATCH_TRANSACTIONS = 512;
export const INBOX_BATCH_BYTES = 16 * 1024 * 1024;
export const INBOX_BATCH_DOCKETS = 256;
export const INBOX_SLICE = 100;
export const INBOX_RUNS_MAX = 4;
export const INBOX_KEPT_BYTES = 32 * 1024 * 1024;
/** How soon rows of one register are made again once more: where it is the ledger that is damaged, making them again helps nobody. */
export const INBOX_REMAKE_MS = 3_600_000;
/** Registers whose heads are looked at in one go after a start: 5 ms of reads. */
export const INBOX_SWEEP = 200;
/** Definitions that are not on the disk and are asked for again: a damaged row or body takes one or a few. */
export const INBOX_LOST_MAX = 100;
/** How long after a seal the inbox folds it: what is sealed meanwhile shares the commit, and nobody who reads is shown less for it. */
export const INBOX_DELAY_MS = 25;
/** How long a reader waits for a register that is being listed for the first time before it is told to come again. */
export const INBOX_WAIT_MS = 10_000;
/** Sealed longer ago than this, an action is no news: a node that catches up tells nobody about years of actions. */
export const INBOX_NEWS_MS = 300_000;
/** Rows that one answer looks at, and lists that it merges, 0.1 ms each. Who wants more names a register, a wallet or a blueprint. */
export const INBOX_WALKED_MAX = 10_000;
export const INBOX_LISTS_MAX = 4000;
/** Wallets of a caller whose instances in registers of others are listed: two reads of the store each. */
export const INBOX_WALLETS_MAX = 1000;
/** Blueprints of a register that a list of what may be begun shows. */
export const STARTABLE_BLUEPRINTS_MAX = 100;
/** Instances of one person that were opened on a node and may not have begun: the oldest is forgotten first. */
export const INSTANCE_OPENINGS_MAX = 1000;
/** Of them, the newest that lists look at: each costs a look into the ledger. */
export const INSTANCE_OPENINGS_LISTED_MAX = 100;
/** Envelopes of an instance that are opened before anything else of the node has its turn: with a post-quantum key a millisecond or two each. */
export const ENVELOPES_OPENED_AT_ONCE = 16;
/** Bytes of a payload, times the groups that get it, and recipients, up to which an action is encrypted while its caller waits: some 20 ms of the one thread. */
export const ENCRYPTED_AT_ONCE_BYTES_MAX = 256 * 1024;
export const ENCRYPTED_AT_ONCE_RECIPIENTS_MAX = 20;
/** Operations of one wallet and of the node that have not ended: each keeps up to 4 MiB on the disk. */
export const OPERATIONS_WALLET_MAX = 20;
export const OPERATIONS_NODE_MAX = 250;
/** Operations that encrypt at one time: there is one thread for it, and the next is read from the disk meanwhile. */
export const OPERATIONS_AT_ONCE = 2;
/** An operation that has ended is told for a day; of one wallet the newest hundred are. */
export const OPERATION_KEEP_MS = 24 * 60 * 60 * 1000;
export const OPERATIONS_KEPT_MAX = 100;
/** Ended operations that one sweep looks at, so that a sweep stays short whatever there is. */
export const OPERATIONS_SWEPT = 1000;
/** An operation looks this often for the end of what it has submitted; what is busy is asked again after the second time, twice that, and so on to the third. */
export const OPERATION_LOOK_MS = 500;
export const OPERATION_RETRY_MS = 2000;
export const OPERATION_RETRY_MAX_MS = 60_000;
/** Rehearsals of one draft and of one organisation that are kept, ended ones among them: each holds a wallet for every role. */
export const REHEARSALS_PER_BLUEPRINT_MAX = 10;
export const REHEARSALS_PER_ORGANISATION_MAX = 100;
/** Lines of a rehearsal's log: what people read of one; the oldest go first. */
export const REHEARSAL_LOG_MAX = 500;
/** Characters of one line: messages name what a client sent, and that may be a name of a megabyte. */
export const REHEARSAL_LINE_MAX = 1000;
/** A rehearsal that nobody goes on with is abandoned and loses its wallets; its log stays for a month. */
export const REHEARSAL_IDLE_MS = 24 * 60 * 60 * 1000;
export const REHEARSAL_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a rehearsal waits for the genesis of a new sandbox: specification section 8. */
export const SANDBOX_WAIT_MS = 60 * 1000;
/** NIST SP 800-63B and reference-facts section 5. */
export const PASSWORD_MIN = 12;
/** Long enough for a passphrase. */
export const PASSWORD_MAX = 128;
/** Argon2id takes 19 MiB and a core each; the others wait (sharing-limits.ts). */
export const PASSWORD_HASHES_AT_ONCE = 2;
/** Verified tokens remembered by hash: some 10 MB. */
export const TOKEN_CACHE_MAX = 10_000;
export const TOKEN_LENGTH_MAX = 8192;
/** Callers whose rate is tracked at once; the longest unseen is forgotten first. */
export const RATE_KEYS_MAX = 10_000;
/** Characters of an Idempotency-Key, and the largest answer kept for it. */
export const IDEMPOTENCY_KEY_MAX = 128;
export const IDEMPOTENCY_ANSWER_BYTES_MAX = 64 * 1024;
/** Organisations of one user: its record lists them. */
export const MEMBERSHIPS_MAX = 100;
/** A revocation is kept this long: no token may be set to live longer (node/config bounds the lifetimes). */
export const REVOCATION_KEEP_MS = 31 * 24 * 60 * 60 * 1000;

// Disclosure.
/** Groups of one envelope: no more than there are participants who could see different things. */
export const DISCLOSURE_GROUPS_MAX = BLUEPRINT_PARTICIPANTS_MAX;

/** Wrapped keys of one envelope, over all its groups: RECIPIENTS_MAX wallets, each of which may play two roles. */
export const DISCLOSURE_KEYS_MAX = 2 * RECIPIENTS_MAX;
/** What is sealed is filled up to a multiple of this, so that a length does not tell yes from no. */
export const DISCLOSURE_PADDING_BYTES = 256;
/** Canonical bytes of an envelope: a transaction less its header, metadata, recipients and signatures. */
export const ENVELOPE_BYTES_MAX = TRANSACTION_BYTES_MAX - 128 * 1024;
/** Files of one action, chunks of one file, bytes of a chunk and of a file, all before sealing: docs/specification.md C6. */
export const ACTION_FILES_MAX = 20;
export const FILE_CHUNKS_MAX = 64;
export const FILE_CHUNK_BYTES_MAX = 4 * 1024 * 1024;
export const FILE_BYTES_MAX = 40 * 1024 * 1024;
/** Characters of a file's name and content type. */
export const FILE_NAME_MAX = 255;
export const FILE_TYPE_MAX = 127;
/** An upload that no action names is kept this long after its last chunk: somebody comes back to it tomorrow. */
export const UPLOAD_KEEP_MS = 24 * 60 * 60 * 1000;
/** Bytes of uploads that no action names yet: ten of the largest files of one organisation, and ten such organisations at a time. */
export const UPLOADS_ORGANISATION_BYTES_MAX = 10 * FILE_BYTES_MAX;
export const UPLOADS_NODE_BYTES_MAX = 100 * FILE_BYTES_MAX;
/** Chunks of a file that may come at once under the policy Strict: the largest file, which then takes no two minutes. */
export const FILE_CHUNKS_BURST = FILE_BYTES_MAX / FILE_CHUNK_BYTES_MAX;
/** Uploads that a node opens and checks at the same time, one of each caller: two chunks of memory each. Those that wait, of all callers and of one. */
export const FILE_CHECKS_MAX = 2;
export const FILE_CHECKS_WAITING_MAX = 64;
export const FILE_CHECKS_CALLER_WAITING_MAX = 8;
/** Uploads that are remembered as good, a hash each: those of two hundred submissions that name as many files as they may. */
export const FILE_CHECKS_KEPT = 4096;
/** Heavy calls at the same time, as many times those of one caller: no caller takes the places of the others, and each may hold a body of some MiB. */
export const HEAVY_CALLERS = 4;
/** Downloads at the same time, of all callers and of one: each holds three chunks in memory, 400 MiB together, for as long as its reader takes. */
export const DOWNLOADS_MAX = 32;
export const DOWNLOADS_CALLER_MAX = 8;
/** A reader that takes nothing for so long is gone. Longer than a chunk may take to come from another node. */
export const STREAM_STALL_MS = 5 * 60_000;
/** What files leave free on the disk: the ledger stops when it cannot write, and nobody shall stop it by uploads. How old a look at the disk may be. */
export const FILES_DISK_RESERVE_BYTES = 512 * 1024 * 1024;
export const FILES_DISK_STALE_MS = 1000;
/** Chunks that a node fetches from others at the same time, 4 MiB of memory each, and those that wait for their turn: beyond that a caller is told to come back. */
export const FILE_FETCHES_MAX = 4;
export const FILE_FETCHES_WAITING_MAX = 64;
/** Chunks that a node gives to others at the same time, of all peers and of one, which asks for no more: 4 MiB of memory each until the peer took it. */
export const FILE_ANSWERS_MAX = 16;
export const FILE_ANSWERS_PEER_MAX = FILE_FETCHES_MAX;
/** What a validator fetches ahead of anybody's asking a second: a tenth of a fast network, and the disk stays free for dockets. */
export const FILE_FETCH_BYTES_PER_SECOND = 16 * 1024 * 1024;
/** Chunks that nobody had are looked for again after this, and after twice as long each time, up to the second. */
export const FILE_RETRY_MS = 30_000;
export const FILE_RETRY_MAX_MS = 60 * 60 * 1000;
/** Actions with missing chunks that one round looks after, and those whose next attempt is remembered: any other is tried when its turn comes. */
export const FILE_TASKS_MAX = 256;
export const FILE_RETRIES_KEPT = 10_000;
/** Actions with files whose sender is remembered until they are sealed: what a follower offers in a minute, less than a megabyte. */
export const FILE_SENDERS_KEPT = 4096;
/** Dockets without files until it is written down how far a register was looked through: after a crash they are read once more. */
export const FILE_CURSOR_DOCKETS = 1000;

// Between nodes.
/** One offer of transactions to a peer: as many as a docket holds, and small enough to leave the link free for votes. */
export const OFFER_TRANSACTIONS_MAX = 1000;
export const OFFER_BYTES_MAX = 1024 * 1024;
/** Dockets at most this large travel inside the announcement of their head. */
export const HEAD_INLINE_BYTES_MAX = 16 * 1024;
/** One request of a range of dockets. */
export const RANGE_DOCKETS_MAX = 256;
export const RANGE_BYTES_MAX = 4 * 1024 * 1024;
/** Registers in one answer about heads; a bucket holds a 256th of what two nodes share. */
export const HEADS_MAX = 256;
/** Registers that catch up at the same time on one node. */
export const SYNCS_MAX = 4;
/** A gap of this many dockets is RECOVERY at once; a smaller one after SYNC_GRACE_MS. */
export const SYNC_LAG_MAX = 32;
export const SYNC_GRACE_MS = 30_000;
/** How long a refusal that a newer head may take back waits for the dockets that a peer told of: a catch-up of a few takes a tenth. So many calls at a time. */
export const HEAD_WAIT_MS = 2000;
export const HEAD_WAITERS_MAX = 1000;

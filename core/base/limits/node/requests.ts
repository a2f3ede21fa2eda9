// Bounds of requests and answers, one constant a line with its reason. bodies.ts beside it has those of each kind of
// body.

/** HTTP body: docs/specification.md C6. */
export const BODY_BYTES_MAX = 10 * 1024 * 1024;
/** Query string and header block: reference-facts 8.2. */
export const QUERY_BYTES_MAX = 2048;
export const HEADER_BYTES_MAX = 8192;
/** Characters of a path in a line of the log: ids of operations take some 300, and strangers send ten thousand. */
export const PATH_LOGGED_MAX = 512;
/** Characters of an Accept header: some dozens of media types, each compared with each form of the answer. */
export const ACCEPT_LENGTH_MAX = 1024;
/** Characters of a cursor: the check of 16 bytes, and a place with an id of which each letter has three bytes. */
export const CURSOR_LENGTH_MAX = 1280;
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;
/**
 * Of the transactions that one page shows: so much for some 15 times as much memory. A page of larger ones is shorter,
 * and its cursor leads on. A single one has at most half of it.
 */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;
/** Transactions that a bounded page reads at once, before it knows how large they are. */
export const PAGE_READ_AT_ONCE = 8;
/**
 * Transactions that one page of short rows looks at where no index answers the question: some 20 us of each, and so
 * many at once. And characters of a title that it shows, which is the text of another organisation.
 */
export const SUMMARIES_LOOKED_MAX = 500;
export const SUMMARIES_READ_AT_ONCE = 100;
/** Of them, in bytes: some 20 ms for each of the largest. */
export const SUMMARIES_BYTES_MAX = 8 * PAGE_BYTES_MAX;
export const TITLE_SHOWN_MAX = 200;
/**
 * Finding by a beginning: its characters at least, registers that are looked at, names of each kind and register, and
 * all that is told. Some six short ranges of rows a register.
 */
export const FIND_LENGTH_MIN = 2;
export const FIND_REGISTERS_MAX = 100;
export const FIND_EACH_MAX = 5;
export const FIND_SHOWN_MAX = 20;
/** Transactions of one batch submission. */
export const BATCH_MAX = 500;
/** After a refusal of other bytes than HTTP, the sender has so long to read why: what it still sends is not read. */
export const MALFORMED_LINGER_MS = 500;
/**
 * How long an answer waits for a seal, unless the operator says otherwise: many proxies give up on an answer after
 * 60 s.
 */
export const WAIT_SECONDS_DEFAULT = 45;
/** How long it waits at most, whatever the operator says. */
export const WAIT_SECONDS_MAX = 600;
/** Time for a whole request to arrive, unless the operator says otherwise; its headers have no more in any case. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** How often it is looked whether a request has arrived in its time. Node looks each 30 s by itself. */
export const REQUESTS_LOOK_MS = 5000;
export const IDEMPOTENCY_KEEP_MS = 24 * 60 * 60 * 1000;
/** Callers whose rate is tracked at once; the longest unseen is forgotten first. */
export const RATE_KEYS_MAX = 10_000;
/** Characters of an Idempotency-Key, and the largest answer kept for it. */
export const IDEMPOTENCY_KEY_MAX = 128;
export const IDEMPOTENCY_ANSWER_BYTES_MAX = 64 * 1024;
/**
 * Heavy calls at the same time, as many times those of one caller: no caller takes the places of the others, and each
 * may hold a body of some MiB.
 */
export const HEAVY_CALLERS = 4;
/** A reader that takes nothing for so long is gone. Longer than a chunk may take to come from another node. */
export const STREAM_STALL_MS = 5 * 60_000;
/** Query string of an OData request: filters list ids. Header block and query together have no more than that. */
export const ODATA_QUERY_BYTES_MAX = 8192;
/** Proposals, or acts of governance, of a register that one answer looks through: two reads each, some 10 ms. */
export const GOVERNANCE_LOOKED_MAX = 1000;
/**
 * Bytes and values of a message to the MCP server: those of a form (bodies.ts). The largest argument of a tool is the
 * payload of an action.
 */
export const MCP_BODY_BYTES_MAX = 1024 * 1024;
export const MCP_BODY_VALUES_MAX = 20_000;
/** Bytes of a result: as much as is kept of an answer for its repetition. A model reads no more of one with profit. */
export const TOOL_RESULT_BYTES_MAX = 64 * 1024;
/** Characters of the text of a result, for models that read no structured content. */
export const TOOL_TEXT_MAX = 8 * 1024;
/** Bytes of a resource: the longest document of the program has 150 KiB, the evidence of a transaction some dozens. */
export const RESOURCE_BYTES_MAX = 256 * 1024;
/** Characters of the address of a resource: two ids and what is between them. */
export const RESOURCE_URI_MAX = 1024;
/** Characters of the words that a person gives to a prompt: a page of text. */
export const PROMPT_WORDS_MAX = 4000;
/** Values that are looked at to complete one, which is a page of a list; the protocol takes no more than 100. */
export const COMPLETIONS_LOOKED_MAX = 100;
export const COMPLETIONS_MAX = 50;
/** A client that asked for progress hears so often what a tool still waits for. */
export const PROGRESS_MS = 2000;
/** Resources that one subscription of an assistant names: those of one person's work. Each is looked up first. */
export const MCP_SUBSCRIBED_MAX = 50;
/** A person answers a question of a tool within this. */
export const CONFIRMATION_MS = 10 * 60_000;
/** Characters of a sealed question: ids, hashes and addresses of some owners. */
export const CONFIRMATION_LENGTH_MAX = 16 * 1024;
/** A client asks no more often for the list of tools: a new right shows after this at the latest. */
export const TOOL_LIST_TTL_MS = 60_000;
/** Calls of tools of all members of an organisation, as many times those of one caller: 1,000 a minute by default. */
export const ORGANISATION_TOOL_CALLS = 10;
/** Calls of tools that administer, as a share of those of one caller: 50 a minute by default (reference-facts 4.7). */
export const ADMIN_TOOL_CALLS = 0.5;

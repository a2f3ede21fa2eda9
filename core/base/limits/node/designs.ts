// Bounds on the work of designers: drafts, templates, checks of a blueprint, and the engine that runs what is not
// published.
import { TRANSACTION_BYTES_MAX } from '../ledger/transactions.js';
import { POOL_TTL_MS } from './pool.js';

/** Compiled definitions kept; another one is compiled again from the ledger in milliseconds. */
export const DEFINITION_CACHE_MAX = 128;
/** Errors of a schema that a person gets at once. */
export const SCHEMA_ERRORS_MAX = 50;
/** Ways between actions that a picture of a workflow shows. */
export const GRAPH_EDGES_MAX = 5000;
/** Edits of a draft that can be taken back: a long day of designing. They are replayed without a check. */
export const EDITS_KEPT_MAX = 500;
/** Edits of one request: each copies what it changes, and they are checked together. */
export const EDITS_AT_ONCE_MAX = 100;
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
/** Schemas of the library of one organisation: what lists show of them stands in one row, of 1 KiB each at most. */
export const SCHEMAS_MAX = 200;
/** Of these, and of all organisations, that are published to everybody of the node: a list reads them all. */
export const SCHEMAS_PUBLISHED_MAX = 50;
export const SCHEMAS_PUBLISHED_NODE_MAX = 500;
/** Bytes of a schema as canonical JSON: large schemas of industry have half of it, and a definition takes 4 MiB. */
export const LIBRARY_SCHEMA_BYTES_MAX = 262_144;
/** Bytes of a schema as a server sends it, with its blanks. */
export const LIBRARY_SCHEMA_FETCH_BYTES_MAX = 4 * LIBRARY_SCHEMA_BYTES_MAX;
/** Bytes and entries of a catalogue of schemas of others: that of SchemaStore has some 400 KiB and 1,000 entries. */
export const SCHEMA_CATALOGUE_BYTES_MAX = 2 * 1024 * 1024;
export const SCHEMA_CATALOGUE_ENTRIES_MAX = 5000;
/** JSON values of what is fetched: as many as a body of its size may have. */
export const SCHEMA_FETCH_VALUES_MAX = 100_000;
/** Time for it to come from its server: a person waits. */
export const SCHEMA_FETCH_MS = 15_000;
/** Characters of the URL of a schema or a catalogue. */
export const SCHEMA_URL_MAX = 1000;
/** Sectors of one schema, and characters of what says what it is. */
export const SCHEMA_SECTORS_MAX = 8;
export const SCHEMA_TITLE_MAX = 200;
export const SCHEMA_DESCRIPTION_MAX = 500;
/** Canonical bytes of a draft: what fits a publication, less its header. */
export const BLUEPRINT_BYTES_MAX = TRANSACTION_BYTES_MAX - 16 * 1024;
/**
 * Drafts of one organisation, and as many deleted ones that can be recovered: a search reads what lists show of each.
 */
export const BLUEPRINTS_MAX = 10_000;
/** Publications of drafts that are begun and not sealed: far more than designers of one node publish in an hour. */
export const PUBLICATIONS_EXPECTED_MAX = 10_000;
/**
 * A publication that nothing waits for any more is forgotten after this: as long as a submission may take to be sealed
 * or refused.
 */
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

// ---- Conversations with the designer (docs/decisions/0245).

/** Messages of a person in one session, its characters, and how many are left when the person is warned. */
export const CHAT_MESSAGES_MAX = 100;
export const CHAT_MESSAGE_MAX = 10_000;
export const CHAT_WARNING_LEFT = 10;
/** Characters of one answer of the designer, and of one piece in which it is told. */
export const CHAT_ANSWER_MAX = 64 * 1024;
export const CHAT_CHUNK_MAX = 2 * 1024;
/** Calls of tools in one turn, and characters of the input of one as JSON. */
export const CHAT_TOOL_CALLS_MAX = 25;
export const CHAT_TOOL_INPUT_MAX = 64 * 1024;
/** Edits of one call. */
export const CHAT_EDITS_AT_ONCE_MAX = 50;
/** Characters of JSON that a tool answers, and that a provider keeps between turns. */
export const CHAT_TOOL_DATA_MAX = 32 * 1024;
export const CHAT_MEMORY_MAX = 64 * 1024;
/**
 * Characters of JSON of a draft that is talked about, with its scenarios: the largest template has a sixth of it, and a
 * model reads all of it in each turn.
 */
export const CHAT_DRAFT_MAX = 256 * 1024;
/** Characters of JSON of the edits that can be taken back: the oldest are forgotten. */
export const CHAT_HISTORY_MAX = 256 * 1024;
/** Characters in which a tool says what it did. */
export const CHAT_TOOL_WORDS_MAX = 8 * 1024;
/** Templates and documents that one search gives. */
export const CHAT_FOUND_MAX = 5;
/** Parts of one turn, also those that say nothing: 64 KiB in pieces of some letters. */
export const CHAT_PARTS_MAX = 20_000;
/** Parts after which everything else of the node has its turn: a provider may have all of them ready. */
export const CHAT_PARTS_AT_ONCE = 64;
/** Conversations of a person in one organisation, and how long one is kept behind its last message. */
export const CHAT_CONVERSATIONS_MAX = 20;
export const CHAT_KEPT_MS = 7 * 24 * 60 * 60_000;
/** Conversations that one sweep deletes. */
export const CHAT_SWEPT_AT_ONCE = 50;
/** Characters of earlier messages that a provider is given, the newest of them: what a model reads in some seconds. */
export const CHAT_CONTEXT_MAX = 256 * 1024;
/** A turn ends after this: a model that thinks for long answers in one minute or two. */
export const CHAT_TURN_MS = 5 * 60_000;
/** Characters of the title of a draft in the list of conversations. */
export const CHAT_TITLE_MAX = 200;
/** Turns at once, of the node and of one organisation: each holds a draft, and a connection to a model. */
export const CHAT_TURNS_MAX = 64;
export const CHAT_TURNS_ORGANISATION_MAX = 16;

// ---- Models that answer in them.

/** Questions to a model in one turn: one behind each of its tools, at most. */
export const MODEL_ROUNDS_MAX = 26;
/** Tokens of one answer of a model: twice what CHAT_ANSWER_MAX has, with the edits beside. */
export const MODEL_TOKENS_MAX = 16_384;
/** Bytes of one answer as a stream: each token comes in an event of some hundred bytes. */
export const MODEL_ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** Time of one answer. */
export const MODEL_TIMEOUT_MS = 4 * 60_000;

// Codes of issues about payloads, routes, participants and files of transactions. Codes of the validation pipeline
// are spelled as in reference-facts 4.3.3.
import { bad, conflict, forbidden, gone, missing, unprocessable } from './code-row.js';

export const PAYLOAD_CODES = {
  VAL_SCHEMA_001: bad(
    'The payload does not fit its schema',
    'The register has no publication of this blueprint.',
    'Publish it there (quorate blueprint publish), or name another register.',
  ),
  VAL_SCHEMA_002: bad(
    'The payload does not fit its schema',
    'The actionId of an action is not a whole number of 0 or more.',
    'Name the action by its id.',
  ),
  VAL_SCHEMA_003: bad(
    'The payload does not fit its schema',
    'The definition has no such action.',
    'See quorate instance definition.',
  ),
  VAL_SCHEMA_004: bad(
    'The payload does not fit its schema',
    'The payload does not fit the schema of its action; `path` names the member.',
    'Correct the member; quorate action show tells what is asked.',
  ),
  VAL_SCHEMA_005: bad(
    'The payload does not fit its schema',
    'A schema of the definition is broken, or could cost more than it may.',
    'Publish a definition that quorate blueprint validate accepts.',
  ),
  VAL_SCHEMA_006: bad(
    'The encrypted payload is not a good envelope',
    'An encrypted payload is not an envelope of its form, or is for more wallets than one may be.',
    'Let the node seal it: quorate action submit.',
  ),
  VAL_SCHEMA_007: bad(
    'The payload has a member that the action may not state',
    'The payload states a member that its action neither asks for nor calculates, or that others own, or of a file what is not so.',
    'Leave it out, or declare it in the definition.',
  ),
  VAL_WORK_001: bad(
    'The payload takes too many steps to check',
    'The payload takes more steps to check than one action may.',
    'Send less in one action, or use a simpler schema.',
  ),
  VAL_CALC_001: unprocessable(
    'A calculated member is not what the calculation gives',
    'A calculated member is not what the rule gives on the data that is in force.',
    'Let the node calculate it, or calculate again on the present state.',
  ),
  VAL_CELL_001: unprocessable(
    'The envelope has another version than 2',
    'The envelope has another version than 2.',
    'Let a node of this version seal it.',
  ),
  VAL_CELL_002: unprocessable(
    'The envelope has other groups than the definition gives',
    'The groups of the envelope are not those that follow from the definition and the holders of roles.',
    'Seal it anew on the present state.',
  ),
  VAL_CELL_003: unprocessable(
    'The envelope is for others than those who may receive it',
    'A wallet of the envelope reads nothing of the move, or one that reads is missing.',
    'Seal it anew: others may hold a role, or stand in for it, since another time slot began.',
  ),
  VAL_ROUTING_001: unprocessable(
    'The routing decision is refused',
    'The action can lead to several places and states none, or states it in another form.',
    'A node that prepares it states it where the data says it. Else state it: quorate tx prepare --next IDS, or metadata.routing as docs/hashes.md, section 12, says.',
  ),
  VAL_ROUTING_002: unprocessable(
    'The routing decision is refused',
    'The decision is about another action or another publication.',
    'Make it anew for this action.',
  ),
  VAL_ROUTING_003: unprocessable(
    'The routing decision is refused',
    'No route of the action leads exactly there.',
    'Name a route of its definition: quorate tx prepare --route ID.',
  ),
  VAL_ROUTING_004: unprocessable(
    'The routing decision is refused',
    'The plain payload leads elsewhere than the decision says.',
    'Let the node decide, or correct the payload.',
  ),
  VAL_ROUTING_005: unprocessable(
    'The routing decision is refused',
    'A condition has no value for the payload.',
    'Give the member that the message names.',
  ),
  VAL_ROUTING_006: unprocessable(
    'The routing decision is refused',
    'The runs in force allow no outcome that leads there.',
    'Read the instance again and decide on its present state.',
  ),
  VAL_PARTICIPANT_001: bad(
    'The participant record is wrong',
    'The participant record or a delegation in it has not its form, or it names a deputy without a record.',
    'Compare with the message; publish with quorate participant publish.',
  ),
  VAL_PARTICIPANT_002: conflict(
    'The participant record has another version',
    'The record does not follow the newest version of its participant.',
    'Read it (quorate participant show) and publish the next version.',
  ),
  VAL_PARTICIPANT_003: conflict(
    'The participant was revoked',
    'The participant was revoked, which is for good.',
    'Publish another participant.',
  ),
  VAL_PARTICIPANT_004: conflict(
    'The address belongs to another participant',
    'An address of the record belongs to another participant, or did.',
    'Use a wallet of this participant alone.',
  ),
  VAL_PARTICIPANT_005: unprocessable(
    'A recipient was revoked',
    'A recipient was revoked on this register.',
    'Seal it to the present holder: the node does when it is asked again.',
  ),
  VAL_PARTICIPANT_006: forbidden(
    'The new primary wallet did not sign',
    'The version names another primary wallet, which did not sign it.',
    'Let it sign: quorate participant prove-primary, then participant change-primary.',
  ),
  VAL_PARTICIPANT_007: conflict(
    'The key signs credentials of another participant',
    'An Active record of another participant, of an organisation that is vouched for, names the key as its own.',
    'Name a key of your own; the members of governance decide on a record that names a foreign one.',
  ),
  PARTICIPANT_NOT_FOUND: missing(
    'There is no such participant',
    'The register has no such participant.',
    'See quorate participant list.',
  ),
  PARTICIPANT_REVOKED: gone(
    'The participant was revoked',
    'The wallet was revoked on this register.',
    'Seal nothing to it; ask for another address.',
  ),
  CREDENTIAL_REFUSED: forbidden(
    'A credential is missing or no good',
    'The action takes a credential, and none was shown for it, or the one that was shown was refused. Or a wallet was to keep one that cannot be taken.',
    'Show one with quorate action submit --present (POST /api/gates). The message says what is wrong with one that was shown, or that was to be kept.',
  ),
  UPLOAD_NOT_FOUND: missing(
    'There is no such upload',
    'No upload of yours has this id, or it has expired.',
    'Upload it again: quorate file upload.',
  ),
  UPLOAD_INCOMPLETE: conflict(
    'The upload is not complete',
    'Chunks of the upload are missing.',
    'Go on with quorate file upload, which sends the rest.',
  ),
  UPLOADS_FULL: conflict(
    'Too many uploads wait for an action',
    'The organisation, or the node, has as many uploads that no action names as it may.',
    'Submit the actions that they are for, or wait until they expire.',
  ),
  FILE_CHUNK_ORDER: conflict(
    'The chunk before this one is missing',
    'The chunk before this one has not come.',
    'Send the chunk that the message names.',
  ),
  FILE_CHUNK_CONFLICT: conflict(
    'The upload has another chunk here',
    'The upload has other bytes or another number of chunks.',
    'Begin another upload.',
  ),
  FILE_CHUNK_CHECKSUM: bad(
    'The chunk does not have its checksum',
    'The bytes changed on the way.',
    'Send the chunk again.',
  ),
  FILE_CHUNK_UNAVAILABLE: missing(
    'This node does not have a chunk of the file',
    'The node does not have the chunk, and no linked node gave it yet.',
    'Ask again later, or at the node that took the action.',
  ),
  FILE_NOT_FOUND: missing(
    'There is no such file',
    'The action discloses no such file to this wallet.',
    'See quorate instance data for what the wallet sees.',
  ),
};

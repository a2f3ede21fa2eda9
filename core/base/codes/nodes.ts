// Codes of issues about peers, identities of nodes and the store.
import { bad, conflict, forbidden, missing, unavailable } from './code-row.js';

export const NODE_CODES = {
  PEER_NOT_FOUND: missing('There is no such peer', 'This node knows no such peer.', 'Compare with quorate peer list.'),
  PEER_BANNED: conflict(
    'The peer is banned',
    'The peer was banned, by the operator or for what it did.',
    'See quorate peer show; quorate peer unban ends it.',
  ),
  PEER_NOT_BANNED: conflict('The peer is not banned', 'No ban of the peer is in force.', 'Nothing is to be done.'),
  PEER_IN_ROSTER: conflict(
    'The peer holds a seat in a register of this node',
    'The peer holds a seat in a register of this node, and a ban may cost its quorum.',
    'Ban it with force, or remove its seat first (quorate validator remove).',
  ),
  PEER_NOT_ADMITTED: forbidden(
    'The peer is not admitted',
    'No organisation that is trusted here issued its certificate, or it is on no list, or there are too many peers.',
    'Trust its CA (quorate node trust), or list it (network.allowedPeers).',
  ),
  PEER_DESCRIPTOR_INVALID: bad(
    'The descriptor of the peer is not valid',
    'The description of the peer does not verify, or names other things than its certificate.',
    'Its operator compares node.installation and addresses, and enrols it again.',
  ),
  MESH_OFF: unavailable('The peer mesh is switched off', 'The node runs alone.', 'Set network.enabled.', 60),
  REGISTER_NOT_ADVERTISED: missing(
    'No peer offers this register',
    'No linked node offers the register, or this node is linked with none.',
    'Let a node that has it offer it (quorate register update REGISTER --advertise yes); see quorate mesh status.',
  ),
  REGISTER_SEATED: conflict(
    'This node holds a seat in the register',
    'The node validates the register, so its data is needed here.',
    'Remove its seat by governance first: quorate validator remove.',
  ),
  REPLICATION_MODE_UNSUPPORTED: bad(
    'This way of replicating is not supported',
    'A part of a chain proves nothing, so there are full replicas alone.',
    'Leave the mode out, or send full.',
  ),
  SUBSCRIPTION_EXISTS: conflict(
    'The register is replicated here already',
    'The node has or follows the register.',
    'Unsubscribe first: quorate register unsubscribe.',
  ),
  SUBSCRIPTION_NOT_FOUND: missing(
    'The register is not replicated here',
    'The node does not follow the register.',
    'See quorate register available.',
  ),
  FRAME_INVALID: bad(
    'A message of a peer does not have its form',
    'A message of a peer does not have its form. The peer loses points for it.',
    'Compare versions (quorate peer show); a peer of a newer program may need this one upgraded.',
  ),
  FRAME_TOO_LARGE: {
    status: 413,
    title: 'A message of a peer is too large',
    cause: 'A message of a peer has more bytes than its kind may.',
    remedy: 'Compare versions and settings with the operator of that node (quorate peer show).',
  },
  PEER_ID_INVALID: bad(
    'The text is not a peer id',
    'The text is not a peer id: 52 characters that begin with 12D3KooW.',
    'Copy it from quorate node show of that node.',
  ),
  PEER_CERTIFICATE_INVALID: forbidden(
    'The certificate of the peer is not usable',
    'The certificate has not the form, names or usages of a node certificate; or it is of a proxy between the nodes, which ends their TLS.',
    'The operator of that node enrols it again, with the same node.installation. A proxy has to pass the bytes on: docs/proxies.md.',
  ),
  PEER_CERTIFICATE_EXPIRED: forbidden(
    'The certificate of the peer is not valid now',
    'The certificate of the node, or its CA, is not valid now; or a clock is wrong.',
    'Compare clocks, then enrol again: quorate node enrol. See docs/operations.md, Certificates.',
  ),
  PEER_CERTIFICATE_REVOKED: forbidden(
    'The certificate of the peer was revoked',
    'Its organisation revoked the certificate.',
    'The operator of that node enrols it again, if its organisation wants it back.',
  ),
  PEER_CERTIFICATE_UNTRUSTED: forbidden(
    'No trusted organisation issued the certificate of the peer',
    'No CA that is trusted here issued it.',
    'Add the certificate of its CA: quorate node trust.',
  ),
  PEER_ORGANISATION_MISMATCH: forbidden(
    'The certificate of the peer names another organisation than its issuer',
    'The certificate names another organisation than its issuer, or than the node had before.',
    'A node that changes its organisation enrols with a new identity.',
  ),
  NODE_REQUEST_INVALID: bad(
    'The request for a certificate is not good',
    'The file is not a request for a certificate, or was changed.',
    'Make it again: quorate node request.',
  ),
  NODE_IDENTITY_MISSING: unavailable(
    'The node has no identity yet',
    'The node has no key, certificate or CA where one is expected.',
    'Enrol it: quorate node enrol, or quorate node request where the CA is elsewhere.',
    60,
  ),
  NODE_IDENTITY_INVALID: unavailable(
    'The identity of the node is not usable',
    'A file of the identity is damaged, can be read by other users, or does not fit the others.',
    'Follow the message; put back a copy, or enrol again: the node key stays.',
    60,
  ),
  STORE_LOCKED: unavailable(
    'The store is in use by another process',
    'Another process has the store open, in another container too, or has taken its files.',
    'Stop that node first; delete no file. See docs/operations.md, STORE_LOCKED.',
    5,
  ),
  STORE_DAMAGED: unavailable(
    'The store is damaged',
    'A file of the store is missing, changed, or was not finished.',
    'Follow docs/operations.md, Damaged store.',
    60,
  ),
  STORE_VERSION: unavailable(
    'The store has another version',
    'The store or the backup is of a newer program, or of version 0.2 or before, or the folder is not empty.',
    'Use the program that wrote it (UPGRADING.md, also for what comes of a store of 0.2), or another folder.',
    60,
  ),
  STORE_FULL: unavailable(
    'The disk is full',
    'The disk has less free than storage.reserveBytes or too few free inodes, or the room for files is used up.',
    'Make room: the node goes on by itself. See docs/operations.md, Disk.',
    60,
  ),
  STORE_UNSAFE: unavailable(
    'The disk of the store cannot be trusted',
    'The file system of the folder cannot promise that written data survives, is mounted read-only, or may not be used by this account. Or the process may open too few files.',
    'Follow the message: choose a local disk, correct mount or owner, or raise the limit of files.',
  ),
  BACKUP_UNDERWAY: conflict(
    'A backup of this node is being taken',
    'A single backup of a node is taken at a time.',
    'Call again when it has ended.',
  ),
  KEYSTORE_KEY_WRONG: unavailable(
    'The keystore cannot be opened',
    'The master key does not open the secrets of this store.',
    'Put back the key file that belongs to the store. See docs/operations.md, Lost key file.',
    60,
  ),
};

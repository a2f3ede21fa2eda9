// Errors of peers, messages between nodes, node identities and the store, explained: mostly for operators.
import type { NODE_CODES } from '../../core/base/codes/nodes.js';
import type { Explanation } from './explanation.js';

export const NODES = {
  PEER_NOT_FOUND: ['This node knows no such peer.', 'Compare with quorate peer list.'],
  PEER_BANNED: [
    'The peer was banned, by the operator or for what it did.',
    'See quorate peer show; quorate peer unban ends it.',
  ],
  PEER_NOT_BANNED: ['No ban of the peer is in force.', 'Nothing is to be done.'],
  PEER_IN_ROSTER: [
    'The peer holds a seat in a register of this node, and a ban may cost its quorum.',
    'Ban it with force, or remove its seat first (quorate validator remove).',
  ],
  PEER_NOT_ADMITTED: [
    'No organisation that is trusted here issued its certificate, or it is on no list, or there are too many peers.',
    'Trust its CA (quorate node trust), or list it (network.allowedPeers).',
  ],
  PEER_DESCRIPTOR_INVALID: [
    'The description of the peer does not verify, or names other things than its certificate.',
    'Its operator compares node.installation and addresses, and enrols it again.',
  ],
  MESH_OFF: ['The node runs alone.', 'Set network.enabled.'],
  REGISTER_NOT_ADVERTISED: [
    'No linked node offers the register, or this node is linked with none.',
    'Let a node that has it offer it (quorate register update REGISTER --advertise yes); see quorate mesh status.',
  ],
  REGISTER_SEATED: [
    'The node validates the register, so its data is needed here.',
    'Remove its seat by governance first: quorate validator remove.',
  ],
  REPLICATION_MODE_UNSUPPORTED: [
    'A part of a chain proves nothing, so there are full replicas alone.',
    'Leave the mode out, or send full.',
  ],
  SUBSCRIPTION_EXISTS: ['The node has or follows the register.', 'Unsubscribe first: quorate register unsubscribe.'],
  SUBSCRIPTION_NOT_FOUND: ['The node does not follow the register.', 'See quorate register available.'],
  FRAME_INVALID: [
    'A message of a peer does not have its form. The peer loses points for it.',
    'Compare versions (quorate peer show); a peer of a newer program may need this one upgraded.',
  ],
  FRAME_TOO_LARGE: [
    'A message of a peer has more bytes than its kind may.',
    'Compare versions and settings with the operator of that node (quorate peer show).',
  ],
  PEER_ID_INVALID: [
    'The text is no peer id: 52 characters that begin with 12D3KooW.',
    'Copy it from quorate node show of that node.',
  ],
  PEER_CERTIFICATE_INVALID: [
    'The certificate has not the form, names or usages of a node certificate.',
    'The operator of that node enrols it again, with the same node.installation.',
  ],
  PEER_CERTIFICATE_EXPIRED: [
    'The certificate of the node, or its CA, is not valid now; or a clock is wrong.',
    'Compare clocks, then enrol again: quorate node enrol. See docs/operations.md, Certificates.',
  ],
  PEER_CERTIFICATE_REVOKED: [
    'Its organisation revoked the certificate.',
    'The operator of that node enrols it again, if its organisation wants it back.',
  ],
  PEER_CERTIFICATE_UNTRUSTED: [
    'No CA that is trusted here issued it.',
    'Add the certificate of its CA: quorate node trust.',
  ],
  PEER_ORGANISATION_MISMATCH: [
    'The certificate names another organisation than its issuer, or than the node had before.',
    'A node that changes its organisation enrols with a new identity.',
  ],
  NODE_REQUEST_INVALID: [
    'The file is no request for a certificate, or was changed.',
    'Make it again: quorate node request.',
  ],
  NODE_IDENTITY_MISSING: [
    'The node has no key, certificate or CA where one is expected.',
    'Enrol it: quorate node enrol, or quorate node request where the CA is elsewhere.',
  ],
  NODE_IDENTITY_INVALID: [
    'A file of the identity is damaged, can be read by other users, or does not fit the others.',
    'Follow the message; put back a copy, or enrol again: the node key stays.',
  ],
  STORE_LOCKED: [
    'Another process has the store open, in another container too, or has taken its files.',
    'Stop that node first; delete no file. See docs/operations.md, STORE_LOCKED.',
  ],
  STORE_DAMAGED: [
    'A file of the store is missing, changed, or was not finished.',
    'Follow docs/operations.md, Damaged store.',
  ],
  STORE_VERSION: [
    'The store or the backup is of a newer program, or the folder is no empty one.',
    'Use the newer program (UPGRADING.md), or another folder.',
  ],
  STORE_FULL: [
    'The disk has less free than storage.reserveBytes or too few free inodes, or the room for files is used up.',
    'Make room: the node goes on by itself. See docs/operations.md, Disk.',
  ],
  STORE_UNSAFE: [
    'The file system of the folder cannot promise that written data survives, is mounted read-only, may not be used by this account, or the process may open too few files.',
    'Follow the message: choose a local disk, correct mount or owner, or raise the limit of files.',
  ],
  BACKUP_UNDERWAY: ['One backup of a node is taken at a time.', 'Call again when it has ended.'],
  KEYSTORE_KEY_WRONG: [
    'The master key does not open the secrets of this store.',
    'Put back the key file that belongs to the store. See docs/operations.md, Lost key file.',
  ],
} as const satisfies Readonly<Record<(typeof NODE_CODES)[number], Explanation>>;

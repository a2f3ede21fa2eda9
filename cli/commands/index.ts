// THE table of commands, in the order of the help. A new command is one object in the file of its noun; a new noun is one import and one line
// in each table.
import type { Command } from '../command.js';
import { actionCommands } from './action.js';
import { actionPendingCommands } from './action-pending.js';
import { auditCommands } from './audit.js';
import { backupCommands } from './backup.js';
import { benchCommands } from './bench.js';
import { blueprintCommands } from './blueprint.js';
import { blueprintDraftCommands } from './blueprint-drafts.js';
import { blueprintRehearseCommands } from './blueprint-rehearse.js';
import { blueprintTemplateCommands } from './blueprint-templates.js';
import { caCommands } from './ca.js';
import { clockCommands } from './clock.js';
import { demoCommands } from './demo.js';
import { docketCommands } from './docket.js';
import { fileCommands } from './file.js';
import { governanceCommands } from './governance.js';
import { instanceCommands } from './instance.js';
import { invitationCommands } from './invitation.js';
import { loginCommands } from './login.js';
import { meshCommands } from './mesh.js';
import { nodeCommands } from './node.js';
import { operationCommands } from './operation.js';
import { participantCommands } from './participant.js';
import { peerCommands } from './peer.js';
import { queryCommands } from './query.js';
import { registerCommands } from './register.js';
import { registerConsensusCommands } from './register-consensus.js';
import { registerFoundingCommands } from './register-founding.js';
import { registerMisbehaviourCommands } from './register-misbehaviour.js';
import { registerReplicationCommands } from './register-replication.js';
import { registerRulesCommands } from './register-rules.js';
import { restoreCommands } from './restore.js';
import { startCommands } from './start.js';
import { statusCommands } from './status.js';
import { storeCommands } from './store.js';
import { tenantCommands } from './tenant.js';
import { txCommands } from './tx.js';
import { txMakingCommands } from './tx-making.js';
import { txWatchCommands } from './tx-watch.js';
import { validatorCommands } from './validator.js';
import { validatorSeatCommands } from './validator-seats.js';
import { verifyCommands } from './verify.js';
import { walletCommands } from './wallet.js';
import { walletGrantCommands } from './wallet-grants.js';
import { walletSigningCommands } from './wallet-signing.js';

export const COMMANDS: readonly Command[] = [
  ...startCommands,
  ...statusCommands,
  ...clockCommands,
  ...loginCommands,
  ...tenantCommands,
  ...invitationCommands,
  ...auditCommands,
  ...walletCommands,
  ...walletSigningCommands,
  ...walletGrantCommands,
  ...registerFoundingCommands,
  ...registerCommands,
  ...registerReplicationCommands,
  ...registerConsensusCommands,
  ...registerMisbehaviourCommands,
  ...blueprintTemplateCommands,
  ...blueprintCommands,
  ...blueprintDraftCommands,
  ...blueprintRehearseCommands,
  ...participantCommands,
  ...instanceCommands,
  ...actionPendingCommands,
  ...actionCommands,
  ...operationCommands,
  ...fileCommands,
  ...txMakingCommands,
  ...txCommands,
  ...txWatchCommands,
  ...docketCommands,
  ...queryCommands,
  ...governanceCommands,
  ...validatorCommands,
  ...validatorSeatCommands,
  ...registerRulesCommands,
  ...nodeCommands,
  ...caCommands,
  ...peerCommands,
  ...meshCommands,
  ...verifyCommands,
  ...storeCommands,
  ...backupCommands,
  ...restoreCommands,
  ...demoCommands,
  ...benchCommands,
];

/** What each noun of a two-word command is about. */
export const NOUNS: Readonly<Record<string, string>> = {
  org: 'see, create and choose organisations',
  user: 'see and invite the users of an organisation',
  invitation: 'answer invitations into an organisation, list and revoke them',
  wallet: 'create wallets and sign with them',
  register: 'create registers and look at them',
  blueprint: 'begin, check, draw, try and publish workflows',
  participant: 'publish who takes part on a register, and find their keys',
  instance: 'open workflows, see where they stand, end them',
  action: 'see what may be done in a workflow, do it or send it back',
  operation: 'follow actions that the node encrypts in the background',
  file: 'upload large files for actions, and save those of actions',
  tx: 'prepare, sign, submit and follow transactions',
  docket: 'look at sealed dockets',
  query: 'find transactions by wallet, sender, blueprint and predecessor',
  governance: 'see and change who governs and validates a register',
  clock: 'the clock of a node, and whether the node believes it',
  validator: 'watch and steer the validator of this node',
  peer: 'see the nodes that this node knows, ban and forgive them',
  mesh: 'see how this node stands among its peers',
  node: 'give this node an identity and say whom it trusts',
  ca: 'run the CA of an organisation, which names its nodes',
};

// Asks the node of a wallet for something: this one, or the one among the nodes of the register that has it. An ask
// leaves encrypted to the wallet alone, to a node that proved that it has the wallet. So a node that lies about one is
// not asked, and not waited for. An answer counts where its asker finds it good.
import { LRUCache } from 'lru-cache';
import { codeRow } from '../../core/base/codes/table.js';
import { growing } from '../../core/base/growing.js';
import { type Issue, issue } from '../../core/base/issue.js';
import {
  WALLET_ASK_BYTES_MAX,
  WALLET_NODES_ASKED_MAX,
  WALLET_NODES_KNOWN_MAX,
} from '../../core/base/limits/node/wallets.js';
import type { Log, Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { encryptTo } from '../../core/crypto/encryption/envelope.js';
import type { WalletKey } from '../../core/envelope/sealed-group.js';
import type { WalletAsk } from '../../core/mesh/frames.js';
import { type RecipientKeyPorts, recipientKeys } from '../workflow/encryption/recipient-keys.js';
import { type WalletAnswers, walletAskContext } from './answering.js';
import { HERE_BYTES, isProof, WALLET_HERE } from './here.js';
import type { WalletPeers, WalletText } from './ports.js';

export interface AskingPorts extends RecipientKeyPorts {
  readonly log: Log;
  readonly random: Pick<Random, 'bytes'>;
  readonly answers: Pick<WalletAnswers, 'ownAnswer'>;
  /** Undefined while there is no mesh. */
  peers(): WalletPeers | undefined;
}

export interface AskedOfWallet extends WalletText {
  /** Local number of the register. */
  readonly reg: number;
  /** Whether an answer is one of the wallet. */
  isGood(answer: Uint8Array): boolean;
}

/** A question to a wallet, with the one by which its node proves that it has the wallet. */
interface Asking {
  readonly ask: WalletAsk;
  readonly isGood: AskedOfWallet['isGood'];
  readonly probe: WalletAsk;
  /** The content of the probe. */
  readonly question: Uint8Array;
}

/** Nodes that have the wallet and are asked: it may have been restored from its words on several. */
const NODES_HAVE_MAX = 3;

export class WalletAsker {
  private readonly ports: AskingPorts;
  /** The node that answered last for a wallet. */
  private readonly known = new LRUCache<string, string>(growing(WALLET_NODES_KNOWN_MAX));

  constructor(ports: AskingPorts) {
    this.ports = ports;
  }

  /**
   * A good answer. WALLET_NODE_AWAY where no node that has the wallet answers; the refusal of the one that has it; the
   * issues of `recipientKeys`.
   */
  async ask({ reg, isGood, ...asked }: AskedOfWallet): Promise<Result<Uint8Array>> {
    const own = await this.ports.answers.ownAnswer(asked);
    if (own !== undefined) return own;
    const { registerId, wallet } = asked;
    const keys = await recipientKeys(this.ports, { reg, addresses: [wallet], isRequired: true });
    if (isFailure(keys)) return keys;
    const seal = ({ subject, text }: Pick<WalletText, 'subject' | 'text'>) =>
      this.seal({ registerId, wallet, subject, text }, keys.get(wallet)!);
    const ask = seal(asked);
    if (isFailure(ask)) return ask;
    if (ask.sealed.length > WALLET_ASK_BYTES_MAX)
      return fail(issue('BODY_TOO_LARGE', '', `A node is asked with at most ${WALLET_ASK_BYTES_MAX} bytes.`));
    const question = this.ports.random.bytes(HERE_BYTES);
    const probe = seal({ subject: WALLET_HERE, text: question });
    return isFailure(probe) ? probe : this.askNodes({ ask, isGood, probe, question });
  }

  private seal({ text, ...asked }: WalletText, key: WalletKey): Result<WalletAsk> {
    const sealed = encryptTo(key, text, walletAskContext(asked), this.ports.random.bytes(32));
    return isFailure(sealed) ? sealed : { ...asked, sealed };
  }

  private async askNodes(asking: Asking): Promise<Result<Uint8Array>> {
    const { known } = this;
    const { ask } = asking;
    const name = `${ask.registerId} ${ask.wallet}`;
    const peers = this.ports.peers();
    const linked = (peers?.of(ask.registerId) ?? []).slice(0, WALLET_NODES_ASKED_MAX);
    const before = linked.find((peerId) => peerId === known.get(name));
    let refused = before === undefined ? undefined : await this.askOne(peers!, before, asking);
    if (refused !== undefined && !isFailure(refused)) return refused;
    const others = linked.filter((peerId) => peerId !== before);
    const proofs = new Map(others.map((peerId) => [peerId, this.prove(peers!, peerId, asking)]));
    for (let asked = 0; asked < NODES_HAVE_MAX; asked++) {
      // The first that proves it, so that a slow one is not waited for.
      const peerId = await Promise.any(proofs.values()).catch(() => undefined);
      if (peerId === undefined) break;
      proofs.delete(peerId);
      const answer = await this.askOne(peers!, peerId, asking);
      if (answer !== undefined && !isFailure(answer)) {
        known.set(name, peerId);
        return answer;
      }
      refused ??= answer;
    }
    return refused ?? fail(away(ask, linked.length));
  }

  /** Undefined where nothing can be told from it: the peer did not answer, or is not the node of the wallet. */
  private async askOne(peers: WalletPeers, peerId: string, { ask, isGood }: Asking) {
    const answer = await this.answerOf(peers, peerId, ask);
    if (answer === undefined) return undefined;
    if (isFailure(answer)) return isOfWallet(answer.issue) ? answer : undefined;
    return isGood(answer) ? answer : undefined;
  }

  /** The peer, which has the wallet. Rejects where it does not prove that. */
  private async prove(peers: WalletPeers, peerId: string, { probe, question }: Asking): Promise<string> {
    const answer = await this.answerOf(peers, peerId, probe);
    if (answer === undefined || isFailure(answer) || !isProof(answer, question, peers.self)) throw NOT_PROVEN;
    return peerId;
  }

  private async answerOf(peers: WalletPeers, peerId: string, ask: WalletAsk): Promise<Result<Uint8Array> | undefined> {
    try {
      return await peers.ask(peerId, ask);
    } catch (error) {
      this.ports.log.debug({ peerId, err: error }, 'A peer did not answer what was asked of a wallet.');
      return undefined;
    }
  }
}

const NOT_PROVEN = new Error('The peer did not prove that it has the wallet.');

/** A peer has no word about the session of who asks: 401 would log a person out. */
function isOfWallet({ code }: Issue): boolean {
  return code !== 'WALLET_NOT_FOUND' && codeRow(code).status !== 401;
}

function away({ wallet }: WalletAsk, asked: number): Issue {
  const who = asked === 0 ? 'No other node of the register is linked' : `${asked} linked nodes of the register`;
  const said = asked === 0 ? '' : ' do not have it, or did not answer';
  return issue('WALLET_NODE_AWAY', '', `The node of the wallet ${wallet} was not reached: ${who}${said}.`);
}

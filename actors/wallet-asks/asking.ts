// Asks the node of a wallet for something: this one, or the one among the nodes of the register that has it. An ask
// leaves encrypted to the wallet alone, after a node has said that the wallet is there. An answer counts where its
// asker finds it good: a node that lies about a wallet gets nothing that it could read, and its word ends no search.
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
import type { WalletAsk } from '../../core/mesh/frames.js';
import { type RecipientKeyPorts, recipientKeys } from '../workflow/encryption/recipient-keys.js';
import { type WalletAnswers, walletAskContext } from './answering.js';
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

/** Nodes that say that they have the wallet and are asked: one has it, and a few may lie. */
const NODES_BELIEVED_MAX = 3;
const NOTHING = new Uint8Array(0);

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
    const { registerId, wallet, subject, text } = asked;
    const keys = await recipientKeys(this.ports, { reg, addresses: [wallet], isRequired: true });
    if (isFailure(keys)) return keys;
    const context = walletAskContext(asked);
    const sealed = encryptTo(keys.get(wallet)!, text, context, this.ports.random.bytes(32));
    if (isFailure(sealed)) return sealed;
    if (sealed.length > WALLET_ASK_BYTES_MAX)
      return fail(issue('BODY_TOO_LARGE', '', `A node is asked with at most ${WALLET_ASK_BYTES_MAX} bytes.`));
    return this.askNodes({ registerId, wallet, subject, sealed }, isGood);
  }

  private async askNodes(ask: WalletAsk, isGood: AskedOfWallet['isGood']): Promise<Result<Uint8Array>> {
    const { known } = this;
    const name = `${ask.registerId} ${ask.wallet}`;
    const peers = this.ports.peers();
    const linked = (peers?.of(ask.registerId) ?? []).slice(0, WALLET_NODES_ASKED_MAX);
    const before = linked.find((peerId) => peerId === known.get(name));
    const first = before === undefined ? undefined : await this.askOne(peers!, before, { ask, isGood });
    if (first !== undefined && !isFailure(first)) return first;
    const others = linked.filter((peerId) => peerId !== before);
    const probes = await Promise.all(others.map((peerId) => this.isThere(peers!, peerId, ask)));
    let refused = first;
    for (const peerId of others.filter((_, i) => probes[i]).slice(0, NODES_BELIEVED_MAX)) {
      const answer = await this.askOne(peers!, peerId, { ask, isGood });
      if (answer !== undefined && !isFailure(answer)) {
        known.set(name, peerId);
        return answer;
      }
      refused ??= answer;
    }
    return refused ?? fail(away(ask, linked.length));
  }

  /** Undefined where nothing can be told from it: the peer did not answer, or is not the node of the wallet. */
  private async askOne(
    peers: WalletPeers,
    peerId: string,
    { ask, isGood }: { readonly ask: WalletAsk; readonly isGood: AskedOfWallet['isGood'] },
  ): Promise<Result<Uint8Array> | undefined> {
    const answer = await this.answerOf(peers, peerId, ask);
    if (answer === undefined) return undefined;
    if (isFailure(answer)) return isOfWallet(answer.issue) ? answer : undefined;
    return isGood(answer) ? answer : undefined;
  }

  private async isThere(peers: WalletPeers, peerId: string, ask: WalletAsk): Promise<boolean> {
    const answer = await this.answerOf(peers, peerId, { ...ask, sealed: NOTHING });
    return answer !== undefined && !isFailure(answer);
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

/** A peer has no word about the session of who asks: 401 would log a person out. */
function isOfWallet({ code }: Issue): boolean {
  return code !== 'WALLET_NOT_FOUND' && codeRow(code).status !== 401;
}

function away({ wallet }: WalletAsk, asked: number): Issue {
  const who = asked === 0 ? 'No other node of the register is linked' : `${asked} linked nodes of the register`;
  const said = asked === 0 ? '' : ' do not have it, or did not answer';
  return issue('WALLET_NODE_AWAY', '', `The node of the wallet ${wallet} was not reached: ${who}${said}.`);
}

// Answers what other nodes ask of a wallet of this one: opens it, and hands it to the part that knows the subject. Few
// at a time, of one peer and of all. It keeps nothing, and decides nothing of a subject.
import { utf8 } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import {
  WALLET_ANSWERS_MAX,
  WALLET_ANSWERS_PEER_MAX,
  WALLET_ANSWERS_WAITING_MAX,
} from '../../core/base/limits/node/wallets.js';
import { TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { openWith } from '../../core/crypto/encryption/envelope.js';
import type { WalletAsk } from '../../core/mesh/frames.js';
import { addressAt } from '../../core/register/people/participants.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { Ledger } from '../ledger-port.js';
import { keyNameOf } from '../workflow/encryption/recipient-keys.js';
import { proveHere, WALLET_HERE } from './here.js';
import type { SubjectAnswer, WalletHost, WalletQuestion, WalletText } from './ports.js';

export interface AnsweringPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly wallets: Pick<WalletStore, 'find'>;
  readonly keystore: Pick<Keystore, 'useToOpen'>;
  readonly subjects: Readonly<Record<string, SubjectAnswer>>;
}

const ANSWERS = {
  atOnce: WALLET_ANSWERS_MAX,
  atOnceKey: WALLET_ANSWERS_MAX / 2,
  waiting: { all: WALLET_ANSWERS_WAITING_MAX, key: WALLET_ANSWERS_PEER_MAX },
};

export class WalletAnswers implements WalletHost {
  private readonly ports: AnsweringPorts;
  private readonly subjects: AnsweringPorts['subjects'];
  /** Peers take turns. */
  private readonly scheduler = new TaskScheduler(ANSWERS);

  constructor(ports: AnsweringPorts) {
    this.ports = ports;
    this.subjects = { ...ports.subjects, [WALLET_HERE]: proveHere };
  }

  async answer(peerId: string, { sealed, ...asked }: WalletAsk): Promise<Result<Uint8Array>> {
    const here = this.find(asked);
    if (here === undefined) return fail(walletNotFound());
    return this.scheduler.run(peerId, () => this.open({ ...asked, sealed }, { ...here, peerId }), busy);
  }

  /** The same of this node itself; undefined where the wallet is not here. */
  ownAnswer({ text, ...asked }: WalletText): Promise<Result<Uint8Array>> | undefined {
    const here = this.find(asked);
    return here && this.dispatch(asked.subject, { ...here, peerId: undefined, text });
  }

  private async open(
    { sealed, ...asked }: WalletAsk,
    place: Omit<WalletQuestion, 'text'>,
  ): Promise<Result<Uint8Array>> {
    const name = keyNameOf(place.wallet, place.address);
    const text = await this.ports.keystore.useToOpen(name, (keys) => openWith(keys, sealed, walletAskContext(asked)));
    return isFailure(text) ? text : this.dispatch(asked.subject, { ...place, text });
  }

  private async dispatch(subject: string, question: WalletQuestion): Promise<Result<Uint8Array>> {
    const { subjects } = this;
    const answer = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined;
    return answer === undefined
      ? fail(issue('BODY_INVALID', '/subject', 'This node knows no such subject: it may be older.'))
      : answer(question);
  }

  /** A wallet that may act here, of a participant of the register: of others no node is told. */
  private find({
    registerId,
    wallet: address,
  }: Pick<WalletAsk, 'registerId' | 'wallet'>): Omit<WalletQuestion, 'text' | 'peerId'> | undefined {
    const { chain, ledger, wallets } = this.ports;
    const reg = ledger.register(registerId)?.reg;
    const wallet = wallets.find(address);
    if (reg === undefined || wallet === undefined || !isInUse(wallet)) return undefined;
    return addressAt(chain.view(reg), address) === undefined ? undefined : { registerId, reg, wallet, address };
  }
}

/** An ask that was made for one register, subject and wallet opens as no other. */
export function walletAskContext({
  registerId,
  subject,
  wallet,
}: Pick<WalletAsk, 'registerId' | 'wallet' | 'subject'>): Uint8Array {
  return utf8(['quorate:wallet-ask', registerId, subject, wallet].join('\u001f'));
}

function isInUse({ status, owner }: Wallet): boolean {
  return status === 'Active' && owner.kind !== 'system';
}

function walletNotFound() {
  return issue('WALLET_NOT_FOUND', '', 'The wallet is not on this node.');
}

function busy(): Result<Uint8Array> {
  return fail(issue('NODE_UNAVAILABLE', '', 'This node answers as many asks of wallets as it can: try again soon.'));
}

// How far a first start is, as the node says: a reload goes on where it was.
import { redirect } from '@tanstack/react-router';
import { PLATFORM_ORGANISATION_NAME } from '../../core/tenant/roles.js';
import { PATHS } from '../paths.js';
import { isDecided } from '../session/decided.js';
import { node } from '../session/node.js';
import { type Person, person } from '../session/person.js';
import { redeemLink } from '../session/session.js';
import { forgetStartLink, startLink } from './start-link.js';

/** In their order. The first one cannot be left for later. */
export const STEPS = ['password', 'organisation', 'wallet', 'register', 'next'] as const;
export type StartStep = (typeof STEPS)[number];

export interface StartState {
  readonly who: Person;
  readonly done: ReadonlySet<StartStep>;
  /** The address of the oldest wallet of the person. */
  readonly wallet: string | undefined;
  /** The id of a register of the organisation. */
  readonly register: string | undefined;
}

export interface StepProps {
  readonly state: StartState;
  /** The node has it: on to the next one. */
  readonly onDone: () => void;
  readonly onLater: () => void;
}

/** Whether one was redeemed: the browser has a session from then on. It stays where the answer of the node was lost. */
async function redeemStartLink(): Promise<boolean> {
  const link = startLink();
  if (link === undefined) return false;
  try {
    await redeemLink(link);
  } catch (error) {
    if (isDecided(error)) forgetStartLink();
    throw error;
  }
  forgetStartLink();
  return true;
}

export async function readStart(): Promise<StartState> {
  const isByLink = await redeemStartLink();
  const who = await person();
  if (who.isNew) return { who, done: new Set(), wallet: undefined, register: undefined };
  // The link of anybody but a newcomer leads to the console itself.
  if (isByLink) throw redirect({ to: PATHS.home });
  const [wallets, registers] = await Promise.all([
    who.may.has('listWallets') ? node.wallets.listWallets({ query: { top: 1 } }) : [],
    who.may.has('listRegisters') ? node.registers.listRegisters({ query: { pageSize: 1 } }) : [],
  ]);
  const done = new Set<StartStep>(['password']);
  if (who.organisation !== PLATFORM_ORGANISATION_NAME || !who.may.has('updateOrganization')) done.add('organisation');
  if (wallets.length > 0 || !who.may.has('createHdWallet')) done.add('wallet');
  if (registers.length > 0 || !who.may.has('createRegister')) done.add('register');
  return { who, done, wallet: wallets[0]?.address, register: registers[0]?.id };
}

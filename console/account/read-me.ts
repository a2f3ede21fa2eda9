// The own account: how it is signed in to, where, and which programs act for it.
import { node } from '../session/node.js';
import { person } from '../session/person.js';

export async function readMe() {
  const who = await person();
  // A session of an organisation's provider does not speak for the account: what it may not read is not shown.
  const [passkeys, codes, sessions, programs, devices] = await Promise.all([
    who.may.has('listPasskeys') ? node.passkeys.listPasskeys() : undefined,
    who.may.has('getTotpStatus') ? node.totp.getTotpStatus() : undefined,
    who.may.has('listSessions') ? node.sessions.listSessions() : undefined,
    who.may.has('listProgramConsents') ? node.programConsents.listProgramConsents() : undefined,
    who.may.has('listDevices') ? node.devices.listDevices() : undefined,
  ]);
  return {
    ...{ who, codes, passkeys: passkeys?.credentials, sessions: sessions?.sessions, programs: programs?.consents },
    devices: devices?.devices,
  };
}

export type OwnAccount = Awaited<ReturnType<typeof readMe>>;

// Organisations and nodes for tests of the node identities: folders under one root, made by the product's own CA, at a
// stated time.
import { join } from 'node:path';

import {
  type Authority,
  createAuthority,
  guestCertificate,
  type Issued,
  issueTo,
  openAuthority,
} from '../../../storage/pki/authority.js';
import { installCertificate, loadIdentity, type NodeIdentity } from '../../../storage/pki/identity.js';
import { makeKeys, type NodeKey, readNodeKey, readTlsKey, type TlsKey } from '../../../storage/pki/node-keys.js';
import { makeRequest, proveRequest } from '../../../storage/pki/request.js';
import { good } from '../base/good.js';

export const DAY_MS = 24 * 60 * 60 * 1000;
export const NOW_MS = Date.UTC(2026, 10, 21);
export const ORG_A = 'aaaaaaaa-0000-4000-8000-000000000001';
export const ORG_B = 'bbbbbbbb-0000-4000-8000-000000000002';

export async function anAuthority(
  dir: string,
  given: { readonly orgId?: string; readonly installation?: string; readonly nowMs?: number } = {},
): Promise<Authority> {
  const { orgId = ORG_A, installation = 'local', nowMs = NOW_MS } = given;
  return good(await createAuthority(dir, { orgId, installation, name: 'Ann, "A" = Co', nowMs }));
}

export function keysOf(dir: string): { readonly nodeKey: NodeKey; readonly tlsKey: TlsKey } {
  makeKeys(dir);
  return { nodeKey: good(readNodeKey(dir)), tlsKey: good(readTlsKey(dir)) };
}

/** Issues for the keys of a folder, and installs. */
export async function enrolled(
  dir: string,
  authority: Authority,
  given: { readonly nowMs?: number; readonly days?: number; readonly hosts?: readonly string[] } = {},
): Promise<Issued> {
  const { nowMs = NOW_MS, days = 365, hosts = [] } = given;
  const request = good(await makeRequest(keysOf(dir), hosts));
  const proven = good(await proveRequest(JSON.stringify(request)));
  const issued = good(await issueTo(good(openAuthority(authority.dir)), proven, { nowMs, days }));
  good(installCertificate(dir, { pem: issued.pem, authority: authority.own, nowMs }));
  return issued;
}

export async function aNode(dir: string, authority: Authority): Promise<NodeIdentity> {
  await enrolled(dir, authority);
  return good(loadIdentity(dir, NOW_MS));
}

export async function aGuest(dir: string, orgId = ORG_B): Promise<NodeIdentity> {
  const given = { orgId, installation: 'local', hosts: [], nowMs: NOW_MS, days: 30 };
  const pem = await guestCertificate(keysOf(dir), given);
  good(installCertificate(dir, { pem, authority: undefined, nowMs: NOW_MS }));
  return good(loadIdentity(dir, NOW_MS));
}

/** Folders of one test. */
export function places(root: string): { readonly ca: string; readonly other: string; readonly node: string } {
  return { ca: join(root, 'ca'), other: join(root, 'other'), node: join(root, 'node') };
}

"""Recomputes test/vectors/credential-moves.json from docs/hashes.md sections 2, 3, 6 and 12 with the standard library of Python 3 alone."""
import hashlib, json, re, sys
from datetime import datetime

def sha256(data): return hashlib.sha256(data).hexdigest()

def canonical(value):  # members in order of UTF-16 code units: here all are ASCII, and numbers are whole
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()

def need(holds, name, what):
    if not holds: sys.exit(f'{name}: {what}')

def is_hash(value): return isinstance(value, str) and re.fullmatch('[0-9a-f]{64}', value) is not None

def is_time(value):
    if not isinstance(value, str) or not re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z', value): return False
    try: datetime.strptime(value, '%Y-%m-%dT%H:%M:%S.%fZ')
    except ValueError: return False
    return True

def issuance(p):
    if not {'type', 'v', 'config', 'root', 'copies', 'validFrom', 'status'} <= set(p) <= {
        'type', 'v', 'config', 'root', 'copies', 'validFrom', 'validUntil', 'status', 'replaces'}: return 'members'
    if p['type'] != 'issuance' or p['v'] != 1: return 'type'
    if not re.fullmatch('[a-z][a-z0-9_]{0,31}', p['config']): return 'config'
    if not is_hash(p['root']) or not is_hash(p.get('replaces', p['root'])): return 'hashes'
    if type(p['copies']) is not int or not 1 <= p['copies'] <= 16: return 'copies'
    if not is_time(p['validFrom']): return 'validFrom'
    if 'validUntil' in p and not (is_time(p['validUntil']) and p['validUntil'] > p['validFrom']): return 'validUntil'
    if p['status'] not in ('list', 'register'): return 'status'

def status(p):
    if set(p) != {'type', 'v', 'to'} or p['type'] != 'credential-status' or p['v'] != 1: return 'members'
    if p['to'] not in ('valid', 'suspended', 'revoked'): return 'to'

FORMS = {'Issuance': issuance, 'CredentialStatus': status}

def check(v, issued):
    name, text = v['name'], v['transaction']
    tx = json.loads(text)
    need(canonical(tx) == text.encode(), name, 'the bytes are not canonical')
    header, payload = tx['header'], tx['payload']
    payload_hash = sha256(canonical(payload))
    need(payload_hash == header['payloadHash'] == v['payloadHash'], name, 'PayloadHash')
    tx_id = sha256(b'quorate:transaction:v1\x1f' + canonical(header))
    need(tx_id == v['txId'], name, f'TxId: found {tx_id}')
    need(sha256(f'{tx_id}:{payload_hash}'.encode()) == v['digest'], name, 'digest')
    kind = header['metadata']['type']
    problem = FORMS[kind](payload)
    need(problem is None, name, f'the payload of an {kind}: {problem}')
    if kind == 'Issuance': issued.append(tx_id)
    about = payload.get('replaces') if kind == 'Issuance' else header['previousTransactionId']
    need(about is None or about in issued, name, 'it is about no Issuance before')

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
sealed = []
for vector in vectors: check(vector, sealed)
print(f'{len(vectors)} vectors hold')

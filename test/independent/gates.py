"""Recomputes test/vectors/gates.json from docs/hashes.md section 14 with the standard library of Python 3 alone."""
import base64, hashlib, json, sys

def H(kind, *parts):
    return hashlib.sha256(b'\x1f'.join([f'quorate:{kind}:v1'.encode(), *parts])).digest()

def canonical(value):  # enough for the values of the vectors
    return json.dumps(value, separators=(',', ':'), sort_keys=True, ensure_ascii=False).encode()

def without(value, name):
    return {key: one for key, one in value.items() if key != name}

def same(found, stated, what):
    if found != stated: sys.exit(f'{what}: found {found!r}, and the vector says {stated!r}')

def check(v):
    place, root = bytes.fromhex(v['place']), bytes.fromhex(v['dataRoot'])
    if 'payload' in v: same(H('gate-data', canonical(without(v['payload'], '@gate'))), root, 'root of the data')
    nonce = H('gate', place, root, bytes.fromhex(v['challenge']), v['id'].encode())
    same(base64.urlsafe_b64encode(nonce).decode().rstrip('='), v['nonce'], 'nonce')
    signed = hashlib.sha256(v['signed'].encode()).digest()
    same(H('gate-use', v['scope'].encode(), signed).hex(), v['use'], 'use')
    statement = canonical(without(v['statement'], 'by'))
    shown = [canonical(v['open'])] if 'open' in v else []
    same(H('gate-verified', place, bytes.fromhex(v['root']), statement, *shown).hex(), v['verified'], 'signed by the verifier')

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
for vector in vectors: check(vector)
print(f'{len(vectors)} vectors hold')

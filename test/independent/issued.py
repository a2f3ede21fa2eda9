"""Recomputes test/vectors/issued.json from docs/hashes.md sections 4 and 14 with the standard library of Python 3 alone."""
import base64, hashlib, json, sys

def H(kind, *parts):
    return hashlib.sha256(b'\x1f'.join([f'quorate:{kind}:v1'.encode(), *parts])).digest()

def canonical(value):  # enough for the values of the vectors
    return json.dumps(value, separators=(',', ':'), sort_keys=True, ensure_ascii=False).encode()

def same(found, stated, what):
    if found != stated: sys.exit(f'{what}: found {found!r}, and the vector says {stated!r}')

def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip('=')

LATER = ('_sd', '_sd_alg', 'iss', 'iat', 'cnf', 'status')

def leaf(v, digests):
    if 'payload' in v:
        clear = {name: one for name, one in v['payload'].items() if name not in LATER}
        return H('issued', b'dc+sd-jwt', canonical(clear), ','.join(sorted(digests)).encode())
    named = {'org.example.1': {str(i): digest for i, digest in enumerate(digests)}}
    return H('issued', b'mso_mdoc', canonical({'digests': named, 'docType': v['docType'], 'validUntil': v['validUntil']}))

def tree(leaves):  # (root, path of each leaf), RFC 6962 section 2.1
    if len(leaves) == 1: return hashlib.sha256(b'\0' + leaves[0]).digest(), [[]]
    at = 1
    while at * 2 < len(leaves): at *= 2
    (left, lefts), (right, rights) = tree(leaves[:at]), tree(leaves[at:])
    return hashlib.sha256(b'\1' + left + right).digest(), [p + [right] for p in lefts] + [p + [left] for p in rights]

def check(v):
    leaves = [leaf(v, digests) for digests in v['digests']]
    same([one.hex() for one in leaves], v['leaves'], 'leaves')
    root, paths = tree(leaves)
    same(root.hex(), v['root'], 'root')
    same([[text(step) for step in path] for path in paths], v['paths'], 'paths')

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
for vector in vectors: check(vector)
print(f'{len(vectors)} vectors hold')

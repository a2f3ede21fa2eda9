"""Checks test/vectors/delivery-proof.json from docs/hashes.md section 14 with the standard library of Python 3 alone."""
import hashlib, hmac, json, sys

def H(kind, *parts):
    return hashlib.sha256(b'\x1f'.join([f'quorate:{kind}:v1'.encode(), *parts])).digest()

def fail(why): sys.exit(why)

class Edwards:  # edwards25519, RFC 8032 section 5.1
    p = 2**255 - 19
    order = 2**252 + 27742317777372353535851937790883648493
    d = -121665 * pow(121666, -1, p) % p
    zero = (0, 1)

    def read(self, b):
        if len(b) != 32: fail('a point has 32 bytes')
        sign, y = b[31] >> 7, int.from_bytes(b, 'little') & (1 << 255) - 1
        if y >= self.p: fail('y has another spelling')
        square = (y * y - 1) * pow(self.d * y * y + 1, -1, self.p) % self.p
        x = pow(square, (self.p + 3) // 8, self.p)
        if (x * x - square) % self.p: x = x * pow(2, (self.p - 1) // 4, self.p) % self.p
        if (x * x - square) % self.p: fail('off the curve')
        if x & 1 != sign: x = -x % self.p
        return self.inside((x, y))

    def inside(self, point):
        if point == self.zero or self.times(self.order, point) != self.zero: fail('not in the group of prime order')
        return point

    def write(self, point):
        return (point[1] | (point[0] & 1) << 255).to_bytes(32, 'little')

    def add(self, a, b):
        (x, y), (u, v), p = a, b, self.p
        t = self.d * x * y * u * v
        return ((x * v + u * y) * pow(1 + t, -1, p) % p, (y * v + x * u) * pow(1 - t, -1, p) % p)

    def minus(self, point): return (-point[0] % self.p, point[1])

    def times(self, n, point):
        sum_ = self.zero
        while n:
            if n & 1: sum_ = self.add(sum_, point)
            point, n = self.add(point, point), n >> 1
        return sum_

    def carrier(self, b):
        u = int.from_bytes(b, 'little')
        if len(b) != 32 or u >= self.p: fail('a carrier has one spelling')
        return self.read(((u - 1) * pow(u + 1, -1, self.p) % self.p).to_bytes(32, 'little'))

    def secret(self, shared):
        y = shared[1]
        return ((1 + y) * pow(1 - y, -1, self.p) % self.p).to_bytes(32, 'little')

Edwards.base = Edwards().read((4 * pow(5, -1, Edwards.p) % Edwards.p).to_bytes(32, 'little'))

class Nist(Edwards):  # P-256, FIPS 186
    p = 2**256 - 2**224 + 2**192 + 2**96 - 1
    order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
    b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
    zero = None
    base = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
            0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)

    def read(self, b):
        if len(b) != 65 or b[0] != 4: fail('a point has 65 bytes')
        x, y = int.from_bytes(b[1:33], 'big'), int.from_bytes(b[33:], 'big')
        if max(x, y) >= self.p or (y * y - x**3 + 3 * x - self.b) % self.p: fail('off the curve')
        return self.inside((x, y))

    def write(self, point):
        return b'\4' + point[0].to_bytes(32, 'big') + point[1].to_bytes(32, 'big')

    def add(self, a, b):
        if a is None or b is None: return a or b
        (x, y), (u, v), p = a, b, self.p
        if x == u and (y + v) % p == 0: return None
        slope = (3 * x * x - 3) * pow(2 * y, -1, p) if a == b else (v - y) * pow(u - x, -1, p)
        w = (slope * slope - x - u) % p
        return (w, (slope * (x - w) - y) % p)

    def minus(self, point): return (point[0], -point[1] % self.p)

    carrier = read

    def secret(self, shared): return shared[0].to_bytes(32, 'big')

def holds(curve, context, pairs, proof):
    challenge, answer = bytes.fromhex(proof['challenge']), int(proof['answer'], 16)
    if len(challenge) != 32 or answer >= curve.order: fail('the answer is below the order')
    c = int.from_bytes(challenge, 'big') % curve.order
    commitments = [curve.add(curve.times(answer, base), curve.minus(curve.times(c, image))) for base, image in pairs]
    if curve.zero in commitments: fail('no commitment is the neutral element')
    points = [curve.write(point) for pair in pairs for point in pair] + [curve.write(one) for one in commitments]
    return H('delivery-proof', context.encode(), *points) == challenge

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
for n, v in enumerate(vectors):
    curve = {'ED25519': Edwards, 'NISTP256': Nist}[v['algorithm']]()
    key, carrier = curve.read(bytes.fromhex(v['publicKey'])), curve.carrier(bytes.fromhex(v['carrier']))
    shared = curve.read(bytes.fromhex(v['receiver']['shared']))
    for who, pairs in (('sender', [(curve.base, carrier)]), ('receiver', [(curve.base, key), (carrier, shared)])):
        proof = v[who]
        if not holds(curve, proof['context'], pairs, proof): fail(f'vector {n}: the proof of the {who} does not hold')
        if holds(curve, proof['context'] + ' ', pairs, proof): fail(f'vector {n}: the proof of the {who} holds elsewhere')
    salt = bytes.fromhex(v['carrier']) + bytes.fromhex(v['publicKey'])
    extracted = hmac.new(salt, curve.secret(shared), hashlib.sha256).hexdigest()
    if extracted != v['extracted']: fail(f'vector {n}: found another secret, {extracted}')
print(f'{len(vectors)} vectors hold')

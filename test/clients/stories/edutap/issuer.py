"""An issuer of the library openid4vci, with the least authorization server: codes that were authorized before.

Words: its port, and the files of its certificate and key. It prints two offers, and defers the second credential once.
"""

import base64
import json
import secrets
import sys
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI, Form
from fastapi.responses import JSONResponse
from joserfc.jwk import ECKey
from openid4vci.adapters.sd_jwt_vc import SdJwtVcAdapter
from openid4vci.crypto.proofs import validate_jwt_proof
from openid4vci.crypto.signer import LocalJwsSigner
from openid4vci.exceptions import CredentialRequestError
from openid4vci.models.credential import CredentialErrorCode, CredentialResponse
from openid4vci.models.offer import CredentialOffer, offer_uri_by_value
from openid4vci.reference import InMemoryIssuerBackend
from openid4vci.server_fastapi.app import create_router

PORT, CERTIFICATE, KEY = int(sys.argv[1]), sys.argv[2], sys.argv[3]
URL = f"https://localhost:{PORT}"
GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

signing = ECKey.generate_key("P-256", {"kid": "issuer-1", "use": "sig"})
adapter = SdJwtVcAdapter("urn:story:student:1", LocalJwsSigner(signing), issuer=URL)
# Code, and later token, to whether the credential is there later.
codes = {secrets.token_urlsafe(24): is_later for is_later in (False, True)}
tokens = {}


@dataclass(frozen=True)
class Later:
    """A request that was told to come back."""

    request: object


def nonce_of(proof):
    """The nonce that the wallet states; the library holds the proof to it."""
    payload = proof.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))).get("nonce")


async def mint(asked, context):
    is_later = tokens.get(context.access_token)
    if is_later is None:
        raise CredentialRequestError(CredentialErrorCode.CREDENTIAL_REQUEST_DENIED, "The token is unknown.")
    request = asked.request if isinstance(asked, Later) else asked
    proofs = (request.proofs or {}).get("jwt", [])
    nonces = {nonce_of(proof) for proof in proofs}
    if not isinstance(asked, Later) and not all(backend.nonces.consume(nonce) for nonce in nonces):
        raise CredentialRequestError(CredentialErrorCode.INVALID_NONCE, "The nonce is not a current one.")
    told = [
        validate_jwt_proof(proof, credential_issuer=URL, c_nonce=nonce_of(proof), supported_algorithms=["ES256"])
        for proof in proofs
    ]
    if is_later and not isinstance(asked, Later):
        return CredentialResponse(transaction_id=backend.transactions.open(Later(request)), interval=1)
    claims = {"given_name": "Eve", "university": "LMU"}
    texts = [await adapter.issue(claims, holder_key=each.bound_key) for each in told]
    return CredentialResponse(
        credentials=[{"credential": text} for text in texts], notification_id=secrets.token_urlsafe(8)
    )


metadata = {
    "credential_issuer": URL,
    "credential_endpoint": f"{URL}/credential",
    "deferred_credential_endpoint": f"{URL}/deferred_credential",
    "nonce_endpoint": f"{URL}/nonce",
    "notification_endpoint": f"{URL}/notification",
    "credential_configurations_supported": {
        "student": {
            **adapter.metadata_fragment(),
            "cryptographic_binding_methods_supported": ["jwk"],
            "proof_types_supported": {"jwt": {"proof_signing_alg_values_supported": ["ES256"]}},
        }
    },
}
backend = InMemoryIssuerBackend(metadata, mint)
app = FastAPI()
app.include_router(create_router(backend))


@app.get("/.well-known/oauth-authorization-server")
async def server():
    return {
        "issuer": URL,
        "token_endpoint": f"{URL}/token",
        "grant_types_supported": [GRANT],
        "pre-authorized_grant_anonymous_access_supported": True,
    }


@app.post("/token")
async def token(grant_type: str = Form(), code: str = Form(alias="pre-authorized_code")):
    is_later = codes.pop(code, None)
    if grant_type != GRANT or is_later is None:
        return JSONResponse(status_code=400, content={"error": "invalid_grant"})
    given = secrets.token_urlsafe(24)
    tokens[given] = is_later
    return JSONResponse({"access_token": given, "token_type": "Bearer", "expires_in": 600}, headers={"Cache-Control": "no-store"})


@app.get("/.well-known/jwt-vc-issuer")
async def keys():
    return {"issuer": URL, "jwks": {"keys": [signing.as_dict(private=False)]}}


@app.get("/notified")
async def notified():
    return [each.event.value for each in backend.notifications]


for code in codes:
    offer = CredentialOffer.model_validate(
        {
            "credential_issuer": URL,
            "credential_configuration_ids": ["student"],
            "grants": {GRANT: {"pre-authorized_code": code}},
        }
    )
    print(offer_uri_by_value(offer), flush=True)
uvicorn.run(app, host="127.0.0.1", port=PORT, ssl_certfile=CERTIFICATE, ssl_keyfile=KEY, log_level="warning")

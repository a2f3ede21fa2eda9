"""requests_oauth2client as programs whose tokens are bound to a key (DPoP): one on this computer, one with a key of its
own (private_key_jwt) that pushes its request, and one on another computer, by a device code. Each works with the token,
refreshes it and ends its session; the token alone is of no use. The person is played by the REST API."""

import os
import sys
from urllib.parse import parse_qsl, urlsplit

import requests
from jwskate import Jwk
from requests_oauth2client import MissingDPoPNonce, OAuth2Client, PrivateKeyJwt

RESOURCE = requests.get(f"{os.environ['QUORATE_URL']}/.well-known/oauth-protected-resource").json()
NODE = RESOURCE["authorization_servers"][0]
SCOPE = "ledger:read offline_access"
LOOPBACK = "http://127.0.0.1:50322/"
# The node of this story has no TLS, which the library wants of an issuer.
LOCAL = {"testing": True, "dpop_bound_access_tokens": True}


def check(is_good, what):
    if not is_good:
        sys.exit(what)


def person():
    """A fresh session of the person: that of the page ends when a program has its own."""
    form = {"email": os.environ["QUORATE_EMAIL"], "password": os.environ["QUORATE_PASSWORD"]}
    token = requests.post(f"{NODE}/api/auth/login", json=form).json()["accessToken"]
    return {"authorization": f"Bearer {token}"}


def answered(address):
    query, own = dict(parse_qsl(urlsplit(address).query)), person()
    shown = requests.post(f"{NODE}/api/auth/program-requests/read", json={"query": query}, headers=own).json()
    check("requestUri" in shown, f"the request is not shown: {shown}")
    answer = {"requestUri": shown["requestUri"], "isAllowed": True}
    return requests.post(f"{NODE}/api/auth/program-requests/answer", json=answer, headers=own).json()["location"]


def is_refused(token):
    """It takes each 401 of this scheme for a wish of a nonce."""
    try:
        return requests.get(f"{NODE}/api/registers", auth=token).status_code == 401
    except MissingDPoPNonce as refused:
        return 'error="invalid_token"' in refused.response.headers["www-authenticate"]


def used(client, token):
    """The token with its key, without it, its successor, and its end."""
    registers = f"{NODE}/api/registers"
    check(token.token_type == "DPoP" and token.scope == SCOPE, f"another token: {token}")
    check(requests.get(registers, auth=token).status_code == 200, "the token reads no registers")
    stolen = {"authorization": f"DPoP {token.access_token}"}
    check(requests.get(registers, headers=stolen).status_code == 401, "the token reads without its key")
    bearer = {"authorization": f"Bearer {token.access_token}"}
    check(requests.get(registers, headers=bearer).status_code == 401, "the token reads as one without a key")
    after = client.refresh_token(token)
    check(after.refresh_token != token.refresh_token, "the refresh token does not rotate")
    check(requests.get(registers, auth=after).status_code == 200, "the second token reads no registers")
    check(client.revoke_access_token(after), "it is not revoked")
    check(is_refused(after), "a revoked token reads")


def by_code(client, is_pushed):
    asked = client.authorization_request(scope=SCOPE)
    address = client.pushed_authorization_request(asked).uri if is_pushed else asked.uri
    used(client, client.authorization_code(asked.validate_callback(answered(address))))


def by_device(client):
    given = client.authorize_device(scope=SCOPE)
    own = person()
    code = {"userCode": given.user_code}
    shown = requests.post(f"{NODE}/api/auth/device-code/read", json=code, headers=own).json()
    check(shown.get("program") == "Planner", f"the device is not shown: {shown}")
    answer = {**code, "isAllowed": True}
    check(requests.post(f"{NODE}/api/auth/device-code/answer", json=answer, headers=own).ok, "no answer is taken")
    used(client, client.device_code(given, dpop=True))


def main():
    found = f"{NODE}/.well-known/oauth-authorization-server"
    discovered = lambda **own: OAuth2Client.from_discovery_endpoint(found, issuer=NODE, **LOCAL, **own)
    by_code(discovered(client_id="quorate-cli", redirect_uri=LOOPBACK), is_pushed=False)

    key = Jwk.generate(alg="ES256", kid="planner")
    redirect = "https://planner.example/callback"
    program = {"name": "Planner", "redirectUris": [redirect], "keys": [dict(key.public_jwk())]}
    made = requests.post(f"{NODE}/api/programs", json=program, headers=person()).json()
    # Its own default for aud is the address of the endpoint. It does not read this endpoint of the metadata.
    own = {"auth": PrivateKeyJwt(made["clientId"], key, aud=NODE), "device_authorization_endpoint": f"{NODE}/oauth/device"}
    proven = discovered(redirect_uri=redirect, **own)
    by_code(proven, is_pushed=True)
    by_device(proven)
    print("DPoP for a program of this computer, one with a key (pushed), one by a device code: read, refresh, revoke")


main()

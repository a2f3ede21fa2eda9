"""Signs in for schemathesis every five minutes, and where a session was ended: some operations ask for a recent sign-in,
and a token of an hour ends before a run does."""

import json
import os
import urllib.request

import schemathesis

LOGIN = f"{os.environ['QUORATE_URL']}/api/auth/login"
FORM = {"email": os.environ["QUORATE_EMAIL"], "password": os.environ["QUORATE_PASSWORD"]}


@schemathesis.auth(refresh_interval=300)
class Session:
    def get(self, case, context):
        asked = urllib.request.Request(LOGIN, json.dumps(FORM).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)["accessToken"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"

"""The story of a client in Python: it logs in, makes a wallet and a register, publishes a definition, signs a
transaction with the wallet, submits it and reads it back. All by the client that openapi-generator made."""

import datetime
import json
import os
import sys
import time

import quorate_client as quorate


def main() -> None:
    configuration = quorate.Configuration(host=os.environ["QUORATE_URL"])
    with quorate.ApiClient(configuration) as client:
        login = quorate.AuthenticationApi(client).login(
            quorate.LoginRequest(email=os.environ["QUORATE_EMAIL"], password=os.environ["QUORATE_PASSWORD"])
        )
        session = login.actual_instance
        if not isinstance(session, quorate.Session):
            sys.exit("login: no session")
        configuration.access_token = session.access_token

        wallets = quorate.WalletsApi(client)
        wallet = wallets.create_wallet(quorate.CreateWallet(title="Python", keyType=quorate.WalletKeyType.WalletKeyTypeED25519))
        register = quorate.RegistersApi(client).create_register(quorate.CreateRegister(name="Register of Python"))

        transactions = quorate.TransactionsApi(client)
        with open(os.environ["QUORATE_DEFINITION"], encoding="utf-8") as file:
            definition = json.load(file)
        published = transactions.publish_blueprint(
            register.register_id,
            quorate.PublishBlueprint(
                blueprintJson=definition, override=quorate.PublishBlueprintOverride(confirm=True)
            ),
        )
        now = datetime.datetime.now(datetime.timezone.utc)
        prepared = transactions.prepare_transaction(
            quorate.PrepareRequest(
                registerId=register.register_id,
                blueprintId=published.blueprint_id,
                actionId="0",
                publicationTxId=published.publication_tx_id,
                senderWallet=wallet.wallet_address,
                createdAt=now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                payload={"amount": 5},
            )
        )
        signature = wallets.sign_with_wallet(
            wallet.id, quorate.SignRequest(data=prepared.data_to_sign, isPreHashed=True)
        )
        submission = quorate.Submission.from_dict(
            {
                **prepared.transaction,
                "signatures": [
                    {
                        "publicKey": signature.public_key,
                        "signatureValue": signature.signature,
                        "algorithm": signature.algorithm,
                    }
                ],
            }
        )
        submitted = transactions.submit_transaction(register.register_id, submission)
        for _ in range(100):
            receipt = transactions.get_receipt(register.register_id, submitted.transaction_id)
            if receipt.status == quorate.ReceiptStatus.ReceiptStatusSealed:
                break
            time.sleep(0.1)
        else:
            sys.exit("the transaction was not sealed")
        read = transactions.get_transaction(register.register_id, submitted.transaction_id)
        if read.tx_id != submitted.transaction_id or read.sender_wallet != wallet.wallet_address:
            sys.exit("another transaction was read")
        print(f"read back {read.tx_id}")


main()

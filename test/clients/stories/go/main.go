// The story of a client in Go: it logs in, makes a wallet and a register, publishes a definition, signs a transaction
// with the wallet, submits it and reads it back. All by the client that openapi-generator made.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	quorate "quorate/client"
)

func needed(what string, response *http.Response, err error) {
	if err == nil {
		return
	}
	if refused, ok := err.(*quorate.GenericOpenAPIError); ok {
		fmt.Fprintf(os.Stderr, "%s: %s %s\n", what, err, refused.Body())
	} else {
		fmt.Fprintf(os.Stderr, "%s: %s\n", what, err)
	}
	os.Exit(1)
}

func main() {
	configuration := quorate.NewConfiguration()
	configuration.Servers = quorate.ServerConfigurations{{URL: os.Getenv("QUORATE_URL")}}
	api := quorate.NewAPIClient(configuration)
	ctx := context.Background()

	login, response, err := api.AuthenticationAPI.Login(ctx).
		LoginRequest(*quorate.NewLoginRequest(os.Getenv("QUORATE_EMAIL"), os.Getenv("QUORATE_PASSWORD"))).Execute()
	needed("login", response, err)
	if login.Session == nil {
		fmt.Fprintln(os.Stderr, "login: no session")
		os.Exit(1)
	}
	ctx = context.WithValue(ctx, quorate.ContextAccessToken, login.Session.AccessToken)

	wallet, response, err := api.WalletsAPI.CreateWallet(ctx).
		CreateWallet(*quorate.NewCreateWallet("Go", quorate.WalletKeyTypeED25519)).Execute()
	needed("createWallet", response, err)

	register, response, err := api.RegistersAPI.CreateRegister(ctx).
		CreateRegister(*quorate.NewCreateRegister("Register of Go")).Execute()
	needed("createRegister", response, err)

	text, err := os.ReadFile(os.Getenv("QUORATE_DEFINITION"))
	needed("definition", nil, err)
	definition := map[string]interface{}{}
	needed("definition", nil, json.Unmarshal(text, &definition))
	publish := *quorate.NewPublishBlueprint(definition)
	publish.SetOverride(*quorate.NewPublishBlueprintOverride(true))
	published, response, err := api.TransactionsAPI.PublishBlueprint(ctx, register.RegisterId).PublishBlueprint(publish).Execute()
	needed("publishBlueprint", response, err)

	prepare := quorate.PrepareRequest{}
	prepare.SetRegisterId(register.RegisterId)
	prepare.SetBlueprintId(published.BlueprintId)
	prepare.SetActionId("0")
	prepare.SetPublicationTxId(published.PublicationTxId)
	prepare.SetSenderWallet(wallet.WalletAddress)
	prepare.SetCreatedAt(time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
	prepare.SetPayload(map[string]interface{}{"amount": 5})
	prepared, response, err := api.TransactionsAPI.PrepareTransaction(ctx).PrepareRequest(prepare).Execute()
	needed("prepareTransaction", response, err)

	sign := *quorate.NewSignRequest()
	sign.SetData(prepared.DataToSign)
	sign.SetIsPreHashed(true)
	signature, response, err := api.WalletsAPI.SignWithWallet(ctx, wallet.Id).SignRequest(sign).Execute()
	needed("signWithWallet", response, err)

	signed := quorate.SubmittedSignature{}
	signed.SetPublicKey(signature.PublicKey)
	signed.SetSignatureValue(signature.Signature)
	signed.SetAlgorithm(quorate.SignatureAlgorithm(signature.Algorithm))
	prepared.Transaction["signatures"] = []quorate.SubmittedSignature{signed}
	made, err := json.Marshal(prepared.Transaction)
	needed("transaction", nil, err)
	submission := quorate.Submission{}
	needed("transaction", nil, json.Unmarshal(made, &submission))
	submitted, response, err := api.TransactionsAPI.SubmitTransaction(ctx, register.RegisterId).Submission(submission).Execute()
	needed("submitTransaction", response, err)

	for attempt := 0; ; attempt++ {
		receipt, response, err := api.TransactionsAPI.GetReceipt(ctx, register.RegisterId, submitted.TransactionId).Execute()
		needed("getReceipt", response, err)
		if receipt.Status == quorate.ReceiptStatusSealed {
			break
		}
		if attempt == 100 {
			fmt.Fprintln(os.Stderr, "the transaction was not sealed")
			os.Exit(1)
		}
		time.Sleep(100 * time.Millisecond)
	}
	read, response, err := api.TransactionsAPI.GetTransaction(ctx, register.RegisterId, submitted.TransactionId).Execute()
	needed("getTransaction", response, err)
	if read.TxId != submitted.TransactionId || read.SenderWallet != wallet.WalletAddress {
		fmt.Fprintln(os.Stderr, "another transaction was read")
		os.Exit(1)
	}
	fmt.Printf("read back %s\n", read.TxId)
}

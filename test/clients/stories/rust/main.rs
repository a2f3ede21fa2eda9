//! The story of a client in Rust: it logs in, makes a wallet and a register, publishes a definition, signs a
//! transaction with the wallet, submits it and reads it back. All by the client that openapi-generator made.

use quorate_client::apis::{authentication_api, configuration, registers_api, transactions_api, wallets_api};
use quorate_client::models;
use serde_json::json;
use std::{env, error::Error, fs, time::Duration};

fn set(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut api = configuration::Configuration::new();
    api.base_path = set("QUORATE_URL");
    let asked = models::LoginRequest::new(set("QUORATE_EMAIL"), set("QUORATE_PASSWORD"));
    let models::Login200Response::Session(session) = authentication_api::login(&api, asked, None).await? else {
        return Err("login: no session".into());
    };
    api.bearer_access_token = Some(session.access_token.clone());

    let wanted = models::CreateWallet::new("Rust".into(), models::WalletKeyType::WalletKeyTypeED25519);
    let wallet = wallets_api::create_wallet(&api, wanted, None).await?;
    let wanted = models::CreateRegister::new("Register of Rust".into());
    let register = registers_api::create_register(&api, wanted, None).await?;

    let definition = serde_json::from_str(&fs::read_to_string(set("QUORATE_DEFINITION"))?)?;
    let mut publish = models::PublishBlueprint::new(definition);
    publish.r#override = Some(Box::new(models::PublishBlueprintOverride::new(true)));
    let published = transactions_api::publish_blueprint(&api, &register.register_id, publish, None).await?;

    let prepare = serde_json::from_value(json!({
        "registerId": register.register_id,
        "blueprintId": published.blueprint_id,
        "actionId": "0",
        "publicationTxId": published.publication_tx_id,
        "senderWallet": wallet.wallet_address,
        "createdAt": chrono::Utc::now().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string(),
        "payload": { "amount": 5 },
    }))?;
    let prepared = transactions_api::prepare_transaction(&api, prepare).await?;

    let asked = serde_json::from_value(json!({ "data": prepared.data_to_sign, "isPreHashed": true }))?;
    let signature = wallets_api::sign_with_wallet(&api, &wallet.id, asked).await?;

    let mut transaction = serde_json::to_value(&prepared.transaction)?;
    transaction["signatures"] = json!([{
        "publicKey": signature.public_key,
        "signatureValue": signature.signature,
        "algorithm": signature.algorithm,
    }]);
    let submission = serde_json::from_value(transaction)?;
    let submitted = transactions_api::submit_transaction(&api, &register.register_id, submission, None).await?;

    let id = &submitted.transaction_id;
    for attempt in 0.. {
        let receipt = transactions_api::get_receipt(&api, &register.register_id, id, None, None).await?;
        if receipt.status == models::ReceiptStatus::ReceiptStatusSealed {
            break;
        }
        if attempt == 100 {
            return Err("the transaction was not sealed".into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let read = transactions_api::get_transaction(&api, &register.register_id, id, None, None).await?;
    if &read.tx_id != id || read.sender_wallet != wallet.wallet_address {
        return Err("another transaction was read".into());
    }
    println!("read back {}", read.tx_id);
    Ok(())
}

// The story of a client in Java: it logs in, makes a wallet and a register, publishes a definition, signs a transaction
// with the wallet, submits it and reads it back. All by the client that openapi-generator made.
package story;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.api.RegistersApi;
import org.openapitools.client.api.TransactionsApi;
import org.openapitools.client.api.WalletsApi;
import org.openapitools.client.model.CreateRegister;
import org.openapitools.client.model.CreateWallet;
import org.openapitools.client.model.LoginRequest;
import org.openapitools.client.model.PrepareRequest;
import org.openapitools.client.model.PublishBlueprint;
import org.openapitools.client.model.PublishBlueprintOverride;
import org.openapitools.client.model.ReceiptStatus;
import org.openapitools.client.model.SignRequest;
import org.openapitools.client.model.Submission;
import org.openapitools.client.model.WalletKeyType;

public final class Story {
  public static void main(String[] words) throws Exception {
    // The mapper that looks at all members: the default one of this library takes any object for any of several.
    ObjectMapper json = JSON.getDefault().getMapper();
    ApiClient client =
        new ApiClient(HttpClient.newBuilder(), json, System.getenv("QUORATE_URL"));
    var login =
        new AuthenticationApi(client)
            .login(
                new LoginRequest()
                    .email(System.getenv("QUORATE_EMAIL"))
                    .password(System.getenv("QUORATE_PASSWORD")),
                null);
    String token = login.getSession().getAccessToken();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));

    var wallets = new WalletsApi(client);
    var wallet =
        wallets.createWallet(new CreateWallet().title("Java").keyType(WalletKeyType.WalletKeyTypeED25519), null);
    var register =
        new RegistersApi(client).createRegister(new CreateRegister().name("Register of Java"), null);
    String registerId = register.getRegisterId();

    Map<String, Object> definition =
        json.readValue(Path.of(System.getenv("QUORATE_DEFINITION")).toFile(), new TypeReference<>() {});
    var transactions = new TransactionsApi(client);
    var published =
        transactions.publishBlueprint(
            registerId,
            new PublishBlueprint()
                .blueprintJson(definition)
                .override(new PublishBlueprintOverride().confirm(true)),
            null);

    var form = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    String now = form.format(Instant.now());
    var prepared =
        transactions.prepareTransaction(
            new PrepareRequest()
                .registerId(registerId)
                .blueprintId(published.getBlueprintId())
                .actionId("0")
                .publicationTxId(published.getPublicationTxId())
                .senderWallet(wallet.getWalletAddress())
                .createdAt(now)
                .payload(Map.of("amount", 5)));
    var signature =
        wallets.signWithWallet(
            wallet.getId(), new SignRequest().data(prepared.getDataToSign()).isPreHashed(true));

    Map<String, Object> signed = new HashMap<>(prepared.getTransaction());
    signed.put(
        "signatures",
        List.of(
            Map.of(
                "publicKey", signature.getPublicKey(),
                "signatureValue", signature.getSignature(),
                "algorithm", signature.getAlgorithm())));
    var submitted =
        transactions.submitTransaction(registerId, json.convertValue(signed, Submission.class), null);
    String id = submitted.getTransactionId();

    for (int attempt = 0; ; attempt++) {
      if (transactions.getReceipt(registerId, id, null, null).getStatus() == ReceiptStatus.ReceiptStatusSealed) break;
      if (attempt == 100) throw new IllegalStateException("the transaction was not sealed");
      Thread.sleep(100);
    }
    var read = transactions.getTransaction(registerId, id, null, null);
    if (!read.getTxId().equals(id) || !read.getSenderWallet().equals(wallet.getWalletAddress()))
      throw new IllegalStateException("another transaction was read");
    System.out.println("read back " + id);
  }
}

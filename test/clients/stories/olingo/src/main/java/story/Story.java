// Apache Olingo reads the ledger: the service document, the model with the vocabulary that it references, and entities
// by a client that checks them against the model. No other server than the node is asked.
package story;

import java.net.URI;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.olingo.client.api.EdmEnabledODataClient;
import org.apache.olingo.client.core.ODataClientFactory;
import org.apache.olingo.client.core.http.DefaultHttpClientFactory;
import org.apache.olingo.commons.api.http.HttpMethod;

public final class Story {
  public static void main(String[] words) {
    String root = System.getenv("QUORATE_URL") + "/odata";
    String token = System.getenv("QUORATE_TOKEN");
    EdmEnabledODataClient client = ODataClientFactory.getEdmEnabledClient(root);
    client.getConfiguration().setHttpClientFactory(
        new DefaultHttpClientFactory() {
          @Override
          public DefaultHttpClient create(HttpMethod method, URI uri) {
            DefaultHttpClient made = super.create(method, uri);
            made.addRequestInterceptor(
                (request, context) -> request.addHeader("Authorization", "Bearer " + token));
            return made;
          }
        });
    var requests = client.getRetrieveRequestFactory();

    var service = requests.getServiceDocumentRequest(root).execute().getBody();
    needed(service.getEntitySetNames().contains("Registers"), "the service document lists Registers");

    var metadata = requests.getXMLMetadataRequest(root).execute().getBody();
    needed(metadata.getSchema("Org.OData.Capabilities.V1") != null, "the vocabulary was read from the node");

    var model = client.getCachedEdm();
    needed(model.getEntityContainer().getEntitySet("Transactions") != null, "the model has Transactions");

    var registers =
        requests
            .getEntitySetRequest(client.newURIBuilder(root).appendEntitySetSegment("Registers").top(1).build())
            .execute()
            .getBody();
    needed(!registers.getEntities().isEmpty(), "a register is read");
    needed(registers.getEntities().get(0).getProperty("name") != null, "it has a name");
    System.out.println("read the model, its vocabulary and a register");
  }

  private static void needed(boolean isSo, String what) {
    if (!isSo) throw new IllegalStateException("not so: " + what);
  }
}

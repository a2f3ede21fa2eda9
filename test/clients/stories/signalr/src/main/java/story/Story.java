// SignalR for Java opens all four hubs, and listens to a register.
package story;

import com.microsoft.signalr.HubConnection;
import com.microsoft.signalr.HubConnectionBuilder;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Map;

public final class Story {
  public static void main(String[] words) {
    String token = System.getenv("QUORATE_TOKEN");
    for (String hub : List.of("register", "blueprint", "wallet", "tenant")) {
      HubConnection connection =
          HubConnectionBuilder.create(System.getenv("QUORATE_URL") + "/hubs/" + hub)
              .withAccessTokenProvider(Single.just(token))
              .build();
      connection.start().blockingAwait();
      if (hub.equals("register")) {
        Map<?, ?> now =
            connection.invoke(Map.class, "SubscribeToRegister", System.getenv("QUORATE_REGISTER")).blockingGet();
        if (now.isEmpty()) throw new IllegalStateException("the hub gave no height");
      }
      connection.stop().blockingAwait();
    }
    System.out.println("listened at four hubs");
    // The client leaves threads behind.
    System.exit(0);
  }
}

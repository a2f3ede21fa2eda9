package story;

import eu.europa.esig.dss.enumerations.DigestAlgorithm;
import eu.europa.esig.dss.model.BLevelParameters;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.DSSException;
import eu.europa.esig.dss.model.InMemoryDocument;
import eu.europa.esig.dss.model.tsl.LOTLInfo;
import eu.europa.esig.dss.model.tsl.TLInfo;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.client.http.DSSFileLoader;
import eu.europa.esig.dss.spi.tsl.TrustedListsCertificateSource;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.token.DSSPrivateKeyEntry;
import eu.europa.esig.dss.token.Pkcs12SignatureToken;
import eu.europa.esig.dss.tsl.job.TLValidationJob;
import eu.europa.esig.dss.tsl.source.LOTLSource;
import eu.europa.esig.dss.tsl.source.TLSource;
import eu.europa.esig.dss.xades.XAdESSignatureParameters;
import eu.europa.esig.dss.xades.signature.XAdESService;
import eu.europa.esig.dss.xades.tsl.TrustedListV5SignatureParametersBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore.PasswordProtection;
import java.util.List;
import java.util.stream.Stream;

/**
 * DSS of the European Commission. It validates the lists in `lists` under the operators beside each, then the list of
 * lists with the list that it points to, and signs those in `unsigned`. Verdicts are lines of `verdicts.tsv`.
 */
public final class Story {
  private static final String HOST = "https://lists.example/";

  /** Lists by their names; nothing leaves the machine. */
  private static final DSSFileLoader FILES =
      url -> {
        try {
          return new InMemoryDocument(Files.readAllBytes(Path.of("lists", url.substring(HOST.length()))));
        } catch (IOException problem) {
          throw new DSSException(url, problem);
        }
      };

  public static void main(String[] words) throws Exception {
    StringBuilder verdicts = new StringBuilder();
    for (Path file : files("lists", ".xml")) verdicts.append(judged(file.getFileName().toString()));
    Files.writeString(Path.of("verdicts.tsv"), verdicts.toString());
    Files.createDirectories(Path.of("signed"));
    for (Path file : files("unsigned", ".xml")) sign(file);
    System.out.println("done");
  }

  private static List<Path> files(String folder, String end) throws IOException {
    try (Stream<Path> all = Files.list(Path.of(folder))) {
      return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  private static String judged(String name) throws IOException {
    boolean isListOfLists = name.startsWith("lotl");
    TLSource source = isListOfLists ? new LOTLSource() : new TLSource();
    CommonTrustedCertificateSource operators = new CommonTrustedCertificateSource();
    for (String line : Files.readAllLines(Path.of("lists", name + ".operators")))
      operators.addCertificate(DSSUtils.loadCertificateFromBase64EncodedString(line));
    source.setUrl(HOST + name);
    source.setCertificateSource(operators);
    source.setTLVersions(List.of(5, 6));
    TLValidationJob job = new TLValidationJob();
    if (source instanceof LOTLSource lists) {
      lists.setPivotSupport(false);
      job.setListOfTrustedListSources(lists);
    } else job.setTrustedListSources(source);
    TrustedListsCertificateSource anchors = new TrustedListsCertificateSource();
    job.setTrustedListCertificateSource(anchors);
    job.setOnlineDataLoader(FILES);
    job.onlineRefresh();
    StringBuilder lines = new StringBuilder();
    if (isListOfLists) {
      for (LOTLInfo info : job.getSummary().getLOTLInfos()) {
        lines.append(line(name, info, 0));
        for (TLInfo each : info.getTLInfos()) lines.append(line(name + " " + each.getUrl(), each, anchors.getNumberOfCertificates()));
      }
    } else {
      for (TLInfo info : job.getSummary().getOtherTLInfos()) lines.append(line(name, info, anchors.getNumberOfCertificates()));
    }
    return lines.toString();
  }

  private static String line(String name, TLInfo info, int anchors) {
    var validated = info.getValidationCacheInfo();
    var parsed = info.getParsingCacheInfo();
    boolean isRead = parsed != null && !parsed.isError() && parsed.getSequenceNumber() != null;
    boolean isValid = isRead && validated != null && !validated.isError() && validated.isValid();
    Object why =
        validated == null || validated.getIndication() == null
            ? "not validated"
            : validated.getIndication() + "/" + validated.getSubIndication();
    if (!isRead) why = parsed == null || parsed.getExceptionMessage() == null ? "not read" : parsed.getExceptionMessage();
    Object sequence = isRead ? parsed.getSequenceNumber() : "-";
    return String.join("\t", name, isValid ? "valid" : "invalid", String.valueOf(sequence), String.valueOf(anchors), String.valueOf(why).replaceAll("\\s+", " ")) + "\n";
  }

  private static void sign(Path file) throws Exception {
    try (Pkcs12SignatureToken token = new Pkcs12SignatureToken("operator.p12", new PasswordProtection("story".toCharArray()))) {
      DSSPrivateKeyEntry key = token.getKeys().get(0);
      DSSDocument list = new InMemoryDocument(Files.readAllBytes(file));
      CertificateToken operator = key.getCertificate();
      BLevelParameters level = new BLevelParameters();
      XAdESSignatureParameters parameters =
          new TrustedListV5SignatureParametersBuilder(operator, list)
              .setDigestAlgorithm(DigestAlgorithm.SHA512)
              .setBLevelParams(level)
              .build();
      XAdESService service = new XAdESService(new CommonCertificateVerifier());
      var value = token.sign(service.getDataToSign(list, parameters), parameters.getDigestAlgorithm(), key);
      service.signDocument(list, parameters, value).save(Path.of("signed", file.getFileName().toString()).toString());
    } catch (UncheckedIOException problem) {
      throw problem.getCause();
    }
  }

  private Story() {}
}

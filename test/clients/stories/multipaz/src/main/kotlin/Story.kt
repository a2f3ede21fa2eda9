import io.ktor.client.HttpClient
import io.ktor.client.engine.java.Java
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.multipaz.crypto.Algorithm
import org.multipaz.crypto.AsymmetricKey
import org.multipaz.document.buildDocumentStore
import org.multipaz.documenttype.DocumentTypeRepository
import org.multipaz.presentment.SimplePresentmentSource
import org.multipaz.presentment.uriSchemePresentment
import org.multipaz.prompt.PromptModel
import org.multipaz.prompt.Reason
import org.multipaz.provisioning.AuthorizationChallenge
import org.multipaz.provisioning.AuthorizationResponse
import org.multipaz.provisioning.DocumentProvisioningHandler
import org.multipaz.provisioning.DocumentProvisioningSettings
import org.multipaz.provisioning.ProvisioningModel
import org.multipaz.provisioning.openid4vci.OpenID4VCIClientPreferences
import org.multipaz.provisioning.openid4vci.OpenID4VCILocalBackend
import org.multipaz.securearea.SecureAreaRepository
import org.multipaz.securearea.software.SoftwareSecureArea
import org.multipaz.storage.ephemeral.EphemeralStorage

class Prompts(builder: Builder) : PromptModel(builder) {
    override val promptModelScope = CoroutineScope(Dispatchers.Default + this)

    class Builder : PromptModel.Builder({ _, _ -> Reason.HumanReadable("", "", false) }) {
        override fun build() = Prompts(this)
    }
}

fun main() = runBlocking {
    val storage = EphemeralStorage()
    val area = SoftwareSecureArea.create(storage)
    val areas = SecureAreaRepository.Builder().add(area).build()
    val documents = buildDocumentStore(storage, areas) {}
    val settings = DocumentProvisioningSettings(requestUserAuth = false, keyBoundCredentialNumPerDomain = 2)
    val handler = DocumentProvisioningHandler(area, documents, null, settings)
    val prompts = Prompts.Builder().build()
    val model = ProvisioningModel(handler, HttpClient(Java) { followRedirects = false }, prompts, area, null)
    val backend = OpenID4VCILocalBackend(
        AsymmetricKey.ephemeral(Algorithm.ESP256), AsymmetricKey.ephemeral(Algorithm.ESP256),
        "urn:story:wallet", "Story", "https://wallet.example",
    )
    val preferences = OpenID4VCIClientPreferences(
        "urn:story:wallet", "https://wallet.example/back", listOf("en"), listOf(Algorithm.ESP256, Algorithm.ES256),
    )
    while (true) {
        val (word, text, code) = (readlnOrNull() ?: break).split(" ", limit = 3) + listOf("", "")
        try {
            when (word) {
                "take" -> {
                    val taken = model.launchOpenID4VCIProvisioning(text, preferences, backend, null)
                    if (code != "") {
                        val asked = model.state.first { it is ProvisioningModel.Authorizing } as ProvisioningModel.Authorizing
                        val challenge = asked.authorizationChallenges.first { it is AuthorizationChallenge.SecretText }
                        model.provideAuthorizationResponse(AuthorizationResponse.SecretText(challenge.id, code))
                    }
                    println("done ${taken.await().getCertifiedCredentials().size}")
                }
                "show" -> {
                    val source = SimplePresentmentSource(
                        documentStore = documents,
                        documentTypeRepository = DocumentTypeRepository(),
                        showConsentPromptFn = { _, _, data, _, _ -> data.toCredentialSelection(data.useCases.map { 0 }) },
                        domainsMdocSignature = listOf(settings.mdocNoUserAuthDomain),
                        domainsKeyBoundSdJwt = listOf(settings.sdJwtNoUserAuthDomain),
                    )
                    val answer = withContext(prompts) { uriSchemePresentment(source, text, null, null, Java) {} }
                    println("done $answer")
                }
            }
        } catch (error: Throwable) {
            error.printStackTrace()
            println("failed $error")
        }
    }
}

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Map;
import sarraf.ApiClient;
import sarraf.ApiException;
import sarraf.ApiResponse;
import sarraf.api.ExpenseVouchersApi;
import sarraf.model.*;

/** A voucher from the draft to the official document, with the client that openapi-generator made. */
public class Voucher {
  static CreateVoucherInputManual purchase(String amount) {
    return new CreateVoucherInputManual()
        .source(CreateVoucherInputManual.SourceEnum.MANUAL)
        .idNo("10000000146")
        .amount(new BigDecimal(amount))
        .isDraft(true);
  }

  static CreateVoucherBody body(CreateVoucherInputManual manual) {
    return new CreateVoucherBody().data(new CreateVoucherInput(manual));
  }

  static String positionOf(ApiResponse<?> answer) {
    return answer.getHeaders().get("x-event-position").get(0);
  }

  public static void main(String[] arguments) throws Exception {
    String key = System.getenv("API_USER_ID") + ":" + System.getenv("SECRET_KEY");
    String basic = "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", basic));
    ExpenseVouchersApi api = new ExpenseVouchersApi(client);

    CustomerInfo seller = new CustomerInfo()
        .address("Çınar Sk. 3").cities("Fatih").states("İstanbul").phone(System.getenv("PHONE"));
    CreateVoucherBody electronic =
        body(purchase("1234567.89").nameSurname("Ayşe Gül Yılmaz").customerInfo(seller));
    String draft = api.createVoucher(electronic, null, null).getData().getId();
    System.out.println("draft " + api.readVoucher(draft, null, null).getData().getAmount());

    try {
      api.createVoucher(body(purchase("0.01")), null, null);
    } catch (ApiException refused) {
      ErrorBody error = ApiClient.createDefaultObjectMapper()
          .readValue(refused.getResponseBody(), sarraf.model.Error.class).getError();
      ErrorDetail detail = error.getDetails().get(0);
      System.out.println(
          refused.getCode() + " " + error.getCode() + " " + detail.getField() + " " + detail.getRule());
    }

    ApiResponse<CreatedVoucherResponse> other =
        api.createVoucherWithHttpInfo(body(purchase("500.5")), null, null);
    var cursor = api.readVoucher(other.getData().getData().getId(), null, null).getData().getUpdatedAt();
    VoucherPage page = listed(api, 1, null, null, positionOf(other));
    System.out.println(
        "page " + page.getMeta().getPage() + " of " + page.getMeta().getPages() + " with " + page.getData().size());

    api.prepareEDocument(draft, new PrepareEDocumentBody().data(Map.of()), null);
    api.sendEDocumentSms(draft, new SendEDocumentSmsBody().data(Map.of()), null);
    System.out.println("code");
    String code = new BufferedReader(new InputStreamReader(System.in)).readLine();
    ConfirmEDocumentBody confirm =
        new ConfirmEDocumentBody().data(new ConfirmEDocumentInput().code(code));
    ApiResponse<ElectronicVoucherResponse> sent = api.confirmEDocumentWithHttpInfo(draft, confirm, null);
    System.out.println("official " + sent.getData().getData().geteDocument().getNumber());

    VoucherPage changes = listed(api, null, "updatedAt:asc", cursor, positionOf(sent));
    VoucherItem changed = changes.getData().get(0);
    System.out.println(
        "changed " + (changes.getData().size() == 1 && changed.getId().equals(draft)) + " " + changed.getState());

    byte[] file = Files.readAllBytes(api.readEDocumentFile(draft, "pdf", null, null).toPath());
    System.out.println("file " + new String(file, 0, 5, StandardCharsets.US_ASCII));
  }

  static VoucherPage listed(
      ExpenseVouchersApi api, Integer size, String sort, java.time.OffsetDateTime since, String position)
      throws ApiException {
    return api.listVouchers(
        null, size, sort, null, null, null, null, null, null, null, null, null, null, null, since, null, null, position);
  }
}

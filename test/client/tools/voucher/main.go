// A voucher from the draft to the official document, with the client that openapi-generator made.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.org/voucher/sarraf"
)

func purchase(amount float64) *sarraf.CreateVoucherInputManual {
	manual := sarraf.NewCreateVoucherInputManual("manual", "10000000146", amount)
	manual.SetIsDraft(true)
	return manual
}

func body(manual *sarraf.CreateVoucherInputManual) sarraf.CreateVoucherBody {
	return *sarraf.NewCreateVoucherBody(sarraf.CreateVoucherInputManualAsCreateVoucherInput(manual))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := sarraf.NewConfiguration()
	configuration.Servers = sarraf.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := sarraf.NewAPIClient(configuration).ExpenseVouchersAPI
	key := sarraf.BasicAuth{UserName: os.Getenv("API_USER_ID"), Password: os.Getenv("SECRET_KEY")}
	ctx := context.WithValue(context.Background(), sarraf.ContextBasicAuth, key)

	seller := sarraf.NewCustomerInfo()
	seller.SetAddress("Çınar Sk. 3")
	seller.SetCities("Fatih")
	seller.SetStates("İstanbul")
	seller.SetPhone(os.Getenv("PHONE"))
	electronic := purchase(1234567.89)
	electronic.SetNameSurname("Ayşe Gül Yılmaz")
	electronic.SetCustomerInfo(*seller)
	created, _, err := api.CreateVoucher(ctx).CreateVoucherBody(body(electronic)).Execute()
	draft := must(created, err).Data.Id
	read, _, err := api.ReadVoucher(ctx, draft).Execute()
	fmt.Printf("draft %.2f\n", must(read, err).Data.Amount)

	_, answer, err := api.CreateVoucher(ctx).CreateVoucherBody(body(purchase(0.01))).Execute()
	var refused *sarraf.GenericOpenAPIError
	if errors.As(err, &refused) {
		failure := refused.Model().(sarraf.Error).Error
		detail := failure.Details[0]
		fmt.Println(answer.StatusCode, failure.Code, detail.Field, detail.Rule)
	}

	other, answer, err := api.CreateVoucher(ctx).CreateVoucherBody(body(purchase(500.5))).Execute()
	second, _, err := api.ReadVoucher(ctx, must(other, err).Data.Id).Execute()
	cursor := must(second, err).Data.UpdatedAt
	position := answer.Header.Get("x-event-position")
	page, _, err := api.ListVouchers(ctx).PageSize(1).XMinEventPosition(position).Execute()
	meta := must(page, err).Meta
	fmt.Println("page", meta.Page, "of", meta.Pages, "with", len(page.Data))

	none := map[string]interface{}{}
	prepare := *sarraf.NewPrepareEDocumentBody(none)
	prepared, _, err := api.PrepareEDocument(ctx, draft).PrepareEDocumentBody(prepare).Execute()
	must(prepared, err)
	sms := *sarraf.NewSendEDocumentSmsBody(none)
	waiting, _, err := api.SendEDocumentSms(ctx, draft).SendEDocumentSmsBody(sms).Execute()
	must(waiting, err)
	fmt.Println("code")
	code := strings.TrimSpace(must(bufio.NewReader(os.Stdin).ReadString('\n')))
	confirm := *sarraf.NewConfirmEDocumentBody(*sarraf.NewConfirmEDocumentInput(code))
	sent, answer, err := api.ConfirmEDocument(ctx, draft).ConfirmEDocumentBody(confirm).Execute()
	fmt.Println("official", must(sent, err).Data.EDocument.GetNumber())

	position = answer.Header.Get("x-event-position")
	changes, _, err := api.ListVouchers(ctx).FilterUpdatedSince(cursor).Sort("updatedAt:asc").XMinEventPosition(position).Execute()
	changed := must(changes, err).Data
	fmt.Println("changed", len(changed) == 1 && changed[0].Id == draft, changed[0].GetState())

	file, _, err := api.ReadEDocumentFile(ctx, draft).Format("pdf").Execute()
	begin := make([]byte, 5)
	must(io.ReadFull(must(file, err), begin))
	fmt.Println("file", string(begin))
}

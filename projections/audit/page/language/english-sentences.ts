/** The sentence for each event type, in business language; `fill` describes the form. */
export const englishSentences: Readonly<Record<string, string>> = {
  'expenseVoucher.VoucherDrafted':
    'A purchase from {seller.name} was drafted: {quantity|number} {unitType|word} of {template.lineName} at {price|number}, in total {amount|number} TRY, from {source|word}, {documentMode|word}, in serial {serial}.',
  'expenseVoucher.FinalizationRequested':
    'Finalization was requested[ with number {givenNumber}], in serial {serial}.',
  'expenseVoucher.VoucherFinalized':
    'The voucher is final as {serial} {number}: {stockMovement.quantity|number} {stockMovement.unitType|word} of {stockMovement.material|word} went {stockMovement.direction|word}.',
  'expenseVoucher.DraftDeleted': 'The draft was deleted, and its claims were released.',
  'expenseVoucher.VoucherAbandoned':
    'The voucher was abandoned: {reason|word}. It can no longer be created.',
  'expenseVoucher.PreparationStarted': 'The document is being sent to the integrator, as {uuid}.',
  'expenseVoucher.VoucherPrepared':
    'The integrator has stored the document and waits for the seller.',
  'expenseVoucher.PreparationRefused':
    'The integrator refused the document ({errorCode}): {errorMessage}',
  'expenseVoucher.PreparationUnknown':
    'It is unknown whether the integrator has the document ({errorCode}): {errorMessage}',
  'expenseVoucher.SmsRequested': 'The integrator is asked to send the seller a code.',
  'expenseVoucher.SmsSent':
    'The code was sent to the seller; another one can be requested from {retryAt|time} on.',
  'expenseVoucher.SmsRefused': 'The integrator sent no code ({errorCode}): {errorMessage}',
  'expenseVoucher.SmsUnknown':
    'It is unknown whether a code was sent ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionStarted': 'The document is being submitted with the seller’s code.',
  'expenseVoucher.CodeRefused':
    'The code was not accepted, and nothing was submitted ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionRefused':
    'The integrator refused the submission ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionUnknown':
    'The outcome of the submission is unknown ({errorCode}): {errorMessage} From here on, Sarraf only asks for its status.',
  'expenseVoucher.ProviderAccepted':
    'The document is official[ as {officialNumber}], accepted at {acceptedAt|time}.',
  'expenseVoucher.LocalCompletionFailed':
    'The document is official, but could not be completed locally: {reason|word}.',
  'expenseVoucher.StatusChecked': 'The integrator was asked; its answer: {found|word}.',
  'expenseVoucher.DeletionStarted': 'The draft at the integrator is being cancelled.',
  'expenseVoucher.DeletionRefused':
    'The integrator did not cancel its draft ({errorCode}): {errorMessage}',
  'expenseVoucher.DeletionUnknown':
    'It is unknown whether the draft was cancelled ({errorCode}): {errorMessage}',
  'expenseVoucher.OutcomeResolved':
    'An operator decided the outcome of the submission: {resolvedAs|word}. Reason: {reason}',
  'expenseVoucher.LateAnswerReceived':
    'A late answer arrived: {outcome|word}[, {officialNumber}]. It changes nothing.',
  'invoice.InvoiceRequested':
    'An invoice to {customer.name} over {totals.payableTotal|number} TRY was requested ({invoiceType}, {channel|word}), from {source|word}.',
  'invoice.SubmissionStarted': 'The invoice is being sent to the integrator, as {uuid}.',
  'invoice.InvoiceIssued':
    'The invoice is official[ as {invoiceNumber}], issued at {issuedAt|time}.',
  'invoice.DraftKept': 'The integrator has stored the invoice as a draft.',
  'invoice.SubmissionRefused':
    'The integrator refused the invoice ({errorCode}): {errorMessage} Its claims were released.',
  'invoice.SubmissionUnknown':
    'The outcome of the invoice is unknown ({errorCode}): {errorMessage} From here on, Sarraf only asks for its status.',
  'invoice.StatusAsked':
    'The integrator was asked: {found|word}. It is asked again at {nextAt|time}.',
  'invoice.DraftDeletionStarted': 'The draft at the integrator is being deleted.',
  'invoice.DraftDeletionRefused':
    'The integrator did not delete its draft ({errorCode}): {errorMessage}',
  'invoice.DraftDeletionUnknown':
    'It is unknown whether the draft was deleted ({errorCode}): {errorMessage}',
  'invoice.DraftDeleted': 'The draft was deleted at the integrator, and its claims were released.',
  'invoice.RecordDeleted': 'The local record of the draft was deleted.',
  'invoice.InvoiceAbandoned': 'The invoice was abandoned before it was created.',
  'invoice.OutcomeResolved':
    'An operator decided the outcome of the invoice: {resolvedAs|word}. Reason: {reason}',
  'invoice.InvoiceCancelled': 'The invoice was cancelled at {cancelledAt|time}.',
  'documentLedger.DocumentClaimed':
    'Day {day} and amount {amount|number} were claimed for it, to prevent a duplicate.',
  'documentLedger.DocumentReleased': 'Its claim of day and amount was released.',
  'transactionClaim.TransactionClaimed':
    'Bank transaction {transactionId} was claimed for the {owner.kind|word} {owner.id}.',
  'transactionClaim.TransactionReleased':
    'Bank transaction {transactionId} was released by the {owner.kind|word} {owner.id}.',
  'numberBook.NumberTaken': 'Number {number} of serial {serial} was taken for it.',
  'kmtsVerification.KmtsQueryStarted': 'KMTS is asked about {scannedCode}.',
  'kmtsVerification.KmtsQueryAnswered':
    'KMTS answered: {outcome|word}[, {entry.productName}][, {entry.refineryName}].',
  'kmtsVerification.KmtsQueryFailed':
    'KMTS gave no usable answer: {reason|word} ({errorCode}): {errorMessage}',
  'kmtsVerification.KmtsVerificationRecorded':
    '{scannedCode} was queried from {source|word}: {outcome|word}.',
  'sanctionCheck.SanctionsChecked':
    '[{query.fullName} ][{query.idNo} ]was checked from {source|word}: MASAK {masakCount}, wanted {wantedCount}, PEP {pepCount} matches.',
  'sanctionList.SanctionListImported':
    'Version {version} of the list {list} was imported: {rows} rows.',
  'customer.CustomerRecorded': 'The current data of customer {person.nameSurname} was recorded.',
  'customerForm.FormSubmitted': 'A form about {person.nameSurname} was submitted.',
  'customerForm.FormDecided':
    'The panel decided: approved {isApproval}, signed {isSigned}, rejected {rejected}, deleted {deleted}.',
  'personForms.FormTakenUp': 'The form became the open form of its person.',
  'customerEvent.RegisterEventRecorded':
    'A customer event of level {recordLevel} was recorded[: {entry.comment}]',
  'idvSession.SessionRecorded': 'An identity verification session was recorded.',
  'bankAccount.BankAccountRecorded':
    'The current data of account “{name}” was recorded: {currency}, active {active}, archived {archived}.',
  'bankQuery.BankQueryStarted':
    'The bank is asked for transactions booked from {from|time} to {to|time}.',
  'bankQuery.BankAccountQueried':
    'The bank returned {receivedCount} transactions from {from|time} to {to|time}; {recordedCount} were new.',
  'bankQuery.BankQueryFailed':
    'The bank query from {from|time} on failed: {reason|word}. It had received {receivedCount} transactions, {recordedCount} of them new.',
  'bankTransaction.BankTransactionRecorded':
    'A transaction of {amount|number} {currency} at {transactionDate|time} was recorded (incoming: {incoming})[, {counterparty.nameSurname}].',
  'bankTransaction.StampAssigned': 'The bank’s stamp was assigned to transaction {transactionId}.',
  'company.CompanyRecorded':
    'The current data of company “{title}” was recorded: package {package}, active {status}.',
  'companySettings.CompanySettingsRecorded': 'The company’s settings were recorded.',
  'screeningSettings.ScreeningSettingsRecorded':
    'Names count as matches of a sanction list from the score {threshold} on.',
  'apiKey.ApiKeyRecorded':
    'The API key of {apiUserId} was recorded: active {status}, valid until {validUntil|time}, rights {rights}.',
  'providerAccount.ProviderAccountRecorded': 'The account at {provider|word} was recorded.',
  'price.PriceRecorded': 'The price of {material|word} is {price|number} TRY from {at|time} on.',
  'template.TemplateRecorded': 'The current data of template “{title}” was recorded.',
  'notary.HeadSigned': 'The notary signed the hash chain up to event {count}.',
}

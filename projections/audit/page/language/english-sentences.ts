/** What an event says, in the words of the business; see `fill` for the form. */
export const englishSentences: Readonly<Record<string, string>> = {
  'expenseVoucher.VoucherDrafted':
    'A purchase from {seller.name} was drafted: {quantity|number} {unitType|word} of {template.lineName} at {price|number}, together {amount|number} TRY, from {source|word}, {documentMode|word}, in serial {serial}.',
  'expenseVoucher.FinalizationRequested':
    'The voucher is to become final: it asks for [number {givenNumber} in serial ]{serial}.',
  'expenseVoucher.VoucherFinalized':
    'The voucher is final as {serial} {number}: {stockMovement.quantity|number} {stockMovement.unitType|word} of {stockMovement.material|word} went {stockMovement.direction|word}.',
  'expenseVoucher.DraftDeleted': 'The draft was deleted; what it had claimed is free again.',
  'expenseVoucher.VoucherAbandoned':
    'The voucher was given up: {reason|word}. Nobody may create it any more.',
  'expenseVoucher.PreparationStarted': 'The document is being sent to the integrator, as {uuid}.',
  'expenseVoucher.VoucherPrepared': 'The integrator keeps the document and waits for the seller.',
  'expenseVoucher.PreparationRefused':
    'The integrator refused the document ({errorCode}): {errorMessage}',
  'expenseVoucher.PreparationUnknown':
    'Nobody knows whether the integrator has the document ({errorCode}): {errorMessage}',
  'expenseVoucher.SmsRequested': 'The integrator is being asked to send the seller a code.',
  'expenseVoucher.SmsSent':
    'The code was sent to the seller; another one can be asked for from {retryAt|time} on.',
  'expenseVoucher.SmsRefused': 'The integrator sent no code ({errorCode}): {errorMessage}',
  'expenseVoucher.SmsUnknown': 'Nobody knows whether a code was sent ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionStarted': 'The document is being submitted with the seller’s code.',
  'expenseVoucher.CodeRefused':
    'The code was not accepted, and nothing was submitted ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionRefused':
    'The integrator refused the submission ({errorCode}): {errorMessage}',
  'expenseVoucher.SubmissionUnknown':
    'Nobody knows what became of the submission ({errorCode}): {errorMessage} It is only asked about from here on.',
  'expenseVoucher.ProviderAccepted':
    'The document is official[ as {officialNumber}], accepted at {acceptedAt|time}.',
  'expenseVoucher.LocalCompletionFailed':
    'The document is official, but could not be completed here: {reason|word}.',
  'expenseVoucher.StatusChecked': 'The integrator was asked; it says: {found|word}.',
  'expenseVoucher.DeletionStarted': 'The draft at the integrator is being cancelled.',
  'expenseVoucher.DeletionRefused':
    'The integrator did not cancel its draft ({errorCode}): {errorMessage}',
  'expenseVoucher.DeletionUnknown':
    'Nobody knows whether the draft was cancelled ({errorCode}): {errorMessage}',
  'expenseVoucher.OutcomeResolved':
    'A person decided what became of the submission: {resolvedAs|word}. Reason: {reason}',
  'expenseVoucher.LateAnswerReceived':
    'An answer came late: {outcome|word}[, {officialNumber}]. It changes nothing.',
  'invoice.InvoiceRequested':
    'An invoice to {customer.name} was asked for over {totals.payableTotal|number} TRY ({invoiceType}, {channel|word}), from {source|word}.',
  'invoice.SubmissionStarted': 'The invoice is being sent to the integrator, as {uuid}.',
  'invoice.InvoiceIssued':
    'The invoice is official[ as {invoiceNumber}], issued at {issuedAt|time}.',
  'invoice.DraftKept': 'The integrator keeps the invoice as a draft.',
  'invoice.SubmissionRefused':
    'The integrator refused the invoice ({errorCode}): {errorMessage} What it had claimed is free again.',
  'invoice.SubmissionUnknown':
    'Nobody knows what became of the invoice ({errorCode}): {errorMessage} It is only asked about from here on.',
  'invoice.StatusAsked':
    'The integrator was asked: {found|word}. It is asked again at {nextAt|time}.',
  'invoice.DraftDeletionStarted': 'The draft at the integrator is being deleted.',
  'invoice.DraftDeletionRefused':
    'The integrator did not delete its draft ({errorCode}): {errorMessage}',
  'invoice.DraftDeletionUnknown':
    'Nobody knows whether the draft was deleted ({errorCode}): {errorMessage}',
  'invoice.DraftDeleted': 'The draft is gone at the integrator; what it had claimed is free again.',
  'invoice.RecordDeleted': 'The record of the draft was deleted here.',
  'invoice.InvoiceAbandoned': 'The invoice was given up before it came into being.',
  'invoice.OutcomeResolved':
    'A person decided what became of the invoice: {resolvedAs|word}. Reason: {reason}',
  'invoice.InvoiceCancelled': 'The invoice was cancelled at {cancelledAt|time}.',
  'documentLedger.DocumentClaimed':
    'Day {day} and amount {amount|number} were claimed for it, so that nobody is paid the same twice.',
  'documentLedger.DocumentReleased': 'Its claim of day and amount was given back.',
  'transactionClaim.TransactionClaimed':
    'Bank transaction {transactionId} was claimed for the {owner.kind|word} {owner.id}.',
  'transactionClaim.TransactionReleased':
    'Bank transaction {transactionId} was given back by the {owner.kind|word} {owner.id}.',
  'numberBook.NumberTaken': 'Number {number} of serial {serial} was taken for it.',
  'kmtsVerification.KmtsQueryStarted': 'KMTS is being asked about {scannedCode}.',
  'kmtsVerification.KmtsQueryAnswered':
    'KMTS answered: {outcome|word}[, {entry.productName}][, {entry.refineryName}].',
  'kmtsVerification.KmtsQueryFailed':
    'KMTS gave no usable answer: {reason|word} ({errorCode}): {errorMessage}',
  'kmtsVerification.KmtsVerificationRecorded':
    '{scannedCode} was asked about from {source|word}: {outcome|word}.',
  'sanctionCheck.SanctionsChecked':
    '[{query.fullName} ][{query.idNo} ]was checked from {source|word}: MASAK {masakCount}, wanted {wantedCount}, PEP {pepCount} matches.',
  'sanctionList.SanctionListImported':
    'Version {version} of the list {list} was imported: {rows} rows.',
  'customer.CustomerRecorded':
    'The customer {person.nameSurname} was recorded as it is from here on.',
  'customerForm.FormSubmitted': 'A form about {person.nameSurname} was submitted.',
  'customerForm.FormDecided':
    'The panel decided: approved {isApproval}, signed {isSigned}, rejected {rejected}, deleted {deleted}.',
  'personForms.FormTakenUp': 'The form was taken up: it is the open one of its person.',
  'customerEvent.RegisterEventRecorded':
    'An entry of level {recordLevel} was written into the register[: {entry.comment}]',
  'idvSession.SessionRecorded': 'An identity verification session was recorded.',
  'bankAccount.BankAccountRecorded':
    'The account “{name}” was recorded as it is from here on: {currency}, active {active}, archived {archived}.',
  'bankQuery.BankQueryStarted': 'The bank is asked what it booked from {from|time} to {to|time}.',
  'bankQuery.BankAccountQueried':
    'The bank told {receivedCount} transactions from {from|time} to {to|time}; {recordedCount} were new.',
  'bankQuery.BankQueryFailed':
    'The bank was asked from {from|time} on, and failed: {reason|word}. {receivedCount} had come, {recordedCount} of them new.',
  'bankTransaction.BankTransactionRecorded':
    '{amount|number} {currency} of {transactionDate|time} were recorded (incoming: {incoming})[, {counterparty.nameSurname}].',
  'bankTransaction.StampAssigned': 'The bank’s stamp was joined to transaction {transactionId}.',
  'company.CompanyRecorded':
    'The company “{title}” was recorded as it is from here on: package {package}, active {status}.',
  'companySettings.CompanySettingsRecorded': 'The company’s settings were recorded.',
  'apiKey.ApiKeyRecorded':
    'The API key of {apiUserId} was recorded: active {status}, valid until {validUntil|time}, rights {rights}.',
  'providerAccount.ProviderAccountRecorded': 'The account at {provider|word} was recorded.',
  'price.PriceRecorded': 'The price of {material|word} is {price|number} TRY from {at|time} on.',
  'template.TemplateRecorded': 'The template “{title}” was recorded as it is from here on.',
  'notary.HeadSigned': 'The notary signed the log’s chain up to event {count}.',
}

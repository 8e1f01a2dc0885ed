/** The company's account at the integrator. */
export interface IntegratorAccount {
  /** Null: the environment's. */
  readonly url: string | null
  readonly user: string | null
  readonly secret: string | null
  /** The interface of the integrator for invoices; without it our own. */
  readonly protocol?: 'nilvera'
}

export interface Call {
  readonly account: IntegratorAccount | undefined
  readonly environment: 'test' | 'live'
  /** Under which the integrator sees it: the attempt's, or the request's own for a question. */
  readonly requestId: string
  /** Ends the wait; the outcome of the call is then unknown. */
  readonly signal?: AbortSignal | undefined
}

/** An explicit refusal of this document, code or message. */
export interface Refused {
  readonly kind: 'refused'
  readonly errorCode: string
  readonly errorMessage: string
  /** Each single fault, where the provider lists them. */
  readonly errors: readonly ProviderFault[]
}

export interface ProviderFault {
  readonly errorCode: string
  readonly errorMessage: string
}

/** The provider did not examine it: 401, 403 or 429. */
export interface NotTaken {
  readonly kind: 'notTaken'
  readonly errorCode: string
  readonly errorMessage: string
  /** 429: it takes no more calls for now. */
  readonly isLimit?: true
}

/** The outcome is unknown: the provider may have carried it out. */
export interface Unknown {
  readonly kind: 'unknown'
  /** UNREADABLE: an answer came, but none that can be read. */
  readonly errorCode: 'TIMEOUT' | 'CONNECTION' | 'SERVER_ERROR' | 'UNREADABLE' | 'ABORTED'
  readonly errorMessage: string
}

/** The outcome of a call. */
export type Outcome<Done> =
  | { readonly kind: 'done'; readonly answer: Done }
  | Refused
  | NotTaken
  | Unknown

/** The provider has no document of that uuid. A submission may still be in transit. */
export interface NotFound {
  readonly kind: 'notFound'
}

export interface VoucherToPrepare {
  readonly uuid: string
  /** The CreditNote as XML. */
  readonly document: string
  /** Where verification codes go: digits with country code. */
  readonly phone: string
  /** Prefix of the official number; null leaves it to the integrator. */
  readonly serial: string | null
}

export type VoucherStatus = {
  readonly detail: string | null
  readonly reportStatus: 'NotReported' | 'Reported' | null
  readonly cancelled: boolean
} & (
  | { readonly state: 'accepted'; readonly number: string; readonly acceptedAt: string }
  | {
      readonly state: 'draft' | 'rejected' | 'cancelled'
      readonly number: string | null
      readonly acceptedAt: string | null
    }
)

export type VoucherFile =
  | { readonly kind: 'file'; readonly content: Buffer; readonly contentType: FileType }
  /** No file, or one that is not this document's. */
  | {
      readonly kind: 'invalid'
      readonly reason: string
      /** Why nothing came; without it, something came that is no file of this document. */
      readonly rule?: 'refused' | 'timeout' | 'unavailable' | 'rateLimit'
    }

export type FileFormat = 'pdf' | 'xml'
export type FileType = 'application/pdf' | 'application/xml'

/** Submits our electronic documents to the tax authority. No behaviour of a provider makes a call reject. */
export interface Integrator {
  /** The same uuid again replaces the draft. */
  prepareVoucher(
    call: Call,
    voucher: VoucherToPrepare,
  ): Promise<Outcome<{ readonly state: 'draft' }>>
  sendVoucherSms(call: Call, uuid: string): Promise<Outcome<{ readonly sentAt: string }>>
  /** A refusal that `isCodeProblem` leaves the document a draft; any other is for good. */
  submitVoucher(
    call: Call,
    uuid: string,
    code: string,
  ): Promise<Outcome<{ readonly number: string; readonly acceptedAt: string }>>
  voucherStatus(call: Call, uuid: string): Promise<Outcome<VoucherStatus> | NotFound>
  voucherFile(call: Call, uuid: string, format: FileFormat): Promise<VoucherFile>
  /** Refused with `ALREADY_ACCEPTED` when it is too late. */
  cancelVoucher(
    call: Call,
    uuid: string,
  ): Promise<Outcome<{ readonly state: 'cancelled' | 'rejected' }> | NotFound>
}

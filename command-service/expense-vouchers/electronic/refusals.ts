import type { ErrorCode } from '#kernel/contract/error-codes.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { ElectronicDocument } from '#kernel/responses/electronic-document.ts'

type State = ElectronicDocument['state']

/** What the caller is told of an action that the document's state does not allow. */
export const refuseState = (code: ErrorCode, state: State): never =>
  reject(code, wording[code] ?? 'This cannot be done with the document as it is.', [{ state }])

const wording: Partial<Record<ErrorCode, string>> = {
  E_DOCUMENT_PAPER: 'This is a paper voucher.',
  E_DOCUMENT_BUSY: 'The document is being worked on; ask for its status a little later.',
  E_DOCUMENT_REVIEW_REQUIRED:
    'It is not known whether the provider has accepted the document; ask for its status.',
  E_DOCUMENT_NOT_PREPARED: 'The document has not been prepared.',
  E_DOCUMENT_FINALIZATION_REQUIRED:
    'The provider has accepted the document, but it cannot be completed here yet.',
  VERIFICATION_REQUIRED: 'Send the verification SMS first.',
  CONFLICT: 'The document has been sent.',
}

export const refusePaper = (): never => reject('E_DOCUMENT_PAPER', 'This is a paper voucher.')

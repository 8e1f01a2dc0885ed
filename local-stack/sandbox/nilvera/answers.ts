import type { Answer } from '../operations/operation.ts'

/** Codes of Nilvera's own list that the sandbox needs. */
export const codes = { uuidTaken: 1001, notFound: 3030, invalid: 2015 } as const

interface ErrorDescription {
  readonly code: number
  readonly description: string
  readonly detail: string
}

export const errors = (status: number, ...described: readonly ErrorDescription[]): Answer => ({
  status,
  json: {
    Errors: described.map(({ code, description, detail }) => ({
      Code: code,
      Description: description,
      Detail: detail,
    })),
  },
})

export const notFound = errors(404, {
  code: codes.notFound,
  description: 'Kayıt bulunamadı',
  detail: '',
})

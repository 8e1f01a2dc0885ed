/** Stands for a text that is not published. */
export const OTHER = 'OTHER'

/** A code as it is; `OTHER` for a text that is not a code. */
export const codeOrOther = (code: string): string => (isCode(code) ? code : OTHER)

/** A code as it is; null for a text that is not a code. */
export const codeOrNull = (code: string | null): string | null =>
  code !== null && isCode(code) ? code : null

export const withCode = <Data extends { readonly errorCode: string }>(data: Data): Data => ({
  ...data,
  errorCode: codeOrOther(data.errorCode),
})

const isCode = (text: string) => /^[A-Za-z0-9._/-]{1,64}$/.test(text)

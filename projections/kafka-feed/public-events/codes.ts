const OTHER = 'OTHER'

/** A code as it is; in the place of one that others wrote as a sentence stands `OTHER`. */
export const codeOrOther = (code: string): string => (isCode(code) ? code : OTHER)

/** Null in the place of one that others wrote as a sentence. */
export const codeOrNull = (code: string | null): string | null =>
  code !== null && isCode(code) ? code : null

export const withCode = <Data extends { readonly errorCode: string }>(data: Data): Data => ({
  ...data,
  errorCode: codeOrOther(data.errorCode),
})

const isCode = (text: string) => /^[A-Za-z0-9._/-]{1,64}$/.test(text)

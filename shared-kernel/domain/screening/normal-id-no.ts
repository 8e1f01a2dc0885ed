/** An identity or document number in the form that is compared, without separators. */
export const normalIdNo = (idNo: string): string =>
  idNo.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

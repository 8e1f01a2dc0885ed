/** An identity or document number as it is compared: what only lays it out is left out. */
export const normalIdNo = (idNo: string): string =>
  idNo.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

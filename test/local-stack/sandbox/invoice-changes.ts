// What makes another document of an invoice.

export type Change = (xml: string) => string

export const replace =
  (old: string | RegExp, text: string): Change =>
  (xml) =>
    xml.replace(old, text)
export const everywhere =
  (old: string | RegExp, text: string): Change =>
  (xml) =>
    xml.replaceAll(old, text)
export const without = (old: string | RegExp) => replace(old, '')
export const both =
  (...changes: readonly Change[]): Change =>
  (xml) =>
    changes.reduce((changed, change) => change(changed), xml)

export const code = (other: string) => everywhere('>805<', `>${other}<`)
export const type = (name: string) => replace('>OZELMATRAH<', `>${name}<`)
export const taxedSubtotal =
  /<cac:TaxSubtotal>(?:(?!<\/cac:TaxSubtotal>)[^])*>2177\.26<[^]*?<\/cac:TaxSubtotal>/
const inTaxed =
  (old: RegExp, text: string): Change =>
  (xml) =>
    xml.replaceAll(new RegExp(taxedSubtotal, 'g'), (subtotal) => subtotal.replace(old, text))
export const uncoded = inTaxed(/<cbc:TaxExemptionReasonCode>.*<\/cbc:TaxExemptionReason>/, '')

import { toCurrency } from 'n2words/tr-TR'
import type { Decimal } from '#kernel/domain/money.ts'

/** As the note of a Turkish document: `YALNIZ YÜZ BİN LİRA ELLİ KURUŞ`. */
export const amountInWords = (amount: Decimal): string =>
  `Yalnız ${toCurrency(amount)}`.toLocaleUpperCase('tr')

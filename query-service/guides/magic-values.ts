import { eInvoiceTaxpayers, labelOutcomes, magicPhones } from '#kernel/contract/test-mode.ts'

interface Words {
  readonly title: string
  readonly about: string
  readonly headings: readonly [string, string, string]
  readonly company: string
  readonly person: string
  readonly phone: string
  readonly code: string
  readonly label: string
}

/** What the sandbox knows by itself, written from its own tables. */
export function magicValues(words: Words): string {
  const { company, person } = eInvoiceTaxpayers
  const rows = [
    [company.taxNumber, '`idNo`', words.company],
    [person.taxNumber, '`idNo`', words.person],
    [`${magicPhones.prefix}…`, '`customerInfo.phone`', words.phone],
    [magicPhones.code, '`code`', words.code],
    ...Object.entries(labelOutcomes).map(([prefix, outcome]) => [
      `${prefix}…`,
      '`scannedCode`',
      `${words.label} \`${outcome}\``,
    ]),
  ]
  return [
    `## ${words.title}`,
    '',
    words.about,
    '',
    `| ${words.headings.join(' | ')} |`,
    '|---|---|---|',
    ...rows.map(([value, field, effect]) => `| \`${value}\` | ${field} | ${effect} |`),
  ].join('\n')
}

export const magicWords: Readonly<Record<'en' | 'tr', Words>> = {
  en: {
    title: 'Magic values',
    about:
      'The sandbox knows these values by itself. Names, transfers and faults are under Test mode.',
    headings: ['Value', 'As', 'What happens'],
    company: 'a company that receives e-invoices: channel `einvoice`',
    person: 'a person who receives e-invoices: no voucher, 422 with rule `eInvoiceTaxpayer`',
    phone: `a phone of twelve digits: each SMS has the code \`${magicPhones.code}\``,
    code: 'the code in the SMS to such a phone; it stays valid',
    label: '`outcome` is',
  },
  tr: {
    title: 'Sihirli değerler',
    about:
      'Deneme ortamı bu değerleri kendiliğinden tanır. Adlar, havaleler ve arızalar için test modu bölümüne bakın.',
    headings: ['Değer', 'Alan', 'Sonuç'],
    company: 'e-fatura mükellefi bir şirket: kanal `einvoice`',
    person:
      'e-fatura mükellefi bir kişi: gider pusulası kesilmez, `eInvoiceTaxpayer` kuralıyla 422',
    phone: `on iki haneli bir telefon: her SMS’te kod \`${magicPhones.code}\``,
    code: 'böyle bir telefona giden SMS’teki kod; süresi dolmaz',
    label: '`outcome`:',
  },
}

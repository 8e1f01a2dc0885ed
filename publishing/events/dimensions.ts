import { Type } from 'typebox'
import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { priceEvents, templateEvents } from '#kernel/events/reference-data.ts'
import { decided, published } from './decision.ts'
import {
  code,
  count,
  decimal,
  flag,
  id,
  material,
  moment,
  oneOf,
  orNull,
  text,
  unitType,
} from './shapes.ts'

// What documents refer to. Only the current state is published, in a topic of its own for each noun.

const topic = null

export const templates = decided(
  templateEvents,
  { topic, noun: 'template', subjectOf: ({ data }) => data.templateId },
  {
    TemplateRecorded: published({
      when: 'The current data of a template (kind of article), new or changed.',
      fields: {
        templateId: id('The template.'),
        key: orNull(code('The template’s key; null if it is a phrase.')),
        title: text('The company’s name for the article.'),
        material,
        unitType,
        purity: decimal('Fine grams in one unit.'),
        vatRate: decimal('Rate of KDV.'),
        stockCode: orNull(code('The company’s code of the article.')),
        isDefault: flag('Whether it is the default for its purpose.'),
        order: count('The place in lists.'),
        deleted: flag('Deleted.'),
        invoiceType: orNull(
          oneOf('The type of invoices with it.', ['ISTISNA', 'OZELMATRAH', 'SATIS']),
        ),
      },
      data: ({ exchange: purity, ...data }) => ({ ...data, purity }),
    }),
  },
)

export const bankAccounts = decided(
  bankAccountEvents,
  { topic, noun: 'bank-account', subjectOf: ({ data }) => data.accountId },
  {
    BankAccountRecorded: published({
      when: 'The current data of a bank account of the company, new or changed.',
      fields: {
        accountId: id('The account.'),
        bankCode: orNull(code('The bank.')),
        currency: text('The account’s currency.'),
        bank: flag('True: at a bank; false: cash or another register.'),
        archived: flag('Archived.'),
        active: flag('Active.'),
      },
    }),
  },
)

export const prices = decided(
  priceEvents,
  { topic, noun: 'price', subjectOf: ({ data }) => `${data.companyId}.${data.material}` },
  {
    PriceRecorded: published({
      when: 'A price of a material was told: here are the one that counted then, and those to come.',
      fields: {
        material,
        price: decimal(
          'Turkish lira for one gram of fine metal, or one unit of currency; of the first to come where none counted yet.',
        ),
        at: moment('From when it counts.'),
        toCome: Type.Optional(
          Type.Array(
            Type.Object({ price: decimal('The price.'), at: moment('From when it counts.') }),
            {
              description:
                'The prices that were known to come, by their moments. Not stated if they are more than a hundred, or by events of earlier releases.',
            },
          ),
        ),
      },
      data: ({ companyId, material: of, inForce, toCome, price, at }) => ({
        companyId,
        material: of,
        ...(inForce ?? toCome?.[0] ?? { price, at }),
        ...(toCome !== null && { toCome }),
      }),
    }),
  },
)

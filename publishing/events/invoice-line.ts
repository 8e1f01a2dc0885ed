import { type Static, Type } from 'typebox'
import type { invoiceEvents } from '#kernel/events/invoice.ts'
import type { PublicDataOf } from './decision.ts'
import * as shapes from './shapes.ts'

const Line = Type.Object({
  quantity: shapes.decimal('In `unitType`.'),
  unitType: shapes.unitType,
  stockCode: shapes.orNull(shapes.code('The company’s code of the article.')),
  price: shapes.decimal('Price of one unit, net of KDV.'),
  amount: shapes.decimal('Amount of the line, net of KDV.'),
  kdvPercent: shapes.decimal('Rate of KDV.'),
  kdvTotal: shapes.decimal('KDV on the line.'),
  allowanceTotal: shapes.decimal('Taken off.'),
  specialBase: shapes.decimal('The taxed base if it is not the line’s amount; otherwise 0.'),
  isItem: shapes.flag('Whether the line is the goods.'),
  isLabor: shapes.flag('Whether the line is the labour.'),
})

export const invoiceLine = Type.Array(Line, { description: 'The lines, without their texts.' })

type Lines = PublicDataOf<typeof invoiceEvents, 'InvoiceRequested'>['lines']

export const publicLine = ({
  quantity,
  unitType,
  stockCode,
  price,
  amount,
  kdvPercent,
  kdvTotal,
  allowanceTotal,
  ozelMatrahTotal: specialBase,
  isDefault: isItem,
  isLabor,
}: Lines[number]): Static<typeof Line> => ({
  quantity,
  unitType,
  stockCode,
  price,
  amount,
  kdvPercent,
  kdvTotal,
  allowanceTotal,
  specialBase,
  isItem,
  isLabor,
})

import { printedForm } from '#kernel/domain/printed-form.ts'
import type { Log } from '../event-sourcing/log.ts'

/** A serial of a company. */
export interface Serial {
  readonly companyId: string
  readonly serial: string
}

/** The stream of a serial's number book. Serials that are printed alike have one, named for the printed form. */
export const bookStream = ({ vault }: Pick<Log, 'vault'>, { companyId, serial }: Serial): string =>
  `numberBook-${vault.pseudonym('book', 'expenseVoucher', companyId, printedForm(serial))}`

import type { NamedCompany } from './companies.ts'
import {
  documentView,
  leftOutOf,
  type Question,
  questionsOf,
  type ReportRequest,
} from './questions.ts'
import { type FigureRow, type StateRecord, TABLES, type TableName, type Tables } from './tables.ts'

export interface AnsweredQuestion extends Question {
  readonly rows: readonly FigureRow[]
}

export interface MonthReport extends ReportRequest {
  readonly companies: readonly NamedCompany[]
  /** The view that all questions read. */
  readonly view: string
  readonly answers: readonly AnsweredQuestion[]
  readonly leftOut: readonly FigureRow[]
}

export interface ReportSources {
  readonly tables: Tables
  readonly companiesOf: (ids: readonly string[]) => Promise<readonly NamedCompany[]>
  readonly statesOf: (table: TableName, see: (record: StateRecord) => void) => Promise<unknown>
}

/** Reads the states into the tables and asks the questions. */
export async function monthReport(
  { tables, companiesOf, statesOf }: ReportSources,
  asked: ReportRequest,
): Promise<MonthReport> {
  for (const table of TABLES) await tables.fill(table, (see) => statesOf(table, see))
  const companies = await companiesOf(await tables.companyIds())
  const view = documentView(companies)
  await tables.run(view)
  const answers: AnsweredQuestion[] = []
  for (const question of questionsOf(asked)) {
    answers.push({ ...question, rows: await tables.rows(question.sql) })
  }
  return { ...asked, companies, view, answers, leftOut: await tables.rows(leftOutOf(asked)) }
}

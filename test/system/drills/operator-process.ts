import { fileURLToPath } from 'node:url'
import { program, startProgram } from './program.ts'

export { exited } from './program.ts'

const main = fileURLToPath(import.meta.resolve('#operator/main.ts'))

type Variables = Readonly<Record<string, string>>

/** Runs `operator …` as a process of its own. */
export const operator = (parameters: readonly string[], environment: Variables) =>
  program(main, parameters, environment)

/** The same, for a test that ends it. */
export const startOperator = (parameters: readonly string[], environment: Variables) =>
  startProgram(main, parameters, environment)

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { pythonPackages } from '#test/support/python-packages.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** chDB is ClickHouse as a Python module. This version is the smallest that has its Kafka engine whole. */
const PACKAGES = ['confluent-kafka==2.16.1', 'duckdb==2.0.0', 'chdb==4.0.2']

const runProgram = promisify(execFile)

/** The programs of `docs/analytics`, with the packages that they need. */
export async function analysts(brokers: string) {
  const packages = await pythonPackages(PACKAGES)
  const folder = await temporaryFolder('analytics')
  // The package around chdb's module wants pandas and pyarrow, which are 80 MB more.
  const env = {
    ...process.env,
    KAFKA_BROKERS: brokers,
    PYTHONPATH: `${packages}:${packages}/chdb`,
  }
  return {
    /** States by Python into DuckDB, and its SQL over them. */
    goldByDuckDb: async (): Promise<unknown> => {
      const database = join(folder, 'sarraf.duckdb')
      await runProgram('python3', ['docs/analytics/snapshot.py', database], { env })
      const { stdout } = await runProgram('python3', ['-c', duckDbQuery, database], { env })
      return JSON.parse(stdout)
    },
    /** Events by Python into DuckDB, and the SQL over the vouchers' topic alone; after `goldByDuckDb`. */
    goldByEvents: async (): Promise<unknown> => {
      const database = join(folder, 'sarraf.duckdb')
      const { stdout } = await runProgram('python3', ['-c', eventsQuery, database], { env })
      return JSON.parse(stdout)
    },
    /** What the page of a month draws; after `goldByDuckDb`. */
    monthByDuckDb: async (month: string): Promise<string> => {
      const drawn = ['docs/analytics/month.py', join(folder, 'sarraf.duckdb'), month]
      return (await runProgram('python3', drawn, { env })).stdout
    },
    /** Creates the tables and views of the SQL files. The answer says what the view has now. */
    startClickHouse: (): (() => unknown) => {
      const script = 'test/publishing/kafka/clickhouse.py'
      const child = spawn('python3', [script, join(folder, 'clickhouse')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      onTestFinished(async () => {
        child.kill('SIGKILL')
        await exited
      })
      let latest: unknown
      createInterface(child.stdout).on('line', (line) => {
        latest = JSON.parse(line)
      })
      return () => latest
    },
  }
}

const queryOf = (name: string) => `
import duckdb, json, sys
sql = open("docs/analytics/${name}").read()
rows = duckdb.connect(sys.argv[1]).execute(sql).fetchall()
print(json.dumps([[*row[:3], *map(float, row[3:])] for row in rows]))
`

const duckDbQuery = queryOf('gold.duckdb.sql')
const eventsQuery = queryOf('gold-bought.duckdb.sql')

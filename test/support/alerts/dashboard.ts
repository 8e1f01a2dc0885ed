import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const Dashboard = Compile(
  Type.Object({
    panels: Type.Array(
      Type.Object({
        title: Type.String(),
        targets: Type.Optional(Type.Array(Type.Object({ expr: Type.String() }))),
      }),
    ),
  }),
)

/** The queries of the dashboard, with a window in place of Grafana's variable. */
export const dashboardQueries = Dashboard.Parse(
  JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')),
).panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })),
)

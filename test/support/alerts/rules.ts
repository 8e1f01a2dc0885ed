import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'

const Rules = Compile(
  Type.Object(
    {
      groups: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            rules: Type.Array(
              Type.Object(
                {
                  alert: Type.String({ pattern: '^Sarraf[A-Z]\\w+$' }),
                  expr: Type.String(),
                  for: Type.Optional(Type.String({ pattern: '^\\d+m$' })),
                  labels: Type.Object({ severity: Type.Enum(['page', 'ticket']) }),
                  annotations: Type.Object({ summary: Type.String(), runbook_url: Type.String() }),
                },
                { additionalProperties: false },
              ),
            ),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
)

/** The alert rules, as Prometheus reads them. */
export const alertRules = Rules.Parse(
  parse(readFileSync('deploy/monitoring/alerts.yml', 'utf8')),
).groups.flatMap(({ rules }) => rules)

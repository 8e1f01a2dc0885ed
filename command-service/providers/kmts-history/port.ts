/** The history of queries as readers see it. */
export interface KmtsHistory {
  /** Microseconds since 1970 of the query's last change; undefined when it is not shown yet. */
  readonly updatedAt: (companyId: string, id: string) => Promise<string | undefined>
}

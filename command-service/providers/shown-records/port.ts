/** The records of one kind as readers see them. */
export interface ShownRecords {
  /** Microseconds since 1970 of the record's last change; undefined when it is not shown yet. */
  readonly updatedAt: (companyId: string, id: string) => Promise<string | undefined>
}

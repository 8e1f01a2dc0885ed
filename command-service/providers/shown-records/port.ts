/** The records of one kind as readers see them. */
export interface ShownRecords {
  /** Microseconds since 1970 of the record's last change; undefined when it is not shown yet. */
  readonly updatedAt: (companyId: string, id: string) => Promise<string | undefined>
}

/** The forms of a person that may wait for approval, under whatever spelling of the number they were submitted. */
export type PendingForms = (companyId: string, idNo: string) => Promise<readonly string[]>

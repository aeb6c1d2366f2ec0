/** One step of the schema. Once released it is never changed: the next change is the next migration. */
export interface Migration {
  /** Recorded in the table `migrations`. File names begin with it. */
  readonly version: number
  readonly name: string
  readonly statements: readonly MigrationStatement[]
}

/** In the SQL that both engines share, or different for each engine; an engine without text skips the statement. */
export type MigrationStatement = string | { readonly sqlite?: string; readonly postgres?: string }

/** One step of the schema. Once released it is never changed: the next change is the next migration. */
export interface Migration {
  /** Recorded in the table `migrations`. File names begin with it. */
  readonly version: number
  readonly name: string
  readonly statements: readonly (MigrationStatement | MigrationConversion)[]
}

/** In the SQL that both engines share, or different for each engine; an engine without text skips the statement. */
export type MigrationStatement = string | { readonly sqlite?: string; readonly postgres?: string }

/** Rows as both engines have them. PostgreSQL sends whole numbers as texts. */
export type ReadRows = (query: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** For what SQL cannot say in a readable way: reads rows and returns the statements that change them. */
export type MigrationConversion = (read: ReadRows) => Promise<readonly string[]>

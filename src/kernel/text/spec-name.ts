/** The name that the caller uses for what the specification calls by this name, such as `PlatformA`. */
export type Say = (specName: string) => string

/** A name of the specification inside a text. It is written where the caller's names are known. */
export interface SpecName {
  readonly specName: string
}

/** The names of the specification themselves. */
export const saySpec: Say = (specName) => specName

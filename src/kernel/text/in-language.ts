import { type Catalogue, currentCatalogue, useCatalogue } from './message.ts'

/** What `write` returns, with its messages in this language. It must not wait for anything. */
export function inLanguage<T>(catalogue: Catalogue, write: () => T extends Promise<unknown> ? never : T): T {
  const before = currentCatalogue()
  useCatalogue(catalogue)
  try {
    return write()
  } finally {
    useCatalogue(before)
  }
}

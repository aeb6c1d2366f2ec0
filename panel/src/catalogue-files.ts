declare global {
  interface ImportMeta {
    /** Vite replaces the call with the files that match. */
    glob(pattern: string, options: { query: string; import: string; eager: true }): Readonly<Record<string, string>>
  }
}

/** Where the files of the catalogues are after the build. English has none: it stands in the code. */
const files = import.meta.glob('../../catalogues/*.json', { query: '?url', import: 'default', eager: true })

export function addressOf(language: string): string | undefined {
  return files[`../../catalogues/${language}.json`]
}

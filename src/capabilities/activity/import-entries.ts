/** What an import did to each viewer is in the history of the viewer. In the log the import is one event; a search finds the rest. */
export function isPartOfImport({ actor }: { readonly actor: string }): boolean {
  return actor.startsWith('import:')
}

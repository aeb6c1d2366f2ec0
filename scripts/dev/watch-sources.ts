import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** What the server reads once. Changes of the panel are not its concern: Vite finds them. */
const folders = ['bin', 'src', 'overlay', 'deck', 'extension', 'sdk', 'catalogues', 'docs']
const sources = /\.(?:ts|mjs|js|css|html|json|md|sql|svg|webmanifest)$/
/** Editors and version control change several files at once, or one file in several steps. */
const settleMs = 50

/** Calls `onChange` after each change of a file of the server, of the overlay, the deck or the extension. */
export function watchSources(root: string, onChange: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder): FSWatcher => {
    return watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !sources.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => void onChange(), settleMs)
    })
  })
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

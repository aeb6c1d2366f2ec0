// Builds the packages of `clients/` for the programs that load them: each into its own `dist`, with what they share.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../clients', import.meta.url))

export type ClientName = 'companion' | 'node-red' | 'n8n'

interface ClientBuild {
  /** From the name of the built file to its source. */
  readonly entries: Readonly<Record<string, string>>
  readonly format: 'esm' | 'cjs'
  readonly external: readonly string[]
  readonly footer?: string
  /** Files that go beside the built ones as they are. */
  readonly copied?: readonly string[]
}

/** What the host of each package expects to find. Its own library comes from the host or from npm, and is not bundled. */
const clients: Readonly<Record<ClientName, ClientBuild>> = {
  companion: { entries: { main: 'src/main.ts' }, format: 'esm', external: ['@companion-module/base'] },
  'node-red': {
    entries: { showcaller: 'src/main.ts' },
    format: 'cjs',
    external: [],
    // Node-RED calls what it has loaded, and finds the editor's part beside it.
    footer: 'module.exports = exports.register',
    copied: ['showcaller.html'],
  },
  n8n: {
    entries: {
      'ShowcallerApi.credentials': 'src/ShowcallerApi.credentials.ts',
      'Showcaller.node': 'src/Showcaller.node.ts',
      'ShowcallerTrigger.node': 'src/ShowcallerTrigger.node.ts',
    },
    format: 'cjs',
    external: ['n8n-workflow'],
    copied: ['showcaller.svg'],
  },
}

export async function buildClient(name: ClientName): Promise<void> {
  const { entries, format, external, footer = '', copied = [] } = clients[name]
  const folder = join(root, name)
  const target = join(folder, 'dist')
  rmSync(target, { recursive: true, force: true })
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(folder, file)])),
    platform: 'node',
    external: [...external],
  })
  await build.write({ dir: target, format, footer, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
  await build.close()
  for (const file of copied) copyFileSync(join(folder, file), join(target, file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of Object.keys(clients) as ClientName[]) await buildClient(name)
}

// Builds the sources of `clients/` for the programs that load them: each into a folder, with what they share.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { iconFile } from '../clients/streamdeck/src/icons.ts'
import { drawKey } from '../clients/streamdeck/src/key-face.ts'
import { createManifest } from '../clients/streamdeck/src/manifest.ts'
import { cueLightPng } from '../clients/streamdeck/src/png.ts'
import { pluginId, readyActions, volumeAction } from '../clients/streamdeck/src/ready-actions.ts'
import type { ClientName } from '../src/capabilities/client-packages/contract/client-packages.ts'
import { install } from './npm.mjs'

const root = fileURLToPath(new URL('../clients', import.meta.url))

interface ClientBuild {
  /** From the name of the built file to its source. */
  readonly entries: Readonly<Record<string, string>>
  readonly format: 'esm' | 'cjs'
  readonly external: readonly string[]
  readonly footer?: string
  /** Files that go beside the built ones as they are. */
  readonly copied?: readonly string[]
  /** Where the built files belong below `dist`. */
  readonly folder?: string
  /** Writes what else belongs into `dist`. */
  readonly finish?: (dist: string) => void
}

/** What the host of each package expects to find. */
const clients: Readonly<Record<ClientName, ClientBuild>> = {
  companion: {
    entries: { main: 'src/main.ts' },
    format: 'esm',
    external: [],
  },
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
  streamdeck: {
    entries: { plugin: 'src/main.ts' },
    format: 'esm',
    external: [],
    folder: `${pluginId}.sdPlugin/bin`,
    finish: finishStreamDeck,
  },
}

/** The manifest, images and form of the plugin, from the list of its actions. */
function finishStreamDeck(dist: string): void {
  const source = join(root, 'streamdeck')
  const plugin = join(dist, `${pluginId}.sdPlugin`)
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(plugin, path)), { recursive: true })
    writeFileSync(join(plugin, path), content)
  }
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  write('manifest.json', `${JSON.stringify(createManifest(version), null, 2)}\n`)
  // The bundle is an ES module.
  write('bin/package.json', '{ "type": "module" }\n')
  write('imgs/plugin.png', cueLightPng(256))
  write('imgs/plugin@2x.png', cueLightPng(512))
  write('imgs/category.svg', iconFile('cue', 28))
  for (const { id, icon, title } of [...readyActions, volumeAction]) {
    write(`imgs/actions/${id}.svg`, iconFile(icon, 20))
    write(`imgs/keys/${id}.svg`, drawKey({ icon, label: title, tone: 'idle' }))
  }
  for (const file of ['inspector.html', 'inspector.css', 'inspector.js'])
    write(`ui/${file}`, readFileSync(join(source, 'ui', file)))
}

/** Installs the libraries of the hosts that do not bring them along: they become part of the bundle. */
export function installLibraries(): void {
  install(root, 'Installing what is built into the packages for other programs')
}

export function versionOfLibrary(name: string): string {
  return (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version
}

/** The libraries must be installed. */
export async function buildClient(name: ClientName, target: string): Promise<void> {
  const { entries, format, external, footer = '', copied = [], folder: inner = '', finish } = clients[name]
  const folder = join(root, name)
  rmSync(target, { recursive: true, force: true })
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(folder, file)])),
    platform: 'node',
    external: [...external],
    // Its paths lead to declarations of types.
    tsconfig: false,
    onLog(level, log, report) {
      // A library that is not found would be left out of the bundle without a word.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      report(level, log)
    },
  })
  const { output } = await build.write({
    dir: join(target, inner),
    format,
    footer,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  writeFileSync(join(target, inner, 'LICENSES.txt'), licencesOf(modules))
  for (const file of copied) copyFileSync(join(folder, file), join(target, file))
  finish?.(target)
}

/** Our own terms, and those of every package that is in the bundle. */
function licencesOf(modules: readonly string[]): string {
  const packages = new Set(
    modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []),
  )
  const own = `Showcaller\n\n${readFileSync(new URL('../LICENSE', import.meta.url), 'utf8')}`
  const others = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
    if (file !== undefined) return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8')}`
    if (license !== 'MIT') throw new Error(`${name} has no terms.`)
    return `${name} ${version}\n\nMIT License, by the authors of ${name}. Its conditions are the same as those of Showcaller above.`
  })
  return [own, ...others]
    .map((text) => text.replaceAll('\r\n', '\n').trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
}

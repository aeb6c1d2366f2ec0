// Builds the packages of `clients/` for the programs that load them: each into its own `dist`, with what they share.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { iconFile } from '../clients/streamdeck/src/icons.ts'
import { drawKey } from '../clients/streamdeck/src/key-face.ts'
import { createManifest } from '../clients/streamdeck/src/manifest.ts'
import { cueLightPng } from '../clients/streamdeck/src/png.ts'
import { pluginId, readyActions, volumeAction } from '../clients/streamdeck/src/ready-actions.ts'
import { packCompanion } from './pack-companion.ts'

const root = fileURLToPath(new URL('../clients', import.meta.url))

export type ClientName = 'companion' | 'node-red' | 'n8n' | 'streamdeck'

interface ClientBuild {
  /** From the name of the built file to its source. */
  readonly entries: Readonly<Record<string, string>>
  readonly format: 'esm' | 'cjs'
  readonly external: readonly string[]
  /** The library of the host, where the host does not bring it along. */
  readonly bundled?: string
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
    bundled: '@companion-module/base',
    finish: (dist) => packCompanion(join(root, 'companion'), dist, versionOf('companion', '@companion-module/base')),
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
    bundled: '@elgato/streamdeck',
    folder: `${pluginId}.sdPlugin/bin`,
    finish: finishStreamDeck,
  },
}

/** Where libraries that go into a bundle are found, beside the `node_modules` of the client itself. */
const librariesOfTests = fileURLToPath(new URL('../test/clients/node_modules', import.meta.url))

function versionOf(name: ClientName, library: string): string {
  const places = [join(root, name, 'node_modules'), librariesOfTests]
  const file = places.map((place) => join(place, library, 'package.json')).find((one) => existsSync(one))
  if (file === undefined) throw new Error(`${library} is not installed: run \`npm install\` in clients/${name} first.`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
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

export async function buildClient(name: ClientName, target = join(root, name, 'dist')): Promise<void> {
  const { entries, format, external, bundled, footer = '', copied = [], folder: inner = '', finish } = clients[name]
  const folder = join(root, name)
  // A library that is not found would be left out of the bundle without a word.
  if (bundled !== undefined) versionOf(name, bundled)
  rmSync(target, { recursive: true, force: true })
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(folder, file)])),
    platform: 'node',
    external: [...external],
    resolve: { modules: ['node_modules', librariesOfTests] },
    // Its paths lead to declarations of types.
    tsconfig: false,
  })
  await build.write({
    dir: join(target, inner),
    format,
    footer,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  for (const file of copied) copyFileSync(join(folder, file), join(target, file))
  finish?.(target)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = Object.keys(clients) as ClientName[]
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((one) => !names.some((name) => name === one))
  if (unknown.length > 0) throw new Error(`There is no client ${unknown.join(', ')}, only ${names.join(', ')}.`)
  for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    // One that lacks its library does not keep the others from being built.
    await buildClient(name).catch((error: unknown) => {
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`)
      process.exitCode = 1
    })
  }
}

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from '../../scripts/build-clients.ts'
import { packClient } from '../../scripts/pack-clients.ts'
import { readZip } from '../../scripts/release/zip-reader.ts'
import { type ClientName, clientPackages } from '../../src/capabilities/client-packages/contract/client-packages.ts'

/** The libraries of the hosts are found from here. Files that use the same client at the same time have folders of their own. */
function emptyFolder(name: string): string {
  const target = fileURLToPath(new URL(`./installed/${name}`, import.meta.url))
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  return target
}

/** Packs a client as a release does. Returns the file that a person downloads. */
export async function downloadClient(name: ClientName): Promise<string> {
  const { file } = clientPackages.find((one) => one.name === name) ?? { file: name }
  const path = join(emptyFolder(`download-${name}`), file)
  writeFileSync(path, await packClient(name))
  return path
}

/** Unpacks the downloaded file, as npm and n8n do with a package of npm. */
export async function installPackage(name: 'node-red' | 'n8n'): Promise<string> {
  const target = emptyFolder(name)
  execFileSync('tar', ['-xzf', await downloadClient(name), '--strip-components=1', '-C', target])
  return target
}

/** Unpacks the downloaded file, as the app of the Stream Deck does. */
export async function installPlugin(folder: string): Promise<string> {
  const target = emptyFolder(folder)
  for (const { name, read } of readZip(await packClient('streamdeck'))) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), read())
  }
  return target
}

/** The folder in which somebody develops the module, with the built files in it. */
export async function developCompanion(): Promise<string> {
  const target = emptyFolder('companion-modules/showcaller')
  const source = fileURLToPath(new URL('../../clients/companion', import.meta.url))
  for (const part of ['package.json', 'companion']) cpSync(join(source, part), join(target, part), { recursive: true })
  await buildClient('companion', join(target, 'dist'))
  return target
}

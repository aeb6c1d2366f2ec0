import { readdir, readFile } from 'node:fs/promises'
import { browserFolder, readBrowserModules } from '../../kernel/browser-modules/browser-modules.ts'
import { catalogueOf } from '../../kernel/catalogues.ts'
import { type Language, shippedLanguages } from '../../kernel/text/languages.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { makeZip, type ZipEntry } from './zip.ts'

export const extensionArchivePath = '/extension/showcaller-extension.zip'

/** Files that are shipped unchanged; scripts go through `readBrowserModules`. */
const staticFiles = /(?<!tsconfig)\.(?:json|html|css|png|txt)$/

/** The site that the extension runs on. Tests use the address of a fake server. */
export interface KickSite {
  readonly page: string
  readonly api: string
}

const kick: KickSite = { page: 'https://kick.com', api: 'https://web.kick.com' }

/** The files of the extension as a browser loads them. */
export async function readExtension(folder = browserFolder('extension'), site = kick): Promise<ZipEntry[]> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const files = await Promise.all(
    names
      .filter((name) => staticFiles.test(name))
      .map(async (name) => ({ name, bytes: await readFile(new URL(name, folder)) })),
  )
  const modules = await readBrowserModules(folder)
  const scripts = Array.from(modules, ([name, code]) => ({ name, bytes: Buffer.from(code) }))
  return [...files, ...scripts, await readTexts()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((file) => (site === kick ? file : atSite(file, site)))
}

/** The texts of the extension in every language but English, which stands in its scripts. */
async function readTexts(): Promise<ZipEntry> {
  const texts: Record<string, Catalogue['texts']> = {}
  for (const language of shippedLanguages as readonly Language[]) {
    const own = Object.entries((await catalogueOf(language)).texts).filter(([key]) => key.startsWith('extension.'))
    if (own.length > 0) texts[language] = Object.fromEntries(own)
  }
  return { name: 'texts.json', bytes: Buffer.from(JSON.stringify(texts)) }
}

/** The extension as a zip file for download. */
export async function packExtension(folder = browserFolder('extension')): Promise<Buffer> {
  return makeZip(await readExtension(folder))
}

function atSite({ name, bytes }: ZipEntry, site: KickSite): ZipEntry {
  if (!/(?:manifest\.json|kick-page\.js)$/.test(name)) return { name, bytes }
  return { name, bytes: Buffer.from(bytes.toString().replaceAll(kick.api, site.api).replaceAll(kick.page, site.page)) }
}

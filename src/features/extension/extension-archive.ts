import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeZip, type ZipEntry } from './zip.ts'

export const extensionArchivePath = '/extension/showcaller-extension.zip'

export const extensionFolder = fileURLToPath(new URL('../../../extension', import.meta.url))
const shipped = /\.(?:json|js|html|css|png|txt)$/

/** Where the extension finds the site. Another address is for tests, which have a stand-in for it. */
export interface KickSite {
  readonly page: string
  readonly api: string
}

const kick: KickSite = { page: 'https://kick.com', api: 'https://web.kick.com' }

/** The files of the extension as a browser loads them. */
export async function readExtension(folder = extensionFolder, site = kick): Promise<ZipEntry[]> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => shipped.test(name)).map((name) => name.replaceAll('\\', '/'))
  return Promise.all(files.sort().map(async (name) => ({ name, bytes: await readOne(join(folder, name), site) })))
}

/** The whole extension in one file, for people to download. */
export async function packExtension(folder = extensionFolder): Promise<Buffer> {
  return makeZip(await readExtension(folder))
}

async function readOne(path: string, site: KickSite): Promise<Buffer> {
  const bytes = await readFile(path)
  if (site === kick || !/(?:manifest\.json|kick-page\.js)$/.test(path)) return bytes
  return Buffer.from(bytes.toString().replaceAll(kick.api, site.api).replaceAll(kick.page, site.page))
}

import { readFileSync } from 'node:fs'
import { makeZip } from '../../src/capabilities/extension/zip.ts'
import type { AppFile } from './app-files.ts'

export interface WindowsParts {
  readonly version: string
  readonly app: readonly AppFile[]
  /** `node.exe`, unchanged: it keeps the signature of its publisher. */
  readonly node: Buffer
  readonly nodeLicence: Buffer
}

/** A folder with `start.cmd`, `node.exe` and the app, as a zip file. */
export function makeWindowsZip({ version, app, node, nodeLicence }: WindowsParts): Buffer {
  const folder = windowsFolder(version)
  const files = [
    { name: 'start.cmd', bytes: withWindowsLines(readFileSync(new URL('start.cmd', import.meta.url), 'utf8')) },
    { name: 'node.exe', bytes: node },
    { name: 'LICENSE-node.txt', bytes: withWindowsLines(nodeLicence.toString()) },
    ...app.map(({ name, bytes }) => ({ name: `app/${name}`, bytes })),
  ]
  return makeZip(files.map(({ name, bytes }) => ({ name: `${folder}/${name}`, bytes })))
}

export function windowsFolder(version: string): string {
  return `showcaller-${version}-windows-x64`
}

/** Windows finds labels in scripts only when lines end its way. */
function withWindowsLines(text: string): Buffer {
  return Buffer.from(text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'))
}

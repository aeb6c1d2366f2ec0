// The module for Companion as the one file that Companion imports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TarEntry } from './release/tar.ts'

interface Manifest {
  readonly id: string
  readonly runtime: object
}

interface Package {
  readonly version: string
  readonly dependencies?: object
}

/**
 * Companion installs nothing for a module, so its library is in the bundle, and the manifest says which version that is.
 * A package that depends on the library would count as a source folder, in which Companion looks for the library itself.
 */
export function companionFiles(source: string, built: readonly TarEntry[], apiVersion: string): TarEntry[] {
  const { dependencies: _, ...about } = readJson<Package>(join(source, 'package.json'))
  const manifest = readJson<Manifest>(join(source, 'companion/manifest.json'))
  const { version } = about
  const runtime = { ...manifest.runtime, apiVersion }
  // Companion finds the manifest by the name of the folder, which comes first.
  const folder = `${manifest.id}/`
  return [
    { name: folder, bytes: Buffer.alloc(0) },
    asJson(`${folder}package.json`, about),
    asJson(`${folder}companion/manifest.json`, { ...manifest, version, runtime }),
    { name: `${folder}companion/HELP.md`, bytes: readFileSync(join(source, 'companion/HELP.md')) },
    ...built.map(({ name, bytes }) => ({ name: `${folder}dist/${name}`, bytes })),
  ]
}

function asJson(name: string, value: object): TarEntry {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

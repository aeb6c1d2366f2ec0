import { readFile, stat } from 'node:fs/promises'
import type { ClientPackage } from './contract/client-packages.ts'

export type PackageFiles = ReturnType<typeof createPackageFiles>

/** The built packages. A release has them; in a checkout `npm run pack-clients` builds them. */
export function createPackageFiles(folder = new URL('../../../dist/clients/', import.meta.url)) {
  return {
    /** In bytes; undefined if the package is not built. */
    sizeOf: async ({ file }: ClientPackage) => (await ifThere(stat(new URL(file, folder))))?.size,
    read: ({ file }: ClientPackage) => ifThere(readFile(new URL(file, folder))),
  }
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

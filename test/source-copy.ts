import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createTemporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface SourceCopy {
  import<T>(module: string): Promise<T>
  write(path: string, code: string): void
  remove(): void
}

/** A copy of the source in which one file is changed, to see what follows from an addition. */
export function sourceWith(path: string, change: (code: string) => string): SourceCopy {
  const { path: folder, remove } = createTemporaryFolder()
  for (const part of ['src', 'scripts', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  const code = readFileSync(join(folder, path), 'utf8')
  const changed = change(code)
  if (changed === code) throw new Error(`${path} is not changed`)
  writeFileSync(join(folder, path), changed)
  return {
    remove,
    write: (file, text) => writeFileSync(join(folder, file), text),
    import: (module) => import(pathToFileURL(join(folder, module)).href),
  }
}

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createTemporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface SourceCopy {
  readonly folder: string
  import<T>(module: string): Promise<T>
  write(path: string, code: string): void
  change(path: string, change: (code: string) => string): void
  remove(): void
}

/** A copy of the sources in which one file is changed, to see what follows from an addition. */
export function sourceWith(path: string, change: (code: string) => string): SourceCopy {
  const { path: folder, remove } = createTemporaryFolder()
  for (const part of ['src', 'sdk', 'scripts', 'package.json', 'tracing/tracer.ts'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const packages of ['node_modules', 'tracing/node_modules'])
    symlinkSync(join(root, packages), join(folder, packages), 'dir')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const changeFile = (file: string, edit: (code: string) => string) => {
    const code = readFileSync(join(folder, file), 'utf8')
    const changed = edit(code)
    if (changed === code) throw new Error(`${file} is not changed`)
    write(file, changed)
  }
  changeFile(path, change)
  return {
    folder,
    remove,
    write,
    change: changeFile,
    import: (module) => import(pathToFileURL(join(folder, module)).href),
  }
}

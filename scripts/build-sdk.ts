// Builds the SDK for the published package: JavaScript for every runtime, and its types. Rolldown comes with Vite.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isolatedDeclarationSync, transformSync } from 'rolldown/experimental'

const source = fileURLToPath(new URL('../sdk/', import.meta.url))

export function buildSdk(target: string): void {
  mkdirSync(target, { recursive: true })
  for (const name of globSync('*.ts', { cwd: source })) {
    const text = readFileSync(join(source, name), 'utf8')
    const script = transformSync(name, text, { target: 'es2022' })
    const types = isolatedDeclarationSync(name, text)
    const [fault] = [...script.errors, ...types.errors]
    if (fault !== undefined) throw new Error(`sdk/${name}: ${fault.message}`)
    writeFileSync(join(target, name.replace('.ts', '.js')), forJavaScript(script.code))
    writeFileSync(join(target, name.replace('.ts', '.d.ts')), forJavaScript(types.code))
  }
}

function forJavaScript(code: string): string {
  return code.replace(/(['"])(\.\/[\w-]+)\.ts\1/g, '$1$2.js$1')
}

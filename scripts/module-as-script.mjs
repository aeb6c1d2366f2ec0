// Part of `scripts/build-server.mjs`.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Makes a script of a module: a function of what it imports that returns what it exports. The compiled code of a script can
 * be kept with the functions that a start called, that of a module only as it is before it runs (`bin/compiled-code.mjs`).
 * The module stays as what others import. Behind its first line, the script has the lines and columns of the module, so
 * that the source map fits.
 */
export async function writeAsScript(target, file) {
  const { parseAst } = await import('rolldown/parseAst')
  const code = readFileSync(join(target, file), 'utf8')
  const { body } = parseAst(code)
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const [exported, ...furtherExports] = body.filter(({ type }) => type.startsWith('Export'))
  const inner = body.slice(imports.length, -1)
  if (body.at(-1) !== exported || furtherExports.length > 0 || inner.some(({ type }) => type === 'ImportDeclaration')) {
    throw new Error(`${file} does not begin with its imports and end with its exports`)
  }
  const names = exported.specifiers.map(({ local, exported: { name } }) => ({ local: local.name, name }))
  const changing = inner.filter(({ kind }) => kind === 'let').flatMap(({ declarations }) => declarations)
  const stale = names.find(({ local }) => changing.some(({ id }) => id.name === local))
  if (stale !== undefined) throw new Error(`${stale.local} would not change where it is imported: export a function`)

  const start = imports.at(-1)?.end ?? 0
  const head = `(function(imported,${own.importing},${own.address}){"use strict";${imports.map(asDeclaration).join('')}`
  const text = withoutModuleSyntax(code, inner).slice(start, exported.start)
  const returned = names.map(({ local, name }) => `${name}:${local}`)
  const script = `${head}\n${' '.repeat(start)}${text}return{${returned}}})\n`
  const scriptFile = `${basename(file, '.mjs')}-${createHash('sha256').update(script).digest('hex').slice(0, 16)}.script`
  writeFileSync(join(target, scriptFile), script)
  writeFileSync(
    join(target, file),
    [
      ...imports.map(({ source }, at) => `import * as imported${at} from ${source.raw}`),
      `import { runScript } from '../../bin/compiled-code.mjs'`,
      `const run = runScript(new URL('./${scriptFile}', import.meta.url), import.meta.url)`,
      `const imported = [${imports.map((_, at) => `imported${at}`)}]`,
      `const exported = run(imported, (specifier) => import(specifier), import.meta.url)`,
      `const {${names.map(({ name }, at) => `${name}:exported${at}`)}} = exported`,
      `export {${names.map(({ name }, at) => `exported${at} as ${name}`)}}\n`,
    ].join('\n'),
  )
}

/** What a script is handed in place of `import` and `import.meta.url`, each with as many letters. */
const own = { importing: 'lazily', address: 'import_meta_url' }

function withoutModuleSyntax(code, statements) {
  let text = code
  for (const { type, start, name } of nodesIn(statements)) {
    if (type === 'Identifier' && Object.values(own).includes(name)) throw new Error(`${name} means something else here`)
    if (type !== 'ImportExpression' && type !== 'MetaProperty') continue
    const [before, after] = type === 'MetaProperty' ? ['import.meta.url', own.address] : ['import', own.importing]
    if (!code.startsWith(before, start)) throw new Error(`a script has no ${code.slice(start, start + 30)}`)
    text = text.slice(0, start) + after + text.slice(start + before.length)
  }
  return text
}

/** Every node of a syntax tree. */
function nodesIn(tree) {
  const nodes = []
  const left = [tree]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part !== 'object' || part === null) continue
    if (typeof part.type === 'string') nodes.push(part)
    for (const key in part) left.push(part[key])
  }
  return nodes
}

/** An import as a declaration in the script. */
function asDeclaration({ specifiers }, at) {
  const whole = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')
  if (whole !== undefined) return `const ${whole.local.name}=imported[${at}];`
  const names = specifiers.map(({ imported, local }) => `${imported?.name ?? 'default'}:${local.name}`)
  return names.length === 0 ? '' : `const{${names}}=imported[${at}];`
}

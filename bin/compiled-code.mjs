// Runs a script of the bundle with the code that V8 compiled for an earlier start. Node's compile cache keeps only what is
// compiled before a file runs, without its functions: every start would compile again those that it calls.

const { createHash } = process.getBuiltinModule('node:crypto')
const { readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs')
const { getCompileCacheDir } = process.getBuiltinModule('node:module')
const { basename } = process.getBuiltinModule('node:path')
const { Script } = process.getBuiltinModule('node:vm')

const hashBytes = 32

/** Scripts without compiled code, and where to keep it. @type {{ script: Script, file: string }[]} */
let compiling = []

/**
 * The value of the script. Its file has the hash of its text in its name, and so has that of the compiled code: V8 itself
 * compares no more of the text than its length.
 * @param {URL} file
 * @param {string} address as stack traces name it
 */
export function runScript(file, address) {
  const folder = getCompileCacheDir()
  const kept = folder && `${folder}/${basename(file.pathname)}.compiled`
  const cachedData = kept && readCompiled(kept)
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: address,
    // The line in front of those of the module.
    lineOffset: -1,
    ...(cachedData && { cachedData }),
  })
  if (kept && script.cachedDataRejected !== false) compiling.push({ script, file: kept })
  return script.runInThisContext()
}

/** With every function that was called so far. To be called before an option of V8 changes: V8 compares them. */
export function keepCompiled() {
  for (const { script, file } of compiling) {
    const code = script.createCachedData()
    const unfinished = `${file}.${process.pid}`
    try {
      writeFileSync(unfinished, Buffer.concat([hashOf(code), code]), { mode: 0o600 })
      renameSync(unfinished, file)
    } catch {
      // Where nothing can be written, the next start compiles again.
    }
  }
  compiling = []
}

/** Undefined where there is none. V8 would not notice that a file is damaged. @param {string} file */
function readCompiled(file) {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(hashBytes)
    return hashOf(code).equals(bytes.subarray(0, hashBytes)) ? code : undefined
  } catch {
    return undefined
  }
}

/** @param {Buffer} code */
function hashOf(code) {
  return createHash('sha256').update(code).digest()
}

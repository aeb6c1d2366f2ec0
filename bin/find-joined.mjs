import { readFileSync, statSync } from 'node:fs'

/**
 * The joined files of the server (`scripts/build-server.mjs`), if there are any and every file they were made from is
 * still as it was. Looking at five hundred dates takes 3 ms and saves a hundred and more.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function findJoined(root) {
  try {
    const { name, files } = JSON.parse(readFileSync(`${root}/.cache/server/made.json`, 'utf8'))
    for (const [file, mtimeMs, size] of files) {
      const now = statSync(`${root}/${file}`)
      if (now.mtimeMs !== mtimeMs || now.size !== size) return undefined
    }
    const entry = `${root}/.cache/server/${name}/main.mjs`
    statSync(entry)
    return entry
  } catch {
    return undefined
  }
}

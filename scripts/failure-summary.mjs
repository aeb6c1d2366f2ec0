// What the test runner prints last: the failures themselves, since of a long log often only its end is seen.
import { stripVTControlCharacters } from 'node:util'

/** Of one test that failed. */
const mostLines = 40
/** Of all together. */
const mostLinesInAll = 200

/**
 * @param {readonly { name: string, tests: readonly { name: string, error: string }[], printed?: string }[]} failures
 * the files and checks that failed, each with its tests that failed or, where none did, with what it printed
 * @returns {string[]} lines
 */
export function summarizeFailures(failures) {
  const lines = []
  // The names always stand there, however many failed.
  let room = mostLinesInAll - failures.length - 1
  const leftOut = []
  for (const { name, tests, printed = '' } of failures) {
    lines.push(`# FAILED: ${name}`)
    const texts =
      tests.length > 0
        ? tests.map((test) => [`  ✖ ${test.name}`, ...cut(linesOf(test.error), 'first').map((line) => `    ${line}`)])
        : [cut(linesOf(printed), 'last').map((line) => `    ${line}`)]
    for (const text of texts) {
      if (text.length > room) {
        leftOut.push(name)
        continue
      }
      lines.push(...text)
      room -= text.length
    }
  }
  if (leftOut.length > 0) {
    const files = [...new Set(leftOut)].join(', ')
    lines.push(`# ${leftOut.length} more failures are not repeated here; they stand above, in ${files}`)
  }
  return lines
}

function linesOf(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** An error begins with what happened, a process that died ends with it. */
function cut(lines, kept) {
  if (lines.length < mostLines) return lines
  const shown = mostLines - 2
  const note = `(${lines.length - shown} more lines above)`
  return kept === 'first' ? [...lines.slice(0, shown), note] : [note, ...lines.slice(-shown)]
}

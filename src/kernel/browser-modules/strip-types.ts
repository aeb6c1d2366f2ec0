import { stripTypeScriptTypes } from 'node:module'

/**
 * TypeScript as a browser takes it: without types, without comments on lines of their own, without the white space that
 * both leave behind, and indented by one space instead of two. Nothing else changes, so what is served is as readable as
 * its source. A template literal must not contain an empty line or a line that looks like a comment; a test finds those
 * that do.
 */
export function stripTypes(source: string): string {
  const stripped = withoutWarning(() => stripTypeScriptTypes(source, { mode: 'strip' }))
  return lessIndented(withoutBlankLines(withoutComments(withoutGaps(source, stripped))))
}

/** Node announces on every first use that this function may change. A test compares its output, so that is no news. */
function withoutWarning<T>(run: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return run()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Node writes a space for every character of a type, so that positions stay; a browser does not need them. */
function withoutGaps(source: string, stripped: string): string {
  if (source.length !== stripped.length) return stripped
  const isGap = (index: number) => stripped[index] === ' ' && source[index] !== ' '
  let kept = ''
  for (let index = 0; index < stripped.length; index++) {
    if (isGap(index)) {
      // The spaces inside a type go with it; those around it may separate two words.
      for (let end = index; stripped[end] === ' '; end++) if (isGap(end)) index = end
    } else {
      kept += stripped[index]
    }
  }
  return kept
}

function withoutComments(code: string): string {
  return code
    .replace(/^[ \t]*\/\*\*?[^\n]*?(?:\*\/|\n(?:[ \t]*\*[^\n]*\n)*?[ \t]*\*\/)[ \t]*$/gm, '')
    .replace(/^[ \t]*\/\/.*$/gm, '')
}

function withoutBlankLines(code: string): string {
  return `${code
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()}\n`
}

/** The lines of a template literal keep their spaces, and with them all lines of its file. */
function lessIndented(code: string): string {
  const hasLongTemplate = code.split('\n').some((line) => (line.match(/`/g)?.length ?? 0) % 2 === 1)
  return hasLongTemplate ? code : code.replace(/^ +/gm, (spaces) => spaces.slice(Math.ceil(spaces.length / 2)))
}

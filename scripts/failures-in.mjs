const mostLines = 40

/**
 * For the end of a log: the failures as the `spec` reporter lists them or, of a process that printed no such list, its
 * last lines.
 * @param {string} printed
 */
export function failuresIn(printed) {
  const at = printed.lastIndexOf('✖ failing tests:')
  return at < 0 ? printed.trimEnd().split('\n').slice(-mostLines).join('\n') : printed.slice(at)
}

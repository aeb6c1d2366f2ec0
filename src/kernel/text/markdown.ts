export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes a text that is not Markdown. */
export function prose(text: string): string {
  return text.replaceAll('<', '\\<')
}

export function code(text: string): string {
  return `\`${text}\``
}

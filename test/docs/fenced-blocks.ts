/** A piece of code of a Markdown page. */
export interface FencedBlock {
  readonly language: string
  /** The first word after the language, such as the operation whose body this is. */
  readonly sort: string
  /** `status=400`, `needs=obs`. */
  readonly marks: ReadonlyMap<string, string>
  readonly code: string
  /** The line of the page where it begins. */
  readonly line: number
}

/** Every fenced block of a page, without the indentation of the list that it stands in. */
export function fencedBlocks(page: string): readonly FencedBlock[] {
  return [...page.matchAll(/^( *)```(\w*)([^\n]*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', language = '', info = '', code = ''] = match
    const words = info.trim().split(/\s+/).filter(Boolean)
    return {
      language,
      sort: words.find((word) => !word.includes('=')) ?? '',
      marks: new Map(words.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string])),
      code: code
        .split('\n')
        .map((line) => line.slice(indent.length))
        .join('\n'),
      line: page.slice(0, match.index).split('\n').length,
    }
  })
}

/**
 * Roughly the number of instructions that a regular expression compiles to, without compiling it: one for each character
 * or class, times the repetitions around it. Compiling takes as long as the program is large, and thirty characters can
 * stand for a hundred thousand instructions.
 */
export function estimateSize(pattern: string): number {
  /** For each open group its size so far, and of its last element, which a repetition applies to. */
  const groups: Group[] = [{ size: 0, last: 0 }]
  const top = (): Group => groups[groups.length - 1] ?? { size: 0, last: 0 }
  const tokens = /\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|.)|\[(?:\\.|[^\]\\])+\]|\{(\d+)(,?)(\d*)\}|./gsu
  for (const [token, least, , most] of pattern.matchAll(tokens)) {
    const group = top()
    if (token === '(') groups.push({ size: 0, last: 0 })
    else if (token === ')' && groups.length > 1) {
      groups.pop()
      // Two instructions record where a group begins and ends.
      add(top(), group.size + 2)
    } else if (least !== undefined) {
      // Each optional repetition has a branch beside its copy.
      const times = Math.max(1, Number(least), 2 * Number(most ?? 0))
      repeat(group, times)
    } else if (token === '*' || token === '+' || token === '?' || token === '|') group.size++
    else add(group, 1)
  }
  let size = 0
  for (const group of groups) size += group.size
  return size
}

interface Group {
  size: number
  last: number
}

function add(group: Group, size: number): void {
  group.size += size
  group.last = size
}

function repeat(group: Group, times: number): void {
  group.size += group.last * (times - 1)
  group.last *= times
}

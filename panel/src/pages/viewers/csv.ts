export const knownColumns = ['user_id', 'username', 'points', 'coin', 'watch_minutes'] as const
export type KnownColumn = (typeof knownColumns)[number]

export interface CsvRow extends Partial<Record<KnownColumn, string>> {
  readonly line: number
}

export interface CsvFile {
  readonly columns: readonly KnownColumn[]
  readonly passedOver: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** Column names of other tools. */
const otherNames: Readonly<Record<string, KnownColumn>> = {
  userid: 'user_id',
  id: 'user_id',
  user: 'username',
  name: 'username',
  login: 'username',
  viewer: 'username',
  coins: 'coin',
  watchtime: 'watch_minutes',
  watch_time: 'watch_minutes',
  watchminutes: 'watch_minutes',
  minutes: 'watch_minutes',
}

/** Reads a CSV file by its known columns. The first line decides whether comma, semicolon or tab separates. */
export function readCsv(text: string): CsvFile {
  const records = recordsOf(text.replace(/^\ufeff/, ''))
  const [head, ...lines] = records
  const names = head?.cells.map((cell) => cell.trim()) ?? []
  const columns = names.map(columnNamed)
  const rows = lines
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => {
      const row: Record<string, string | number> = { line }
      for (const [index, column] of columns.entries()) {
        const cell = plain(cells[index] ?? '')
        if (column !== undefined && cell !== '') row[column] = cell
      }
      return row as unknown as CsvRow
    })
  return {
    columns: columns.filter((column) => column !== undefined),
    passedOver: names.filter((name, index) => name !== '' && columns[index] === undefined),
    rows,
  }
}

function columnNamed(name: string): KnownColumn | undefined {
  const key = name.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return knownColumns.find((column) => column === key) ?? otherNames[key]
}

/** Exports prefix values that a spreadsheet would read as a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '')
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

function recordsOf(text: string): CsvRecord[] {
  const separator = separatorOf(text)
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let beganAt = 1
  const endRecord = () => {
    records.push({ line: beganAt, cells: [...cells, cell] })
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\n') line++
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      endRecord()
      beganAt = line
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}

function separatorOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  const counts = [',', ';', '\t'].map((mark) => [mark, head.split(mark).length] as const)
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

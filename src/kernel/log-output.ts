/** A place in the bundle, such as `file:///srv/showcaller/dist/server/serve.mjs:1:27`, in a stack trace. */
const bundledPlace = /\/dist\/server\/[\w.-]+\.mjs:\d+:\d+/
/** Lines that wait. Beyond them, lines are printed as they are. */
const maxWaiting = 1000

/**
 * Prints log lines in their order. Stack traces of the bundle get the lines of the source, which another thread looks up;
 * lines that follow wait for it. Where that fails, or when the process exits meanwhile, they are printed as they are.
 */
export function createLogOutput(
  print: (text: string) => void,
  findSourceLines: (text: string) => Promise<string> = findInThread,
): (line: string) => void {
  let underWay = ''
  let waiting: string[] = []

  async function printWaiting(): Promise<void> {
    process.once('exit', printAsTheyAre)
    while (waiting.length > 0) {
      underWay = waiting.join('')
      waiting = []
      const text = underWay
      const found = await findSourceLines(text).catch(() => text)
      underWay = ''
      print(found)
    }
    process.off('exit', printAsTheyAre)
  }

  function printAsTheyAre(): void {
    print(underWay + waiting.join(''))
  }

  return (line) => {
    if (underWay === '' && waiting.length === 0 && !bundledPlace.test(line)) return print(line)
    if (waiting.length >= maxWaiting) return print(line)
    waiting.push(line)
    if (underWay === '' && waiting.length === 1) void printWaiting()
  }
}

async function findInThread(text: string): Promise<string> {
  const { findSourceLines } = await import('./source-lines.ts')
  return findSourceLines(text)
}

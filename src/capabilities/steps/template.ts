/** Variables nested deeper stay as typed. */
const maxNesting = 10
/** A long value can occur many times in one text. */
const maxRendered = 5000

/** The value of `$(name arg …)`; undefined if there is no such variable. */
export type Lookup = (name: string) => ((args: readonly string[]) => string | Promise<string>) | undefined

/** How the value of a variable is written where it stands, such as in a URL. Arguments of variables stay as they are. */
export type Encode = (value: string) => string
const asItIs: Encode = (value) => value

/**
 * Fills the variables of a text in one pass: the value of a variable is never parsed again, so nobody can inject
 * a variable through chat. An unknown name, or one that is not closed, stays as typed.
 */
export async function render(template: string, lookup: Lookup, encode: Encode = asItIs): Promise<string> {
  const text = await renderParts(parse(template), lookup, encode)
  return text.length > maxRendered ? text.slice(0, maxRendered).toWellFormed() : text
}

type Part = string | Variable

interface Variable {
  readonly name: string
  readonly args: readonly (readonly Part[])[]
  readonly typed: string
}

async function renderParts(parts: readonly Part[], lookup: Lookup, encode: Encode): Promise<string> {
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : encode(await renderVariable(part, lookup))
  return text
}

async function renderVariable({ name, args, typed }: Variable, lookup: Lookup): Promise<string> {
  const value = lookup(name)
  if (value === undefined) return typed
  const rendered: string[] = []
  for (const arg of args) rendered.push(await renderParts(arg, lookup, asItIs))
  return value(rendered)
}

/** A variable whose closing parenthesis is not reached yet. */
interface Open {
  readonly from: number
  readonly name: string
  readonly args: Part[][]
  /** Everything from its start on, in case it is never closed. */
  readonly parts: Part[]
  betweenArgs: boolean
}

const opening = /\$\(([a-z0-9_]+(?:\.[a-z0-9_]+)*)(?=[ )])/iy

/** One pass with a stack, so that parsing takes linear time for every text. */
function parse(text: string): Part[] {
  const parts: Part[] = []
  const open: Open[] = []
  const add = (part: Part) => {
    const inner = open.at(-1)
    append(inner?.parts ?? parts, part)
    if (inner === undefined) return
    if (inner.betweenArgs) inner.args.push([])
    inner.betweenArgs = false
    append(inner.args.at(-1) ?? [], part)
  }
  for (let at = 0; at < text.length; ) {
    opening.lastIndex = at
    const start = open.length < maxNesting ? opening.exec(text) : null
    const inner = open.at(-1)
    if (start !== null) {
      const [typed, name = ''] = start
      open.push({ from: at, name: variableName(name), args: [], parts: [typed], betweenArgs: true })
      at += typed.length
    } else if (inner !== undefined && text.charAt(at) === ')') {
      open.pop()
      add({ name: inner.name, args: inner.args, typed: text.slice(inner.from, at + 1) })
      at++
    } else if (inner !== undefined && text.charAt(at) === ' ') {
      inner.parts.push(' ')
      inner.betweenArgs = true
      at++
    } else {
      add(text.charAt(at))
      at++
    }
  }
  return [...parts, ...open.flatMap((unclosed) => unclosed.parts)]
}

const eventVariable = /^event\./i

/** Names of variables have no case; the fields of an event are found as they are written. */
function variableName(typed: string): string {
  return eventVariable.test(typed) ? `event.${typed.slice('event.'.length)}` : typed.toLowerCase()
}

/** Adjacent texts are joined. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1)
  if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
  else parts.push(part)
}

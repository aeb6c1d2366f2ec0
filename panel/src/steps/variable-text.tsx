import './variable-text.css'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { call } from '../api.ts'
import { returns } from '../state.ts'
import { stepMessages } from './messages.ts'
import { type OfferedVariable, samplesOf, VariableContext } from './variable-scope.ts'

interface VariableTextProps {
  /** Ties the control to its label. */
  readonly attributes: object
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly class?: string
  readonly placeholder?: string
  readonly maxLength?: number | undefined
  readonly isRequired?: boolean
  readonly list?: string | undefined
  /** Shows below what the text becomes. */
  readonly hasPreview?: boolean
}

const maxOffered = 8
const previewAfterMs = 250

/** A text with variables: typing `$(` offers them, with their current values. */
export function VariableText(props: VariableTextProps) {
  const { attributes, value, onChange, rows, placeholder, maxLength, isRequired, list, hasPreview = false } = props
  const scope = useContext(VariableContext)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const id = useId()
  const [typed, setTyped] = useState<{ from: number; word: string }>()
  const [at, setAt] = useState(0)
  const found = typed === undefined ? [] : offered(scope.variables, typed.word)
  const isOpen = found.length > 0
  const chosen = Math.min(at, found.length - 1)

  function read(): void {
    const { value: text = '', selectionStart } = field.current ?? {}
    const start = /\$\(([\w.]*)$/.exec(text.slice(0, selectionStart ?? 0))
    setTyped(start === null ? undefined : { from: start.index, word: start[1] ?? '' })
    setAt(0)
  }
  function insert({ insert: text }: OfferedVariable): void {
    const element = field.current
    if (element === null || typed === undefined) return
    const end = element.selectionStart ?? element.value.length
    // Half a variable may be closed already.
    const rest = element.value.slice(end).replace(/^\)/, '')
    onChange(`${element.value.slice(0, typed.from)}${text}${rest}`)
    setTyped(undefined)
    const caret = typed.from + text.length
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(caret, caret)
    })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const entry = found[chosen]
    if (step !== 0) setAt((chosen + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && entry !== undefined) insert(entry)
    else if (event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shared = {
    ...attributes,
    ref: field,
    class: props.class,
    value,
    placeholder,
    maxLength,
    list,
    autocomplete: 'off',
    'aria-required': isRequired,
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${chosen}` : undefined,
    onInput(event: { currentTarget: { value: string } }) {
      onChange(event.currentTarget.value)
      read()
    },
    onKeyDown,
    onClick: read,
    onBlur: () => setTyped(undefined),
  }
  return (
    <div class="variable-text">
      {rows === undefined ? <input type="text" {...shared} /> : <textarea rows={rows} {...shared} />}
      {isOpen && <Offers id={id} found={found} chosen={chosen} onPick={insert} onPoint={setAt} />}
      {hasPreview && value.includes('$(') && <TextPreview text={value} />}
    </div>
  )
}

interface OffersProps {
  readonly id: string
  readonly found: readonly OfferedVariable[]
  readonly chosen: number
  readonly onPick: (variable: OfferedVariable) => void
  readonly onPoint: (index: number) => void
}

function Offers({ id, found, chosen, onPick, onPoint }: OffersProps) {
  const scope = useContext(VariableContext)
  const [samples, setSamples] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    let isOver = false
    void samplesOf(scope).then((loaded) => isOver || setSamples(loaded))
    return () => {
      isOver = true
    }
  }, [scope])
  return (
    <div class="offers" role="listbox" id={id} aria-label={stepMessages.variables()}>
      {found.map((variable, index) => {
        const sample = samples?.get(variable.insert) ?? ''
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as a combobox does
          <div
            key={variable.usage}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onMouseMove={() => onPoint(index)}
            // The field keeps the focus, and with it the place to insert at.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(variable)}
          >
            <code>{variable.usage}</code>
            <span class="soft small cut">{variable.help}</span>
            {sample !== '' && sample !== variable.insert && <span class="sample small cut">{sample}</span>}
          </div>
        )
      })}
    </div>
  )
}

/** What the text becomes for the sample viewer or event. */
function TextPreview({ text }: { text: string }) {
  const { sample } = useContext(VariableContext)
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await call('preview-texts', { ...sample, texts: [text] }).catch(() => undefined)
      if (!isOver) setShown(answer?.texts[0])
    }, previewAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, sample, returns.value])
  if (shown === undefined) return null
  return (
    <p class="text-preview small">
      <span class="faint">{stepMessages.preview()}</span> <span>{shown}</span>
    </p>
  )
}

/** Names that begin with what was typed come first. */
function offered(variables: readonly OfferedVariable[], word: string): OfferedVariable[] {
  const wanted = word.toLowerCase()
  const name = ({ usage }: OfferedVariable) => usage.slice(2).toLowerCase()
  const first = variables.filter((one) => name(one).startsWith(wanted))
  const rest = variables.filter(
    (one) => !first.includes(one) && `${name(one)} ${one.help.toLowerCase()}`.includes(wanted),
  )
  return [...first, ...rest].slice(0, maxOffered)
}

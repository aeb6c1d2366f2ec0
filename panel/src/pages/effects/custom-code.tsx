import { useEffect, useRef, useState } from 'preact/hooks'
import { custom } from '../../../../src/capabilities/effects/contract/effects/custom.ts'
import { Icon } from '../../ui/icon.tsx'
import type { CodeEditor, Language } from './code-editor.ts'
import { messages } from './messages.ts'
import { type Settings, withSetting } from './shape.ts'

export interface ConsoleLine {
  readonly level: string
  readonly text: string
}

interface CodeProps {
  readonly settings: Settings
  readonly onChange: (settings: Settings) => void
  readonly onRun: () => void
  readonly disabled: boolean
  /** What the code can use. */
  readonly help?: string
}

const languages: readonly Language[] = ['html', 'css', 'js']

/** The effect's own code, and what it says while it runs. */
export function CustomCode({ settings, onChange, onRun, disabled, help = messages.codeHelp() }: CodeProps) {
  const [language, setLanguage] = useState<Language>('js')
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor | undefined>(undefined)
  const latest = useRef({ settings, onChange, onRun })
  latest.current = { settings, onChange, onRun }
  useEffect(() => {
    let isOver = false
    // The editor is large and comes only to whoever writes code.
    void import('./code-editor.ts').then(({ createCodeEditor }) => {
      if (isOver || place.current === null) return
      editor.current = createCodeEditor(place.current, {
        language,
        text: textOf(latest.current.settings[language]),
        label: messages.codeLabel({ language: custom.settings[language].title() }),
        isReadOnly: disabled,
        onChange: (text) => latest.current.onChange(withSetting(latest.current.settings, language, text)),
        onRun: () => latest.current.onRun(),
      })
    })
    return () => {
      isOver = true
      editor.current?.close()
      editor.current = undefined
    }
  }, [language])
  return (
    <section class="part custom-code">
      <div class="row">
        <fieldset class="tabs" aria-label={messages.code()}>
          {languages.map((one) => (
            <button key={one} type="button" aria-pressed={language === one} onClick={() => setLanguage(one)}>
              {custom.settings[one].title()}
            </button>
          ))}
        </fieldset>
        <span class="grow" />
        <kbd class="wide-only">{messages.runHint()}</kbd>
        <button type="button" class="button small" onClick={onRun}>
          <Icon name="play" />
          {messages.run()}
        </button>
      </div>
      <p class="faint small">{help}</p>
      <div class="code-place" ref={place} key={language} />
    </section>
  )
}

/** What the effect writes to its console, and what became of it. */
export function EffectConsole({ lines }: { lines: readonly ConsoleLine[] }) {
  return (
    <div class="effect-console">
      <h3>{messages.console()}</h3>
      <ol aria-live="polite">
        {lines.length === 0 && <li class="faint">{messages.consoleEmpty()}</li>}
        {lines.map(({ level, text }, index) => (
          <li key={index} class={level}>
            {text}
          </li>
        ))}
      </ol>
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

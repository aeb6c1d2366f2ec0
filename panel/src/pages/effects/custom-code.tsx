import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { effectWords } from '../../words/effect-words.ts'
import type { CodeEditor, Language } from './code-editor.ts'
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
}

const languages: readonly Language[] = ['html', 'css', 'js']

/** The effect's own code, and what it says while it runs. */
export function CustomCode({ settings, onChange, onRun, disabled }: CodeProps) {
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
        label: effectWords.codeLabel(effectWords.languages[language] ?? language),
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
        <fieldset class="tabs" aria-label={effectWords.code}>
          {languages.map((one) => (
            <button key={one} type="button" aria-pressed={language === one} onClick={() => setLanguage(one)}>
              {effectWords.languages[one]}
            </button>
          ))}
        </fieldset>
        <span class="grow" />
        <kbd class="wide-only">{effectWords.runHint}</kbd>
        <button type="button" class="button small" onClick={onRun}>
          <Icon name="play" />
          {effectWords.run}
        </button>
      </div>
      <p class="faint small">{effectWords.codeHelp}</p>
      <div class="code-place" ref={place} key={language} />
    </section>
  )
}

/** What the effect writes to its console, and what became of it. */
export function EffectConsole({ lines }: { lines: readonly ConsoleLine[] }) {
  return (
    <div class="effect-console">
      <h3>{effectWords.console}</h3>
      <ol aria-live="polite">
        {lines.length === 0 && <li class="faint">{effectWords.consoleEmpty}</li>}
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

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export type Language = 'html' | 'css' | 'js'

export interface CodeEditor {
  close(): void
}

interface EditorOptions {
  readonly language: Language
  readonly text: string
  readonly label: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

const languages = { html, css, js: javascript }

/**
 * In a shadow tree: there its styles are sheets of the document, which a policy without inline styles allows. Tab leaves
 * it, as it leaves every field.
 */
export function createCodeEditor(place: HTMLElement, options: EditorOptions): CodeEditor {
  const { language, text, label, isReadOnly, onChange, onRun } = options
  const run = () => {
    onRun()
    return true
  }
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        indentOnInput(),
        languages[language](),
        syntaxHighlighting(highlight),
        theme,
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return { close: () => view.destroy() }
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--lamp-strong)', outlineOffset: '-1px', borderRadius: '6px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', minHeight: '220px', maxHeight: '420px' },
  '.cm-content': { caretColor: 'var(--lamp-strong)', padding: '10px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--lamp-strong)', borderLeftWidth: '2px' },
  '.cm-gutters': { color: 'var(--ink-faint)', backgroundColor: 'transparent', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'oklch(from var(--ink) l c h / 0.04)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'oklch(from var(--lamp) l c h / 0.3)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'oklch(from var(--lamp) l c h / 0.25)' },
})

/** The colours of the panel's JSON, told apart by weight as well as hue. */
const highlight = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.tagName, tags.definitionKeyword, tags.controlKeyword],
    color: 'var(--lamp-ink)',
    fontWeight: '600',
  },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--go-ink)' },
  { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color], color: 'var(--standby-ink)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.attributeName, tags.className], color: 'var(--ink-soft)' },
  { tag: tags.function(tags.variableName), color: 'var(--ink)', fontWeight: '600' },
])

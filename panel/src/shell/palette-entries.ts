import type { QuickActionKind } from '../../../src/capabilities/home/contract/quick-actions.ts'
import { editorSections, settingsSections } from '../../../src/capabilities/settings/contract/page.ts'
import { platformTitles } from '../../../src/platforms/contract/platforms.ts'
import { formSettings } from '../../../src/registry/settings.ts'
import { call } from '../api.ts'
import { paletteActionMessages as messages, paletteHints } from '../messages/palette.ts'
import { sectionTitles } from '../pages/settings/messages.ts'
import { wordsOfAction } from '../picker/action-words.ts'
import { sectionWords } from '../picker/page-words.ts'
import { plain, search } from '../picker/search.ts'
import { quickIcons, runQuickAction, titleOf } from '../quick-actions.ts'
import { dashboard, may, refreshDashboard } from '../state.ts'
import { attempt } from '../ui/attempt.ts'
import { showToast } from '../ui/toasts.tsx'
import { actionPaletteEntries, answerEntries } from './palette-actions.ts'
import type { PaletteEntry, PaletteHost } from './palette-entry.ts'
import { pageEntries } from './palette-pages.ts'

const minSearchLength = 2
const foundPerPlatform = 5
/** Only the last text of somebody who types fast is looked up. */
const pauseMs = 120
const maxTitleLength = 140

/** What matches a text, best first. Loaded when the palette opens, so that nothing of it is older than that. */
export function openEntries(): (typed: string) => Promise<readonly PaletteEntry[]> {
  const quick = may('moderator') ? loadQuickActions() : Promise.resolve([])
  const actions = may('moderator') ? [...actionPaletteEntries(), ...overlayActions()] : []
  const fixed = [...actions, ...pageEntries(), ...settingEntries()]
  let latest = 0
  return async (typed) => {
    const turn = ++latest
    const wanted = typed.trim()
    const answers = may('moderator') ? [...titleEntries(wanted), ...answerEntries(wanted)] : []
    const known = [...answers, ...(await quick), ...fixed]
    if (wanted.length < minSearchLength) return ranked(known, typed)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return ranked(turn === latest ? [...known, ...(await findViewers(wanted))] : known, typed)
  }
}

/** Answers first, then a page that is called exactly so, then what the search finds. */
function ranked(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const isAnswer = (entry: PaletteEntry) => entry.isAnswer === true
  const isPage = (entry: PaletteEntry) => entry.keys !== undefined && plain(entry.title) === plain(typed)
  const found = search(entries.filter((entry) => !isAnswer(entry)).map(searchable), typed)
  return [...entries.filter(isAnswer), ...found.filter(isPage), ...found.filter((entry) => !isPage(entry))]
}

/** What kind of entry it is can be typed as well: `alert tada`. */
function searchable(entry: PaletteEntry): PaletteEntry & { readonly group: string } {
  return { ...entry, group: entry.hint }
}

async function loadQuickActions(): Promise<PaletteEntry[]> {
  const { actions } = await call('list-quick-actions', {}).catch(() => ({ actions: [] }))
  return actions.map((action) => ({
    title: runMessages[action.kind]({ name: titleOf(action) }),
    words: [titleOf(action), ...(action.kind === 'clip' ? wordsOfAction('clip') : [])],
    hint: paletteHints[action.kind](),
    icon: quickIcons[action.kind],
    run: () => void runQuickAction(action),
  }))
}

const runMessages: Readonly<Record<QuickActionKind, (of: { name: string }) => string>> = {
  alert: messages.trigger,
  effect: messages.trigger,
  command: messages.run,
  automation: messages.run,
  scene: messages.switchTo,
  clip: ({ name }) => name,
}

function overlayActions(): PaletteEntry[] {
  const act = (title: string, icon: PaletteEntry['icon'], action: () => Promise<unknown>, done: () => string) => ({
    title,
    icon,
    hint: paletteHints.action(),
    run: () =>
      void attempt(async () => {
        await action()
        showToast(done())
      }),
  })
  return [
    act(messages.pause(), 'pause', () => call('pause-overlay', {}), messages.paused),
    act(messages.resume(), 'play', () => call('resume-overlay', {}), messages.resumed),
    act(messages.skip(), 'skip', () => call('skip-overlay-item', {}), messages.skipped),
  ]
}

/** `title Good evening` sets it, in English or with the word of the reader's language; before that, an entry says how. */
function titleEntries(typed: string): PaletteEntry[] {
  const own = messages.titlePrefix().replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, '')
  const prefix = new RegExp(`^(?:(?:set )?title|${own})[ :]+(.+)$`, 'iu')
  const title = prefix.exec(typed)?.[1]?.trim().slice(0, maxTitleLength)
  if (title === undefined) {
    const entry = {
      title: messages.setTitle(),
      words: wordsOfAction('title'),
      hint: paletteHints.action(),
      icon: 'title',
      run() {},
    } as const
    return [{ ...entry, completes: `${messages.titlePrefix()} ` }]
  }
  const save = () =>
    attempt(async () => {
      await call('set-stream-meta', { title })
      showToast(messages.titleSet())
      await refreshDashboard()
    })
  const hint = paletteHints.action()
  return [{ title: messages.setTitleTo({ title }), hint, icon: 'title', isAnswer: true, run: () => void save() }]
}

function settingEntries(): PaletteEntry[] {
  const hint = paletteHints.setting()
  const sections = settingsSections
    .filter((name) => !editorSections.has(name) || may('editor'))
    .map((name) => ({
      title: sectionTitles[name](),
      words: [sectionWords[name](), sectionWords[name].text],
      hint,
      path: `/settings/${name}`,
    }))
  const single = formSettings
    .filter(({ section }) => section !== undefined && section !== 'music' && section !== 'rounds')
    .map(({ title, help, section }) => ({ title: title(), help: help(), hint, path: `/settings/${section}` }))
  return [...sections, ...single].map(({ path, ...entry }) => ({
    ...entry,
    icon: 'settings',
    run: ({ go }) => go(path),
  }))
}

async function findViewers(search: string): Promise<PaletteEntry[]> {
  const connected = dashboard.value?.platforms.map(({ platform }) => platform) ?? []
  const found = await Promise.all(
    connected.map((platform) =>
      call('list-viewers', { platform, search, limit: foundPerPlatform }).catch(() => ({ viewers: [] })),
    ),
  )
  return found.flatMap(({ viewers }) =>
    viewers.map(({ id, platform, displayname, username }) => ({
      title: displayname,
      help: username === displayname ? platformTitles[platform] : `${username} · ${platformTitles[platform]}`,
      hint: paletteHints.viewer(),
      icon: 'viewers' as const,
      run: ({ go }: PaletteHost) => go(`/viewers?viewer=${id}`),
    })),
  )
}

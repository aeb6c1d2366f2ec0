import { signal } from '@preact/signals'
import { baseLanguageOf, chooseLanguage, isShipped, type Language, languages } from '../../src/kernel/text/languages.ts'
import { type Catalogue, useCatalogue } from '../../src/kernel/text/message.ts'
import { untilOnline } from './online.ts'

/** The choice of this browser, for the time before the sign-in; the account has its own, which wins. */
const place = 'showcaller-language'
/** A whole catalogue, to try one out before it is shipped. */
const trialPlace = 'showcaller-catalogue'

/** The language of the page. A change draws everything again. */
export const language = signal<Language>('en')

/** Before anything is drawn: the language that was chosen here, or the first of the browser's that there are texts for. */
export async function startLanguage(): Promise<void> {
  const trial = sessionStorage.getItem(trialPlace)
  if (trial !== null) return apply('en', JSON.parse(trial) as Catalogue)
  const kept = localStorage.getItem(place) ?? ''
  // Without the server the page begins in English, and changes when the texts come.
  await Promise.race([load(isShipped(kept) ? kept : chooseLanguage(navigator.languages)), untilOnline(false)])
}

/** The language of the account of the person who is signed in. */
export async function followAccount(wanted: string | null): Promise<void> {
  if (wanted === null || !isShipped(wanted) || sessionStorage.getItem(trialPlace) !== null) return
  await switchLanguage(wanted)
}

export async function switchLanguage(wanted: Language): Promise<void> {
  localStorage.setItem(place, wanted)
  if (wanted !== language.value) await load(wanted)
}

/** The texts of any language, for what viewers read; in English where they cannot be loaded. */
export async function catalogueOf(wanted: Language): Promise<Catalogue> {
  const texts = wanted === 'en' ? undefined : await fetchTexts(wanted)
  return texts === undefined ? { locale: 'en', texts: {} } : { locale: wanted, texts }
}

async function load(wanted: Language): Promise<void> {
  const texts = wanted === 'en' ? {} : await fetchTexts(wanted)
  // Without its texts the page is shown in English rather than not at all.
  if (texts === undefined) return apply('en', { locale: localeOf('en'), texts: {} })
  const isolates = languages[wanted].direction === 'rtl'
  apply(wanted, { locale: localeOf(wanted), texts, isolates })
}

async function fetchTexts(wanted: Language): Promise<Catalogue['texts'] | undefined> {
  const base = baseLanguageOf(wanted)
  const [under, own] = await Promise.all([base === undefined ? {} : fetchFile(base), fetchFile(wanted)])
  return under === undefined || own === undefined ? undefined : { ...under, ...own }
}

async function fetchFile(wanted: Language): Promise<Catalogue['texts'] | undefined> {
  try {
    const address = (await import('./catalogue-files.ts')).addressOf(wanted)
    if (address === undefined) return undefined
    const response = await fetch(address)
    return response.ok ? ((await response.json()) as Catalogue).texts : undefined
  } catch {
    return undefined
  }
}

function apply(wanted: Language, catalogue: Catalogue): void {
  useCatalogue(catalogue)
  document.documentElement.lang = catalogue.locale
  document.documentElement.dir = catalogue.isolates === true ? 'rtl' : 'ltr'
  language.value = wanted
}

/** Numbers and dates as they are written where the reader lives: `en-GB` of a browser that has it. */
function localeOf(wanted: Language): string {
  const base = wanted.split('-')[0]
  return navigator.languages.find((one) => one.split('-')[0] === base) ?? wanted
}

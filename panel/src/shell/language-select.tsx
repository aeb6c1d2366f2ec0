import { isShipped, type Language, languages, shippedLanguages } from '../../../src/kernel/text/languages.ts'
import { call } from '../api.ts'
import { language, switchLanguage } from '../language.ts'
import { reconnect } from '../live.ts'
import { languageMessages } from '../messages/shell.ts'
import { me } from '../state.ts'
import { attempt } from '../ui/attempt.ts'

/** What share of the texts a language has that is not complete. The build puts it in. */
declare const catalogueShares: Readonly<Partial<Record<Language, number>>>

/** The languages, each by its own name. The choice is kept with the account; before the sign-in, in the browser. */
export function LanguageSelect() {
  async function choose(wanted: string): Promise<void> {
    if (!isShipped(wanted)) return
    if (me.value) await call('save-language', { language: wanted })
    await switchLanguage(wanted)
    if (me.value) await reconnect()
  }
  return (
    <label class="language row">
      <span class="grow">{languageMessages.title()}</span>
      <select value={language.value} onChange={({ currentTarget }) => void attempt(() => choose(currentTarget.value))}>
        {shippedLanguages.map((one) => (
          <option key={one} value={one} lang={one} dir={languages[one].direction}>
            {labelOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

function labelOf(one: Language): string {
  const { name } = languages[one]
  const share = catalogueShares[one]
  return share === undefined ? name : `${name} (${new Intl.NumberFormat(one, { style: 'percent' }).format(share)})`
}

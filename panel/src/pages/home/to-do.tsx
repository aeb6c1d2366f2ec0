import { keysPage } from '../../../../src/capabilities/keys/contract/page.ts'
import { overlayPage } from '../../../../src/capabilities/overlay/contract/page.ts'
import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { type Need, needs } from '../../state.ts'
import { Light } from '../../ui/light.tsx'
import { needHelp, needLinks, needTitles, toDoMessages } from './to-do-messages.ts'

/** The page where each item is done. */
const needPaths: Readonly<Record<Need['code'], string>> = {
  codes_guessed: `${settingsPage.path}/people`,
  platform_error: settingsPage.path,
  no_platform: settingsPage.path,
  cue_failed: overlayPage.path,
  overlay_away: overlayPage.path,
  overlay_not_on_air: overlayPage.path,
  key_expires_soon: keysPage.path,
  no_key: keysPage.path,
  no_voice: `${settingsPage.path}/speech`,
}

/** What can wait; the others are failures. */
const calmNeeds: readonly Need['code'][] = ['overlay_away', 'no_key', 'key_expires_soon', 'no_voice']

/** Some need no more than their title. */
const helpOf: { readonly [code in Need['code']]?: () => string } = needHelp

/** What somebody has to do. Without anything to do it is not there. */
export function ToDo() {
  const open = needs.value
  if (open.length === 0) return null
  return (
    <section class="card to-do">
      <header>
        <h2>{toDoMessages.title()}</h2>
      </header>
      <ul class="needs">
        {open.map(({ code }) => (
          <li key={code} title={helpOf[code]?.()}>
            <Light state={calmNeeds.includes(code) ? 'standby' : 'stop'} word="" />
            <p class="grow">{needTitles[code]()}</p>
            <a href={needPaths[code]} class="small">
              {needLinks[code]()}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

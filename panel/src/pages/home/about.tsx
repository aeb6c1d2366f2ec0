import { keysPage } from '../../../../src/capabilities/keys/contract/page.ts'
import { overlayPage } from '../../../../src/capabilities/overlay/contract/page.ts'
import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { type Need, needs, recent } from '../../state.ts'
import { Light } from '../../ui/light.tsx'
import { aboutMessages, needHelp, needLinks, needTitles } from './about-messages.ts'
import { RecentEvents } from './recent-events.tsx'

/** What is to be done, and what has happened. */
export function About() {
  return (
    <>
      <ToDo />
      <RecentActivity />
    </>
  )
}

function RecentActivity() {
  return (
    <section class="card recent">
      <header>
        <h2>{aboutMessages.recent()}</h2>
        <a href="/activity" class="small">
          {aboutMessages.viewAll()}
        </a>
      </header>
      {recent.value.length === 0 ? <p class="inside soft">{aboutMessages.noActivity()}</p> : <RecentEvents />}
    </section>
  )
}

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
const calmNeeds: readonly Need['code'][] = ['overlay_away', 'no_key', 'no_voice']

/** Some need no more than their title. */
const helpOf: { readonly [code in Need['code']]?: () => string } = needHelp

function ToDo() {
  const open = needs.value
  return (
    <section class="card">
      <header>
        <h2>{aboutMessages.toDo()}</h2>
      </header>
      {open.length === 0 ? (
        <p class="inside soft">{aboutMessages.nothingToDo()}</p>
      ) : (
        <ul class="needs">
          {open.map(({ code }) => (
            <li key={code}>
              <Light state={calmNeeds.includes(code) ? 'standby' : 'stop'} word="" />
              <div>
                <p>{needTitles[code]()}</p>
                {helpOf[code] !== undefined && <p class="soft small">{helpOf[code]()}</p>}
                <a href={needPaths[code]} class="small">
                  {needLinks[code]()}
                </a>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { panelRoleNames } from '../../../src/kernel/operation/contract/panel-roles.ts'
import { dropAllDrafts } from '../drafts.ts'
import { barMessages, schemeMessages, shortcutMessages } from '../messages/shell.ts'
import { me } from '../state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageSelect } from './language-select.tsx'
import { choose, scheme, schemes } from './scheme.ts'
import { openShortcuts } from './shortcuts.tsx'

/** The account menu: role, theme, sessions, shortcuts and sign-out. */
export function Account() {
  const { person, role } = me.value ?? {}
  if (person === undefined || role === undefined) return null
  return (
    <>
      <button
        type="button"
        class="account"
        popovertarget="account"
        aria-label={barMessages.account({ name: person.name })}
      >
        <Avatar name={person.name} />
      </button>
      <div id="account" popover class="menu">
        <header class="row">
          <Avatar name={person.name} large />
          <div class="grow">
            <p class="cut">
              <b>{person.name}</b>
            </p>
            <p class="faint small">{panelRoleNames[role]()}</p>
          </div>
        </header>
        <fieldset class="tabs">
          <legend class="out-of-sight">{schemeMessages.title()}</legend>
          {schemes.map((one) => (
            <button key={one} type="button" aria-pressed={scheme.value === one} onClick={() => choose(one)}>
              {schemeMessages[one]()}
            </button>
          ))}
        </fieldset>
        <LanguageSelect />
        <a href="/settings/people" onClick={close}>
          <Icon name="viewers" />
          {barMessages.sessions()}
        </a>
        <button
          type="button"
          onClick={() => {
            close()
            openShortcuts()
          }}
        >
          <Icon name="commands" />
          <span class="grow">{shortcutMessages.title()}</span>
          <kbd>?</kbd>
        </button>
        <form method="post" action="/sign-out" onSubmit={dropAllDrafts}>
          <button type="submit">
            <Icon name="back" />
            {barMessages.signOut()}
          </button>
        </form>
      </div>
    </>
  )
}

function close(): void {
  document.getElementById('account')?.hidePopover()
}

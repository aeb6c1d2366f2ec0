import { me } from '../state.ts'
import { Face } from '../ui/face.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { words } from '../words/words.ts'
import { choose, scheme, schemes } from './scheme.ts'
import { openShortcuts } from './shortcuts.tsx'

/** Who sits here: what they may do, their colours, and the way out. */
export function Account() {
  const { person, role } = me.value ?? {}
  if (person === undefined || role === undefined) return null
  return (
    <>
      <button type="button" class="account" popovertarget="account" aria-label={words.bar.account(person.name)}>
        <Face name={person.name} />
      </button>
      <div id="account" popover class="menu">
        <header class="row">
          <Face name={person.name} large />
          <div class="grow">
            <p class="cut">
              <b>{person.name}</b>
            </p>
            <p class="faint small">{words.roles[role]}</p>
          </div>
        </header>
        <fieldset class="tabs">
          <legend class="out-of-sight">{words.settings.scheme}</legend>
          {schemes.map((one) => (
            <button key={one} type="button" aria-pressed={scheme.value === one} onClick={() => choose(one)}>
              {words.settings.schemes[one]}
            </button>
          ))}
        </fieldset>
        <a href="/settings/people" onClick={close}>
          <Glyph name="viewers" />
          {words.bar.signedIn}
        </a>
        <button
          type="button"
          onClick={() => {
            close()
            openShortcuts()
          }}
        >
          <Glyph name="commands" />
          <span class="grow">{words.shortcuts.title}</span>
          <kbd>?</kbd>
        </button>
        <form method="post" action="/sign-out">
          <button type="submit">
            <Glyph name="back" />
            {words.bar.signOut}
          </button>
        </form>
      </div>
    </>
  )
}

function close(): void {
  document.getElementById('account')?.hidePopover()
}

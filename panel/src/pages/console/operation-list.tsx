import { useState } from 'preact/hooks'
import { consoleMessages } from './messages.ts'
import { operations } from './operations.ts'

/** The search covers name, group and summary. */
export function OperationList({ chosen }: { chosen: string | undefined }) {
  const [typed, setTyped] = useState('')
  const parts = typed.toLowerCase().split(/[\s-]+/)
  const found = operations.value.filter(({ name, group, summary }) => {
    const text = `${name} ${group} ${summary}`.toLowerCase()
    return parts.every((part) => text.includes(part))
  })
  return (
    <nav class="column operations" aria-label={consoleMessages.title()}>
      <div class="search">
        <input
          type="search"
          aria-label={consoleMessages.search()}
          placeholder={consoleMessages.search()}
          value={typed}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div class="fill">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {members.map(({ name }) => (
                <li key={name}>
                  <a href={`/developer/console/${name}`} aria-current={name === chosen ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && operations.value.length > 0 && <p class="empty faint">{consoleMessages.none()}</p>}
      </div>
    </nav>
  )
}

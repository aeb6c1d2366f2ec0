import { isFine, needsPerson } from '../../../src/definitions/connection-state.ts'
import { capitalized } from '../../../src/kernel/text/error-words.ts'
import { connectionMessages } from '../messages/connections.ts'
import { connections } from '../state.ts'
import { ConnectionLight } from '../ui/connection-light.tsx'

/** The most urgent problem of a connection in words, counting down, and how many others there are. */
export function ConnectionProblem() {
  const broken = connections.value.filter(({ state }) => !isFine(state))
  const first = broken.find(({ state }) => needsPerson(state)) ?? broken[0]
  if (first === undefined) return null
  return (
    <a class="problem" href="/settings/platforms">
      <ConnectionLight connection={first} title={capitalized(first.title)} />
      {broken.length > 1 && <span class="faint">{connectionMessages.moreProblems({ count: broken.length - 1 })}</span>}
    </a>
  )
}

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One of each kind, added to a copy of the project in the folder as docs/project/extending.md says. */
export function addOneOfEach(folder: string): void {
  const write = (path: string, code: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  /** Puts `line` before the first place that matches. */
  const insert = (path: string, before: RegExp, line: string) => {
    const code = readFileSync(join(folder, path), 'utf8')
    const changed = code.replace(before, (found) => `${line}${found}`)
    assert.notEqual(changed, code, `${path} has ${before}`)
    write(path, changed)
  }

  write('src/capabilities/points/operations/count-points.ts', operation)
  insert(
    'src/operations.ts',
    /^import \{ getPoints \}/m,
    "import { countPoints } from './capabilities/points/operations/count-points.ts'\n",
  )
  insert('src/operations.ts', /^ {2}getPoints,$/m, '  countPoints,\n')

  insert('src/capabilities/chat/contract/steps.ts', /^ {2}defineStep\(\{\n {4}type: 'say'/m, step)
  insert('src/capabilities/chat/steps.ts', /^ {2}say: /m, stepHandler)

  write('src/capabilities/widgets/contract/widgets/applause.ts', widget)
  insert(
    'src/capabilities/widgets/contract/widgets.ts',
    /^import \{ chat \}/m,
    "import { applause } from './widgets/applause.ts'\n",
  )
  insert('src/capabilities/widgets/contract/widgets.ts', /^ {2}events,$/m, '  applause,\n')
  write('overlay/widgets/applause.ts', drawing)
  insert('overlay/widget-list.ts', /^ {2}chat: /m, "  applause: () => import('./widgets/applause.ts'),\n")

  write('src/capabilities/donations/contract/donation-setups/tipply.ts', providerSetup)
  const providers = 'src/capabilities/donations/contract/donation-providers.ts'
  insert(providers, /^\] as const/m, provider)
  const setups = 'src/capabilities/donations/contract/donation-setups.ts'
  insert(setups, /^\n\/\*\* How each provider/m, "import { tipply } from './donation-setups/tipply.ts'\n")
  insert(setups, /^\}$/m, '  tipply,\n')
  write('src/platforms/donations/tipply.external.ts', receiver)
  const receivers = 'src/platforms/donations/receivers.ts'
  insert(receivers, /^\n\/\*\* The receiver of each/m, "import { tipply } from './tipply.external.ts'\n")
  insert(receivers, /^\}$/m, '  tipply,\n')
}

const operation = `import { anyPlatform } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'

export const countPoints = defineOperation({
  name: 'count-points',
  group: 'Points',
  summary: 'Answers how many platforms were asked about.',
  description: 'An operation that a test adds.',
  scope: 'points:read',
  panel: { role: 'editor', grants: 'access' },
  ratePerMinute: 60,
  effect: 'none',
  input: object({ platform: anyPlatform }),
  output: object({ platforms: integer({ description: 'How many.' }) }),
  failures: [],
  example: { input: { platform: 'PlatformA' }, output: { platforms: 1 } },
  async handle() {
    return { platforms: 1 }
  },
})
`

const step = `  defineStep({
    type: 'highlight',
    group: 'chat',
    icon: 'chat',
    title: 'Highlight',
    help: 'Sends a message between stars.',
    input: object({ text: textField('Text'), platform }),
    needs: ['chat:write'],
    example: { type: 'highlight', text: 'The show begins.', platform: 'kick' },
    sentence: 'Highlight {text}[ on {platform}]',
  }),

`
const stepHandler = `  highlight: limitingItsTime(async ({ text, platform }, context) =>
    context.say(\`* \${text} *\`, 'broadcaster', await context.platformsOf(platform)),
  ),

`

const widget = `import { count } from '../../../../definitions/content-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

export const applause = defineWidget({
  type: 'applause',
  title: message('widgets.applause.title', 'Applause'),
  help: message('widgets.applause.help', 'The latest cheer in large letters.'),
  group: 'chat',
  icon: 'M8 2.5v11',
  size: { width: 400, height: 100 },
  settings: { letters: count({ title: message('widgets.applause.letters', 'Letters') }, { max: 50, default: 20 }) },
  sources: () => [source('latest')],
  sample: { data: { latest: { latest: { cheer: { user: 'Alice', amount: '100 bits', text: null, at: 0 } } } } },
})
`
const drawing = `import { applause } from '../../src/capabilities/widgets/contract/widgets/applause.ts'
import { implementWidget } from '../widget.ts'
import { make, setText } from '../widget-parts/dom.ts'

export const widget = implementWidget(applause, ({ element, settings }) => {
  const name = make('p', 'username', '')
  element.append(name)
  return { on: { latest: ({ latest }) => void setText(name, (latest.cheer?.user ?? '').slice(0, settings.letters)) } }
})
`

const provider = `  { name: 'tipply', wireName: 'ProviderY', brandName: 'Tipply', title: 'Tipply', delivery: 'webhook' },
`
const providerSetup = `import { defineDonationSetup } from './definition.ts'

export const tipply = defineDonationSetup({
  name: 'tipply',
  secretLabel: 'Webhook secret',
  steps: [
    { text: 'Create a webhook with this address:', link: 'https://tipply.example/webhooks', address: 'webhook' },
    { text: 'Copy the secret of the webhook into the field below. Press Save.' },
  ],
})
`
const receiver = `import { Failure } from '../../kernel/operation/contract/failures.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { WebhookReceiver } from './receiver.ts'

export const tipply: WebhookReceiver = {
  read({ secret, header }) {
    if (!isSameSecret(header('x-tipply-secret') ?? '', secret)) throw new Failure('invalid_signature')
    return undefined
  },
}
`

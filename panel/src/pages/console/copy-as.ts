import { curl, keyVariable } from '../../../../src/capabilities/console/contract/curl.ts'
import { literal, python, typeScript } from '../../../../src/kernel/schema/literal.ts'
import { consoleMessages } from './messages.ts'

/** A call with the current values of the form. */
export interface Wanted {
  readonly baseUrl: string
  readonly operation: string
  readonly sdk: { readonly module: string; readonly method: string }
  readonly body: Readonly<Record<string, unknown>>
}

export interface Target {
  readonly word: string
  /** Which hint says where the key goes, since the page itself has no key. */
  readonly hint: 'none' | 'variable' | 'nodeRed' | 'streamDeck'
  /** One text to paste, or the fields of another program's form. */
  make(call: Wanted): string | readonly FormField[]
}

export interface FormField {
  readonly label: string
  readonly value: string
  /** Chosen from a list in that form, so there is nothing to copy. */
  readonly isPicked?: boolean
}

export const targets: readonly Target[] = [
  { word: 'JSON', hint: 'none', make: ({ body }) => JSON.stringify(body, null, 2) },
  { word: 'curl', hint: 'variable', make: (call) => `${note('#')}\n${curl(addressOf(call), call.body)}` },
  { word: 'TypeScript', hint: 'variable', make: typeScriptProgram },
  { word: 'Python', hint: 'variable', make: pythonProgram },
  { word: 'Node-RED', hint: 'nodeRed', make: nodeRedFlow },
  { word: 'Stream Deck', hint: 'streamDeck', make: streamDeckFields },
]

const keyPlace = 'YOUR_API_KEY'
const timeoutSeconds = 15
/** Narrow enough for the column beside the form. */
const columnWidth = 64

function addressOf({ baseUrl, operation }: Wanted): string {
  return `${baseUrl}/v1/${operation}`
}

function note(mark: '#' | '//'): string {
  return `${mark} ${consoleMessages.keyNote({ variable: keyVariable })}`
}

function typeScriptProgram({ baseUrl, sdk, body }: Wanted): string {
  const call = `console.log(await show.${sdk.method}(`
  const input = Object.keys(body).length === 0 ? '' : literal(body, typeScript, '', columnWidth - call.length)
  return `${note('//')}
import { Showcaller } from '${sdk.module}'

const show = new Showcaller({
  url: ${typeScript.text(baseUrl)},
  key: process.env.${keyVariable},
})

${call}${input}))
`
}

function pythonProgram(call: Wanted): string {
  return `${note('#')}
import json
import os
import urllib.error
import urllib.request

body = ${literal(call.body, python, '', columnWidth - 'body = '.length)}
request = urllib.request.Request(
    ${python.text(addressOf(call))},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['${keyVariable}']}",
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request, timeout=${timeoutSeconds}) as response:
        print(json.load(response))
except urllib.error.HTTPError as refusal:
    raise SystemExit(json.load(refusal)["error"])
`
}

/** Nodes without a tab are added to the open one. The editor fills in no defaults, so every property is named. */
function nodeRedFlow(call: Wanted): string {
  const { operation, body } = call
  const id = (part: string) => `${operation}-${part}`
  const code = { type: 'function', outputs: 1, timeout: 0, noerr: 0, initialize: '', finalize: '', libs: [] }
  const nodes = [
    {
      id: id('go'),
      type: 'inject',
      name: operation,
      props: [],
      repeat: '',
      crontab: '',
      once: false,
      onceDelay: 0.1,
      topic: '',
      x: 140,
      y: 80,
      wires: [[id('call')]],
    },
    {
      ...code,
      id: id('call'),
      name: 'Call',
      func: `${note('//')}
msg.headers = { Authorization: 'Bearer ' + env.get('${keyVariable}'), 'Content-Type': 'application/json' }
msg.requestTimeout = ${timeoutSeconds * 1_000}
msg.payload = ${literal(body, typeScript)}
return msg`,
      x: 310,
      y: 80,
      wires: [[id('send')]],
    },
    {
      id: id('send'),
      type: 'http request',
      name: '',
      method: 'POST',
      ret: 'obj',
      paytoqs: 'ignore',
      url: addressOf(call),
      tls: '',
      persist: false,
      proxy: '',
      insecureHTTPParser: false,
      authType: '',
      senderr: false,
      headers: [],
      x: 470,
      y: 80,
      wires: [[id('check')]],
    },
    {
      ...code,
      id: id('check'),
      name: 'Check',
      func: `if (msg.statusCode === 200) return msg
node.error(msg.payload.error || 'Cannot reach the server.', msg)`,
      x: 630,
      y: 80,
      wires: [[id('response')]],
    },
    {
      id: id('response'),
      type: 'debug',
      name: 'Response',
      active: true,
      tosidebar: true,
      console: false,
      tostatus: false,
      complete: 'payload',
      targetType: 'msg',
      statusVal: '',
      statusType: 'auto',
      x: 790,
      y: 80,
      wires: [],
    },
  ]
  return `[\n${nodes.map((node) => JSON.stringify(node)).join(',\n')}\n]`
}

/** Labels and order are those of the Web Requests plugin; similar plugins have the same fields. */
function streamDeckFields(call: Wanted): readonly FormField[] {
  return [
    { label: 'URL', value: addressOf(call) },
    { label: 'Method', value: 'POST', isPicked: true },
    { label: 'Content Type', value: 'application/json', isPicked: true },
    { label: 'Headers', value: `Authorization: Bearer ${keyPlace}` },
    { label: 'Body', value: JSON.stringify(call.body) },
  ]
}

interface Wanted {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
}

const placeholder = 'YOUR_API_KEY'

/** The same call for other tools. The key is a word to replace: no secret is in this page. */
export const targets: readonly { readonly word: string; make(call: Wanted): string }[] = [
  {
    word: 'curl',
    make: ({ url, body }) =>
      `curl -X POST ${url} \\\n  -H "Authorization: Bearer ${placeholder}" \\\n  -H "Content-Type: application/json" \\\n  -d ${quoted(JSON.stringify(body))}`,
  },
  {
    word: 'TypeScript',
    make: ({ url, body }) => `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SHOWCALLER_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indented(body)}),
})
const answer = await response.json()`,
  },
  {
    word: 'Python',
    make: ({ url, body }) => `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(body))})).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['SHOWCALLER_KEY']}",
        "Content-Type": "application/json",
    },
)
answer = json.load(urllib.request.urlopen(request))`,
  },
  {
    word: 'Node-RED',
    make: ({ url, body }) =>
      JSON.stringify(
        [
          { id: 'showcaller1', type: 'inject', name: 'Go', props: [], wires: [['showcaller2']] },
          {
            id: 'showcaller2',
            type: 'function',
            name: 'Body',
            func: `msg.headers = { Authorization: 'Bearer ' + env.get('SHOWCALLER_KEY') }\nmsg.payload = ${JSON.stringify(body)}\nreturn msg`,
            wires: [['showcaller3']],
          },
          { id: 'showcaller3', type: 'http request', method: 'POST', ret: 'obj', url, wires: [['showcaller4']] },
          { id: 'showcaller4', type: 'debug', name: 'Answer', complete: 'payload', wires: [] },
        ],
        null,
        2,
      ),
  },
  {
    word: 'Stream Deck',
    make: ({ url, body }) =>
      `Method: POST\nURL: ${url}\nHeader: Authorization: Bearer ${placeholder}\nHeader: Content-Type: application/json\nBody: ${JSON.stringify(body)}`,
  },
]

/** Safe in a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function indented(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

/** What people type, and the words of the docs for the same thing. Each word of a row stands for all others of it. */
const rows = `
sound audio hear silent silence mute muted quiet volume
password login signin credential
forgot forgotten lost lose reset
uninstall remove delete uninstalling
hotkey shortcut keybind button deck
raspberry pi arm64 arm linux
docker container compose kubernetes
systemd service daemon autostart
https tls ssl certificate caddy nginx proxy
phone mobile tablet ios android iphone
tts speech voice speak
bot commands chatbot
giveaway raffle rounds lottery
points currency loyalty
song music spotify
donation tip donate kofi paypal
upgrade update upgrading updating
backup restore export
migrate import switch migrating
error fail failed failure broken wrong crash problem troubleshooting fix
showing show shown visible appear display blank
port eaddrinuse 4400
ban timeout moderation spam
alert alerts
obs scene studio
ai chatgpt openai ollama gpt llm
webhook callback
vtuber vts model avatar
api rest http curl
token key keys
language translation translate german french spanish
price cost free paid licence license
install setup download installing start
windows exe zip
goal widget widgets counter
moderator mod team invite
stats statistics analytics metrics
database postgres postgresql sqlite
privacy gdpr personal
`

/** By their stems. */
export const synonyms: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>()
  for (const row of rows.trim().split('\n')) {
    const words = row.split(' ').map(stem)
    for (const word of words) {
      const others = found.get(word) ?? new Set()
      for (const other of words) if (other !== word) others.add(other)
      found.set(word, others)
    }
  }
  return found
})()

/** A word without its ending, so that "updating" finds "update". */
export function stem(word: string): string {
  if (word.length < 5) return word.replace(/(?<=\w\w)s$/, '')
  return word.replace(/(?:ing|ed|es|s|e)$/, '')
}

/** Words of a question that say nothing about the page. */
export const ignored: ReadonlySet<string> = new Set(
  'a already an and are as at be can cannot could do does doesnt dont for from get have how i if in is it its me my not of on or our that the their there this to use using want was we what when where which who why will with won wont would you your no'.split(
    ' ',
  ),
)

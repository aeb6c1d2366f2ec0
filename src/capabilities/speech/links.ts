/** Common top-level domains in chat messages, in addition to country codes. */
const endings = new Set(
  `com net org info biz name pro edu gov mil int app dev page site online store shop blog xyz club live stream video
  games game gg tv fm ly link click top win bid vip fun space website tech cloud host press news media agency studio art
  design social chat zone world today life email group team rocks ninja guru porn sex cam dating casino bet poker
  download zip mov icu cfd sbs lol wtf moe рф москва срб укр`
    .split(/\s+/)
    .concat(
      'ac ad ae af ag ai al ao ar au az ba bd bg bh bn bo br bw by bz ca cc cd cf ch ci ck cl cm cn co cr cu cv cx cy'.split(
        ' ',
      ),
    )
    .concat(
      'cz de dj dk dz ec ee eg es et eu fi fj fr ga ge gh gl gm gq gr gt hk hn hr ht hu id ie il im io iq ir jo jp'.split(
        ' ',
      ),
    )
    .concat(
      'ke kg kh kr kw kz lb li lk lt lu lv md mg mk ml mn mo mt mu mv mw mx mz na nf ng ni nl np nr nu nz om pa pe pf'.split(
        ' ',
      ),
    )
    .concat(
      'pg ph pk pl pn ps pt pw py qa ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn st su sv sy sz tc td tf tg th tj'.split(
        ' ',
      ),
    )
    .concat('tk tl tm tn tr tt tw tz ua ug uk uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'.split(' ')),
)

/** Country codes that are also English words: `well.it is late` is a missing space, `youtu.be/x` is a link. */
const wordEndings = new Set(
  'am an as at be by do go he hi in is it la ma me my no of on or pm re so to up us we'.split(' '),
)

const schemed = /(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"]+/giu
const dotted =
  /(?<![\p{L}\p{N}._%+@-])(?:[\p{L}\p{N}._%+-]{1,64}@)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}([\p{L}]{2,24})((?::\d{2,5})?[/?#][^\s<>"]*|:\d{2,5})?(?![\p{L}\p{N}])/giu
const trailing = /[.,;:!?)\]}'"»”]+$/u

/** Replaces URLs, bare domains and email addresses with a word. Sentences and version numbers are kept. */
export function replaceLinks(text: string, word: string): string {
  return text
    .replace(schemed, (link) => word + (trailing.exec(link)?.[0] ?? ''))
    .replace(dotted, (found, ending: string, rest: string | undefined) => {
      const isLink =
        endings.has(ending.toLowerCase()) ||
        (wordEndings.has(ending.toLowerCase()) && rest !== undefined) ||
        found.includes('@')
      if (!isLink) return found
      return word + (rest === undefined ? '' : (trailing.exec(rest)?.[0] ?? ''))
    })
}

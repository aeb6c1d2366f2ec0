// The side of a host: answers the questions of `host.ts`, one after the other.
export function answerQuestions(answers) {
  let last = Promise.resolve()
  process.on('message', ({ question, args }) => {
    last = last
      .then(() => answers[question](...args))
      .then(
        (answer) => process.send({ answer }),
        (error) => process.send({ error: error?.message ?? String(error) }),
      )
  })
  process.send('ready')
}

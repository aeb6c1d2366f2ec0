// @ts-check
setInterval(() => postMessage(0), 200)

setInterval(() => postMessage(0), 200)

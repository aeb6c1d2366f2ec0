# syntax=docker/dockerfile:1
# A release names it by its digest.
ARG BASE=node:24-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package needs an install script.
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN node scripts/build-package.mjs
RUN npm prune --omit=dev --no-audit --no-fund --ignore-scripts

FROM ${BASE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4400 \
    SHOWCALLER_DATA=/data \
    SHOWCALLER_BACKUPS=/backups \
    NODE_COMPILE_CACHE=/tmp/showcaller-code
WORKDIR /app
COPY --from=build /app/package.json /app/openapi.json /app/LICENSE /app/THIRD-PARTY-NOTICES.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/src/kernel/http/assets ./src/kernel/http/assets
COPY --from=build /app/src/platforms/sandbox/page ./src/platforms/sandbox/page
COPY --from=build /app/catalogue ./catalogue
COPY --from=build /app/catalogues ./catalogues
COPY --from=build /app/dist/overlay ./dist/overlay
COPY --from=build /app/dist/deck ./dist/deck
COPY --from=build /app/sounds ./sounds
COPY --from=build /app/dist/extension ./dist/extension
COPY --from=build /app/dist/clients ./dist/clients
COPY --from=build /app/panel/dist ./panel/dist
COPY --from=build /app/docs ./docs
COPY --from=build /app/panel/src/fonts/Inter-OFL.txt /app/panel/src/fonts/JetBrains-Mono-OFL.txt ./panel/src/fonts/
COPY --from=build /app/overlay/assets/fonts/inter-OFL.txt /app/overlay/assets/fonts/noto-sans-arabic-OFL.txt /app/overlay/assets/fonts/noto-sans-jp-OFL.txt /app/overlay/assets/fonts/oswald-OFL.txt /app/overlay/assets/fonts/press-start-2p-OFL.txt ./overlay/assets/fonts/
RUN install -d -o node -g node -m 0700 /data /backups
USER node
# Apart, so that backups survive a lost volume and can be on another disk.
VOLUME /data /backups
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/showcaller.mjs", "serve"]

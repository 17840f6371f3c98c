# Signalbox runs from source, so nothing is compiled. Renew the digest with each release:
#   docker buildx imagetools inspect node:24-slim --format '{{.Manifest.Digest}}'
ARG BASE=node:24.21.0-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${BASE} AS packages
WORKDIR /app
# The embedded database is an optional package, for the sandbox alone.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && find node_modules -type f \
    \( -name "*.ts" -o -name "*.?ts" -o -name "*.map" -o -name "*.md" -o -path "*/test/*" \) -delete
# Anyone can act as anyone in the sandbox, so the image has none.
COPY src ./src
RUN rm -rf src/sandbox
# Compiled once, so that each start takes half the time.
RUN NODE_COMPILE_CACHE=/app/compiled node --max-semi-space-size=4 --heap-growing-percent=30 \
    --input-type=module --eval 'await import("/app/src/app.ts")'
COPY LICENSE ./
# A checkout may be readable by its owner alone.
RUN chmod -R u=rwX,go=rX .

FROM ${BASE}
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/compiled
WORKDIR /app
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /opt/yarn* \
  && mkdir data && chown 1000:1000 data
COPY --from=packages /app ./
# Keep it, and keep it out of the database's backup: by it a restored database is noticed.
VOLUME /app/data
# By number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which keeps signals from the process.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "src/main.ts"]

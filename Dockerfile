# The base is pinned by the digest of its index of platforms. This prints the one to put here (24 is what package.json asks for):
#   docker buildx imagetools inspect node:24-slim --format '{{.Manifest.Digest}}'
ARG BASE=node:24.21.0-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${BASE} AS build
ENV NODE_ENV=production
WORKDIR /app

# The embedded database is an optional dependency: production has no use for it. No install script is needed.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts

# The list of what is shipped. npm sbom fails where a dependency that was left out is still asked for.
RUN npm pkg delete devDependencies optionalDependencies && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json

# Node reads no TypeScript below node_modules, and no source maps.
RUN find node_modules -type f \( -name "*.ts" -o -name "*.mts" -o -name "*.cts" -o -name "*.map" \) -delete \
  && find node_modules -type d -empty -delete

COPY tsconfig.json manifest.yml LICENSE ./
# The sandbox, in which anyone can act as anyone, is not in the image (.dockerignore keeps it out as well).
COPY src ./src
RUN rm -rf src/sandbox

# Files have the modes of the checkout that they come from. Here everybody can read them, and root alone can write.
RUN mkdir cache && chmod -R u=rwX,go=rX . && chown 1000:1000 cache

# Node keeps what it compiles for the user that compiled it, under the flags that it had: the same as below. Loading that at a start takes
# half the time of compiling.
USER 1000:1000
RUN NODE_COMPILE_CACHE=/app/cache NODE_OPTIONS=--max-semi-space-size=4 node --heap-growing-percent=30 --eval "Promise.all([import('./src/app.ts'), import('./src/config/config.ts')])" \
  && chmod -R a=rX cache

FROM ${BASE}
ENV NODE_ENV=production
ENV NODE_COMPILE_CACHE=/app/cache
# Node keeps up to 67 MB for objects that live a moment; 12 MB do, and what is compiled under one size serves no other.
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app

# Nothing is installed at run time. DATA_DIR is all that the app writes to.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
  && mkdir data && chown 1000:1000 data
COPY --from=build /app ./

# Which commit it is made of, for /rail health: docker build --build-arg SIGNALBOX_COMMIT=$(git rev-parse HEAD) .
ARG SIGNALBOX_COMMIT=""
ENV SIGNALBOX_COMMIT=$SIGNALBOX_COMMIT
LABEL org.opencontainers.image.title="Signalbox" \
  org.opencontainers.image.description="A Slack app with which a treasury team sets up Rails" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.revision="$SIGNALBOX_COMMIT" \
  org.opencontainers.image.licenses="MIT"

# What has happened last is kept outside the database too, so that a restored one is noticed: keep it.
VOLUME /app/data
# By number, since Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["node", "--eval", "require('http').get({ port: process.env.PORT ?? 3000, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]

# Not through npm, which would keep signals from the process.
# The heap grows by three tenths before it is collected, and not by several times. NODE_OPTIONS takes no such flag.
CMD ["node", "--heap-growing-percent=30", "src/main.ts"]

# One image for all services; which one a container runs is its command.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS contents
WORKDIR /image/app
COPY package.json package-lock.json .npmrc ./
# Optional packages serve the local stack and the feed's report alone, and nothing here runs a script of a package.
# The client's generator comes with the lock file, with packages of its own.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && rm -rf client
# What Node never reads: types, source maps, tests and documents. Licences stay.
RUN find node_modules -type f '(' -name '*.map' -o -name '*.[cm]ts' -o -name '*.ts' -o -name '*.md' ')' ! -iname 'licen[cs]e*' -delete \
  && rm -rf node_modules/*/test node_modules/@*/*/test node_modules/.package-lock.json
COPY LICENSE ./
COPY shared-kernel shared-kernel
COPY audit audit
COPY command-service command-service
COPY operator operator
COPY publishing publishing
COPY query-service query-service
COPY projections projections
# The query service serves them to consumers of the feed.
COPY docs/schemas docs/schemas
RUN rm package-lock.json .npmrc && mkdir --parents /volumes/witness /volumes/last-event /volumes/destroyed-keys
# The same sources give the same layers, on any day.
RUN find /image /volumes -exec touch --no-dereference --date=@0 '{}' +

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=contents /image /
# They hold the notary's witness, the last event and the list of destroyed keys; a new volume takes its owner from here.
COPY --from=contents --chown=node:node /volumes /
WORKDIR /app
USER node

# One image for all services; which one a container runs is its command.
FROM node:24.21.0-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL and the bundled Node are optional or scripted parts that a container does not need.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY shared-kernel shared-kernel
COPY command-service command-service
COPY query-service query-service
COPY projections projections
# The query service serves them to consumers of the feed.
COPY docs/schemas docs/schemas
# Holds the notary's witness; a new volume takes its owner from here.
RUN mkdir /witness && chown node:node /witness
USER node

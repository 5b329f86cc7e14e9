# One image a function, after `npm run build`:
#   buildah bud --build-arg FUNCTION=apply-package-context --tag apply-package-context .
ARG BASE_IMAGE=docker.io/library/node:24-bookworm-slim
FROM ${BASE_IMAGE}
ARG FUNCTION
LABEL org.opencontainers.image.title="${FUNCTION}" \
      org.opencontainers.image.description="KRM function ${FUNCTION} of krm-variants" \
      org.opencontainers.image.licenses="Apache-2.0"
# One name for all: an exec-form ENTRYPOINT knows no build argument, and Porch runs nothing but the ENTRYPOINT.
COPY dist/third-party-licences.txt /usr/local/share/doc/krm-function/
COPY --chmod=0755 dist/${FUNCTION}.cjs /usr/local/lib/krm-function.cjs
USER 65534:65534
ENTRYPOINT ["node", "/usr/local/lib/krm-function.cjs"]

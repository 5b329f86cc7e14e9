# Base of the stage that builds: with Node 24, npm, tar and ldd.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
# Source of the files in the images. built, the default: the stage `build`. local: dist/image-ARCHITECTURE.tar, which
# `npm run images` writes.
ARG FILES
# Base of the image for fleets: with apt-get, or with git, ssh and the certificates of authorities.
ARG BASE_IMAGE=docker.io/library/debian:13-slim

# An image for each function, and one with all, which is the default. In a fresh clone, this builds one of them:
#   docker build --target apply-package-context --tag localhost/apply-package-context .
# `npm run images` builds them all, with the same digests each time, from the output of `npm run build`.
FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY LICENSE tsconfig.json ./
COPY cli cli
COPY examples examples
COPY functions functions
COPY scripts scripts
COPY src src
COPY test/support test/support
RUN npm run build && npm run images -- --archive-only && mkdir /files && tar --extract --file dist/image-*.tar --directory /files

FROM scratch AS files-built
COPY --from=build /files /

# An archive, because of a folder, BuildKit would copy the files with their times, but the folders with the time of the
# build.
FROM scratch AS files-local
ARG TARGETARCH
ADD dist/image-${TARGETARCH}.tar /

# All that is in any of the images, in one layer: the native executable and what it links.
# A default of the ARG would not do: buildah 1.28 ignores it where it looks for the stages that it needs.
FROM files-${FILES:-built} AS files
USER 65534:65534
# Turns off a tier of the JIT compiler that never pays off here: docs/decisions/jit.md.
ENV BUN_JSC_useFTLJIT=0

# For git repositories by URL: `krm-variants fleet` runs git, and git runs ssh.
FROM ${BASE_IMAGE} AS krm-variants-fleet
RUN command -v git && command -v ssh || { apt-get update && \
    apt-get install --yes --no-install-recommends git openssh-client ca-certificates && rm -rf /var/lib/apt/lists/*; }
COPY --from=files /usr/local/bin/krm-variants /usr/local/bin/krm-variants
COPY --from=files /usr/share/doc/krm-variants /usr/share/doc/krm-variants
USER 65534:65534
ENV BUN_JSC_useFTLJIT=0
ENTRYPOINT ["/usr/local/bin/krm-variants"]

# generated: images
FROM files AS apply-override-policy
LABEL org.opencontainers.image.title="apply-override-policy" \
      org.opencontainers.image.description="Applies Karmada's override policies to a package, for one cluster." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-override-policy"]

FROM files AS apply-package-context
LABEL org.opencontainers.image.title="apply-package-context" \
      org.opencontainers.image.description="Sets and removes keys of a package's context: the ConfigMap `kptfile.kpt.dev`, where a package keeps values such as its site." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-package-context"]

FROM files AS apply-package-variant
LABEL org.opencontainers.image.title="apply-package-variant" \
      org.opencontainers.image.description="Applies a PackageVariant to a package: edits the package's context and pipeline, and copies data from objects in a cluster into the package." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-package-variant"]

FROM files AS apply-pod-preset
LABEL org.opencontainers.image.title="apply-pod-preset" \
      org.opencontainers.image.description="Injects the variables, volumes and mounts of PodPresets into the pods that they select." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-pod-preset"]

FROM files AS apply-replacements
LABEL org.opencontainers.image.title="apply-replacements" \
      org.opencontainers.image.description="Copies values from fields of resources to fields of others." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-replacements"]

FROM files AS apply-setters
LABEL org.opencontainers.image.title="apply-setters" \
      org.opencontainers.image.description="Sets the fields beside comments such as `# kpt-set: \${image}:\${tag}` to given values." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-setters"]

FROM files AS edit-pipeline
LABEL org.opencontainers.image.title="edit-pipeline" \
      org.opencontainers.image.description="Inserts a PackageVariant's functions at the start of a package's pipeline, and updates them in later runs." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "edit-pipeline"]

FROM files AS expand-package-variant-set
LABEL org.opencontainers.image.title="expand-package-variant-set" \
      org.opencontainers.image.description="Creates PackageVariants from a PackageVariantSet: for the repositories that it lists, and for the objects that its selectors match." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "expand-package-variant-set"]

FROM files AS expand-templates
LABEL org.opencontainers.image.title="expand-templates" \
      org.opencontainers.image.description="Expands Go templates in annotated resources, using the properties of a cluster." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "expand-templates"]

FROM files AS field-override
LABEL org.opencontainers.image.title="field-override" \
      org.opencontainers.image.description="Edits JSON or YAML that is stored as text in a field, such as a file in a ConfigMap." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "field-override"]

FROM files AS inject-config
LABEL org.opencontainers.image.title="inject-config" \
      org.opencontainers.image.description="Injects data from objects of a cluster into annotated resources of a package." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "inject-config"]

FROM files AS overwrite-components
LABEL org.opencontainers.image.title="overwrite-components" \
      org.opencontainers.image.description="Replaces the component references in Landscaper's Installations, DeployItems and component descriptors." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "overwrite-components"]

FROM files AS set-annotations
LABEL org.opencontainers.image.title="set-annotations" \
      org.opencontainers.image.description="Sets annotations on all resources, and on the pods and jobs that they make." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "set-annotations"]

FROM files AS set-labels
LABEL org.opencontainers.image.title="set-labels" \
      org.opencontainers.image.description="Sets labels on all resources, on the pods that they make, and in the selectors of these pods." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "set-labels"]

FROM files AS set-namespace
LABEL org.opencontainers.image.title="set-namespace" \
      org.opencontainers.image.description="Sets the namespace of all resources, and of the fields that name it." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "set-namespace"]

FROM files AS strip-transform
LABEL org.opencontainers.image.title="strip-transform" \
      org.opencontainers.image.description="Removes fields that a cluster sets, such as `status` and `uid`, and fields that CustomTransforms list." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "strip-transform"]

FROM files AS krm-variants
LABEL org.opencontainers.image.title="krm-variants" \
      org.opencontainers.image.description="KRM functions that turn one Kubernetes package into the variant that one target needs" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants"]
# end
